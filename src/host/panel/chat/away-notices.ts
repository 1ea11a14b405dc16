import { Emitter } from '../../../adapters/system/emitter';
import type { ChatSummary } from '../../../core/contracts/panel/state';
import type { Disposable } from '../../../core/ports/system';

export interface AwayDeps {
  readonly chats: {
    summaries(): readonly ChatSummary[];
    onDidChange(listener: () => void): Disposable;
  };
  readonly window: {
    isFocused(): boolean;
    onDidFocus(listener: () => void): Disposable;
  };
  /** Setting `gatehouse.notify.whileAway`. */
  readonly isOn: () => boolean;
  /** Shows a notification for a chat by its id and title. */
  readonly notify: (chatId: string, title: string) => void;
}

/**
 * Reports turns that end while the window is not focused, once each, and counts them until the user
 * is back. Pending approvals have notifications of their own.
 */
export class AwayNotices implements Disposable {
  private readonly changed = new Emitter();
  private readonly ended = new Set<string>();
  private readonly watching: readonly Disposable[];
  private running: ReadonlySet<string> = new Set();

  constructor(private readonly deps: AwayDeps) {
    this.watching = [
      deps.chats.onDidChange(() => this.look()),
      deps.window.onDidFocus(() => this.forget()),
    ];
  }

  /** Chats whose turn ended since the window lost the focus. */
  get count(): number {
    return this.ended.size;
  }

  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  dispose(): void {
    for (const each of this.watching) each.dispose();
    this.changed.dispose();
  }

  private look(): void {
    const { chats, window, isOn, notify } = this.deps;
    const before = this.running;
    const all = chats.summaries();
    this.running = new Set(all.filter(({ running }) => running).map(({ id }) => id));
    if (window.isFocused() || !isOn()) return;
    for (const { id, title, running } of all) {
      if (running || !before.has(id)) continue;
      this.ended.add(id);
      notify(id, title);
      this.changed.fire();
    }
  }

  private forget(): void {
    if (this.ended.size === 0) return;
    this.ended.clear();
    this.changed.fire();
  }
}
