import * as z from 'zod';
import {
  builtInSource,
  toolSourceOf,
  trustLevels,
  type ToolTrust,
  type TrustLevel,
} from '../../core/contracts/tool-spec';
import type { Disposable } from '../../core/ports/disposable';
import type { TrustLevels } from '../../core/ports/policy';
import { Emitter } from '../../adapters/system/emitter';

/** A source of tools, `mcp:files`, or one tool by its canonical id, `mcp__files__read`. */
export type TrustTarget = string;

/** A level that the user set in a chat. */
export interface SetLevel {
  readonly target: TrustTarget;
  readonly level: TrustLevel;
}

/** Keeps the levels of all chats between windows, as JSON. */
export interface TrustMemory {
  get(): unknown;
  set(value: unknown): PromiseLike<void>;
}

type ChatLevels = ReadonlyMap<TrustTarget, TrustLevel>;

/**
 * Levels of chats, kept until a chat is deleted (decision 57); only a user command calls `set`.
 * Built-in tools start trusted, the tools of any other source untrusted (decision 40). What cannot
 * be read is untrusted.
 */
export class HostTrustLevels implements TrustLevels, Disposable {
  private readonly chats: Map<string, ChatLevels>;
  private readonly changed = new Emitter();

  constructor(private readonly memory: TrustMemory) {
    this.chats = new Map(readChats(memory.get()));
  }

  levelOf(sessionId: string, toolId: string): ToolTrust {
    const ofSource = this.setFor(sessionId, toolSourceOf(toolId));
    const own = this.setFor(sessionId, toolId);
    return isStricter(own, ofSource)
      ? { level: own, setFor: 'tool' }
      : { level: ofSource, setFor: 'source' };
  }

  /** The target's own level, whatever that of the other is. */
  setFor(sessionId: string, target: TrustTarget): TrustLevel {
    return this.chats.get(sessionId)?.get(target) ?? firstLevel(target);
  }

  /** Holds at once; resolves when it is stored. */
  async set(sessionId: string, target: TrustTarget, level: TrustLevel): Promise<void> {
    if (this.setFor(sessionId, target) === level) return;
    this.chats.set(sessionId, new Map([...(this.chats.get(sessionId) ?? []), [target, level]]));
    this.changed.fire();
    await this.store();
  }

  /** Levels the user set in a chat, by target; all others keep their first level. */
  list(sessionId: string): readonly SetLevel[] {
    return [...(this.chats.get(sessionId) ?? [])]
      .map(([target, level]) => ({ target, level }))
      .sort((a, b) => (a.target < b.target ? -1 : 1));
  }

  /** Gives a fork the levels of its chat. Resolves when they are stored. */
  async inherit(fork: string, { from }: { readonly from: string }): Promise<void> {
    const levels = this.chats.get(from);
    if (levels === undefined) return;
    this.chats.set(fork, levels);
    this.changed.fire();
    await this.store();
  }

  /** Forgets the levels of a chat that was deleted. Resolves when this is stored. */
  async forget(sessionId: string): Promise<void> {
    if (!this.chats.delete(sessionId)) return;
    this.changed.fire();
    await this.store();
  }

  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  dispose(): void {
    this.changed.dispose();
    this.chats.clear();
  }

  private async store(): Promise<void> {
    const stored = [...this.chats].map(([id, levels]) => [id, Object.fromEntries(levels)]);
    await this.memory.set(Object.fromEntries(stored));
  }
}

/** Whether the target is one tool, not a source. */
export function isToolTarget(target: TrustTarget): boolean {
  return /^(?:core|mcp)__/.test(target);
}

/** A tool alone has no limit of its own at first: that of its source holds. */
function firstLevel(target: TrustTarget): TrustLevel {
  return target === builtInSource || isToolTarget(target) ? 'trusted' : 'untrusted';
}

function isStricter(level: TrustLevel, than: TrustLevel): boolean {
  return trustLevels.indexOf(level) < trustLevels.indexOf(than);
}

const storedSchema = z.record(
  z.string(),
  z
    .record(z.string(), z.enum(trustLevels).catch('untrusted'))
    .catch({ [builtInSource]: 'untrusted' }),
);

function readChats(stored: unknown): readonly (readonly [string, ChatLevels])[] {
  const read = storedSchema.safeParse(stored);
  if (!read.success) return [];
  return Object.entries(read.data).map(([id, levels]) => [id, new Map(Object.entries(levels))]);
}
