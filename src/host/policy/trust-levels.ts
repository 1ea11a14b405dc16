import {
  builtInSource,
  type ToolSourceName,
  type TrustLevel,
} from '../../core/contracts/tool-spec';
import type { Disposable } from '../../core/ports/disposable';
import type { TrustLevels } from '../../core/ports/policy';
import { Emitter } from '../../adapters/system/emitter';

/** A level that the user set in a chat. */
export interface SetLevel {
  readonly source: ToolSourceName;
  readonly level: TrustLevel;
}

/**
 * Levels of chats, in memory; only a user command calls `set`. Built-in tools start trusted, the
 * tools of any other source untrusted (decision 40).
 */
export class HostTrustLevels implements TrustLevels, Disposable {
  private readonly chats = new Map<string, ReadonlyMap<ToolSourceName, TrustLevel>>();
  private readonly changed = new Emitter();

  levelOf(sessionId: string, source: ToolSourceName): TrustLevel {
    const set = this.chats.get(sessionId)?.get(source);
    return set ?? (source === builtInSource ? 'trusted' : 'untrusted');
  }

  set(sessionId: string, source: ToolSourceName, level: TrustLevel): void {
    if (this.levelOf(sessionId, source) === level) return;
    this.chats.set(sessionId, new Map([...(this.chats.get(sessionId) ?? []), [source, level]]));
    this.changed.fire();
  }

  /** Levels the user set in a chat, by source; all others keep their first level. */
  list(sessionId: string): readonly SetLevel[] {
    return [...(this.chats.get(sessionId) ?? [])]
      .map(([source, level]) => ({ source, level }))
      .sort((a, b) => (a.source < b.source ? -1 : 1));
  }

  /** Forgets the levels of a chat that has ended. */
  endSession(sessionId: string): void {
    if (this.chats.delete(sessionId)) this.changed.fire();
  }

  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  dispose(): void {
    this.changed.dispose();
    this.chats.clear();
  }
}
