import { builtInSource, type ToolSource, type TrustLevel } from '../../core/contracts/tool-spec';
import type { Disposable } from '../../core/ports/disposable';
import type { TrustLevels } from '../../core/ports/policy';
import { createEmitter } from '../../adapters/system/emitter';

/** A level that the user set in a chat. */
export interface SetLevel {
  readonly source: ToolSource;
  readonly level: TrustLevel;
}

/** Levels of chats, in memory; only a user command calls `set` (decision 40). */
export interface HostTrustLevels extends TrustLevels, Disposable {
  set(sessionId: string, source: ToolSource, level: TrustLevel): void;
  /** Levels the user set in a chat, by source; all others keep their first level. */
  list(sessionId: string): readonly SetLevel[];
  /** Forgets the levels of a chat that has ended. */
  endSession(sessionId: string): void;
  onDidChange(listener: () => void): Disposable;
}

/** Built-in tools start trusted, the tools of any other source untrusted (decision 40). */
export function createTrustLevels(): HostTrustLevels {
  const chats = new Map<string, ReadonlyMap<ToolSource, TrustLevel>>();
  const changed = createEmitter();

  function levelOf(sessionId: string, source: ToolSource): TrustLevel {
    const set = chats.get(sessionId)?.get(source);
    return set ?? (source === builtInSource ? 'trusted' : 'untrusted');
  }

  return {
    levelOf,
    set(sessionId, source, level) {
      if (levelOf(sessionId, source) === level) return;
      chats.set(sessionId, new Map([...(chats.get(sessionId) ?? []), [source, level]]));
      changed.fire();
    },
    list: (sessionId) =>
      [...(chats.get(sessionId) ?? [])]
        .map(([source, level]) => ({ source, level }))
        .sort((a, b) => (a.source < b.source ? -1 : 1)),
    endSession(sessionId) {
      if (chats.delete(sessionId)) changed.fire();
    },
    onDidChange: (listener) => changed.event(listener),
    dispose() {
      changed.dispose();
      chats.clear();
    },
  };
}
