import { escapeControlInline } from '../../core/base/escape-control';
import { cutEnd } from '../../core/base/text-lines';
import type { Disposable, Clock } from '../../core/ports/system';
import { Screen } from './screen';

const maxTitle = 40;

/** A terminal as the user sees it. */
export interface TerminalWindow {
  write(text: string): void;
  show(options: { readonly takeFocus: boolean }): void;
  dispose(): void;
}

export interface WindowEvents {
  opened(): void;
  /** The user closed it, or it was disposed. */
  closed(): void;
  typed(data: string): void;
}

export type OpenWindow = (title: string, events: WindowEvents) => TerminalWindow;

/** A screen that is reserved for one command. */
export interface ScreenLease {
  readonly screen: Screen;
  /** The command has ended; the screen is free for the next one. */
  release(): void;
}

export interface SessionScreensDeps {
  readonly clock: Clock;
  readonly openWindow: OpenWindow;
  readonly chatTitle: (sessionId: string) => string | undefined;
}

interface Slot {
  readonly sessionId: string;
  readonly screen: Screen;
  readonly window: TerminalWindow;
  /** Every command that ran in it. */
  readonly terminalIds: Set<string>;
  /** Set while it is reserved. */
  onClosed: (() => void) | undefined;
}

/** The terminals of every chat: one, plus one for each concurrent command. */
export class SessionScreens implements Disposable {
  private readonly slots = new Set<Slot>();
  /** Chats whose terminal has come into view once; later ones stay where they are. */
  private readonly seen = new Set<string>();

  constructor(private readonly deps: SessionScreensDeps) {}

  /** `onClosed` is called when the terminal is closed while it is reserved. */
  take(sessionId: string, terminalId: string, onClosed: () => void): ScreenLease {
    const idle = [...this.slots].find(
      (slot) => slot.sessionId === sessionId && slot.onClosed === undefined,
    );
    const slot = idle ?? this.open(sessionId);
    slot.terminalIds.add(terminalId);
    slot.onClosed = onClosed;
    return { screen: slot.screen, release: () => (slot.onClosed = undefined) };
  }

  /** Shows the terminal that a command ran in; nothing when it is closed. */
  reveal(terminalId: string): void {
    const slot = [...this.slots].find(({ terminalIds }) => terminalIds.has(terminalId));
    slot?.window.show({ takeFocus: true });
  }

  endSession(sessionId: string): void {
    for (const slot of this.slots) if (slot.sessionId === sessionId) this.close(slot);
    this.seen.delete(sessionId);
  }

  dispose(): void {
    for (const slot of this.slots) this.close(slot);
  }

  private open(sessionId: string): Slot {
    const { slots, seen, deps } = this;
    const count = [...slots].filter((slot) => slot.sessionId === sessionId).length;
    const title = windowTitle(deps.chatTitle(sessionId), count);
    const window = deps.openWindow(title, {
      opened: () => screen.opened(),
      typed: (data) => screen.typed(data),
      closed: () => {
        if (slots.delete(slot)) forget(slot);
      },
    });
    const screen = new Screen(deps.clock, (text) => window.write(text));
    const slot: Slot = { sessionId, screen, window, terminalIds: new Set(), onClosed: undefined };
    slots.add(slot);
    if (!seen.has(sessionId)) window.show({ takeFocus: false });
    seen.add(sessionId);
    return slot;
  }

  private close(slot: Slot): void {
    this.slots.delete(slot);
    slot.window.dispose();
    forget(slot);
  }
}

function forget({ screen, onClosed }: Slot): void {
  screen.dispose();
  onClosed?.();
}

function windowTitle(chatTitle: string | undefined, others: number): string {
  const title = cutEnd(escapeControlInline(chatTitle ?? '').trim(), maxTitle);
  const number = others === 0 ? '' : ` (${String(others + 1)})`;
  // The chat first: tabs are cut at their end.
  return `${title === '' ? '' : `${title} · `}Gatehouse${number}`;
}
