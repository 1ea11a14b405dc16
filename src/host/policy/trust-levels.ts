import {
  builtInSource,
  toolSourceOf,
  trustLevels,
  type SetLevels,
  type ToolTrust,
  type TrustLevel,
} from '../../core/contracts/tool-spec';
import type { Disposable } from '../../core/ports/system';
import type { ChatTrust, SaveLevels, TrustLevels } from '../../core/ports/policy';
import { Emitter } from '../../adapters/system/emitter';

/** A source of tools, `mcp:files` or `ext`, or one tool by its canonical id, `mcp__files__read`. */
export type TrustTarget = string;

/** A level that the user set in a chat. */
export interface SetLevel {
  readonly target: TrustTarget;
  readonly level: TrustLevel;
}

/** What the user did to the level of a source or tool in a chat. */
export interface ChangedTrust extends SetLevel {
  readonly sessionId: string;
  readonly before: TrustLevel;
}

/** What is known of a chat; without `save` if it is not open. */
interface ChatLevels {
  readonly levels: SetLevels;
  readonly save?: SaveLevels;
}

/**
 * The levels of the chats of this window (decision 57); only a user command calls `set`. Built-in
 * tools start trusted, the tools of any other source untrusted (decision 40).
 */
export class HostTrustLevels implements TrustLevels, ChatTrust, Disposable {
  private readonly chats = new Map<string, ChatLevels>();
  private readonly changed = new Emitter();
  private readonly wasSet = new Emitter<ChangedTrust>();

  /** `chosen`: the level with which chats start to use a source, as the user said (decision 68). */
  constructor(
    private readonly chosen: (source: string) => TrustLevel | undefined = () => undefined,
  ) {}

  levelOf(sessionId: string, toolId: string): ToolTrust {
    const ofSource = this.setFor(sessionId, toolSourceOf(toolId));
    const own = this.setFor(sessionId, toolId);
    return isStricter(own, ofSource)
      ? { level: own, setFor: 'tool' }
      : { level: ofSource, setFor: 'source' };
  }

  /** The target's own level, whatever that of the other is. */
  setFor(sessionId: string, target: TrustTarget): TrustLevel {
    return this.levels(sessionId)[target] ?? this.chosen(target) ?? firstLevel(target);
  }

  /** Holds at once; resolves when it is stored. */
  async set(sessionId: string, target: TrustTarget, level: TrustLevel): Promise<void> {
    const before = this.setFor(sessionId, target);
    if (before === level) return;
    const chat = this.chats.get(sessionId);
    const levels = { ...chat?.levels, [target]: level };
    this.chats.set(sessionId, { ...chat, levels });
    this.changed.fire();
    this.wasSet.fire({ sessionId, target, level, before });
    await chat?.save?.(levels);
  }

  levels(sessionId: string): SetLevels {
    return this.chats.get(sessionId)?.levels ?? {};
  }

  open(sessionId: string, levels: SetLevels, save: SaveLevels): void {
    this.chats.set(sessionId, { levels, save });
  }

  forget(sessionId: string): void {
    if (this.chats.delete(sessionId)) this.changed.fire();
  }

  /** Levels the user set in a chat, by target; all others keep their first level. */
  list(sessionId: string): readonly SetLevel[] {
    return Object.entries(this.levels(sessionId))
      .map(([target, level]) => ({ target, level }))
      .sort((a, b) => (a.target < b.target ? -1 : 1));
  }

  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  /** Fires when the user has changed a level; not when a chat is opened or forgotten. */
  onDidSet(listener: (changed: ChangedTrust) => void): Disposable {
    return this.wasSet.event(listener);
  }

  dispose(): void {
    this.changed.dispose();
    this.wasSet.dispose();
    this.chats.clear();
  }
}

/** Whether the target is one tool, not a source. */
export function isToolTarget(target: TrustTarget): boolean {
  return /^(?:core|mcp|ext)__/.test(target);
}

/** A tool alone has no limit of its own at first: that of its source holds. */
function firstLevel(target: TrustTarget): TrustLevel {
  return target === builtInSource || isToolTarget(target) ? 'trusted' : 'untrusted';
}

function isStricter(level: TrustLevel, than: TrustLevel): boolean {
  return trustLevels.indexOf(level) < trustLevels.indexOf(than);
}
