import type { Snapshot } from '../../ports/snapshots';
import type { ClearedCall } from '../call/brands';

/** A call that may be rolled back. */
export interface RollbackCall {
  readonly sessionId: string;
  readonly toolCallId: string;
}

export interface RetainedSnapshot {
  readonly call: ClearedCall;
  readonly snapshot: Snapshot;
}

/** Keeps the snapshot of a command that has ended; deletes it if its chat ended before. */
export type RetainSnapshot = (kept: RetainedSnapshot) => void;

/** Limit for each window; the oldest snapshots are deleted. */
const maxRetained = 20;

/** The copies of commands that have ended, for a rollback by hand. */
export class RetainedSnapshots {
  /** Oldest first. */
  private readonly kept = new Map<string, RetainedSnapshot>();
  /** How often each chat has ended or was cleared. */
  private readonly endings = new Map<string, number>();

  /** Call before a command runs, because its chat may end meanwhile and lose its snapshots. */
  retainerOf(sessionId: string): RetainSnapshot {
    const since = this.endings.get(sessionId);
    return (one) => {
      if (this.endings.get(sessionId) === since) this.keep(one);
      else one.snapshot.drop();
    };
  }

  find(call: RollbackCall): RetainedSnapshot | undefined {
    return this.kept.get(keyOf(call));
  }

  /**
   * Call after a rollback: forgets the snapshot, and deletes those of later commands that changed
   * the same files, because they would restore a state that no longer exists.
   */
  rolledBack(call: RollbackCall): void {
    const { kept } = this;
    const key = keyOf(call);
    const changed = new Set(kept.get(key)?.snapshot.changed());
    const laterKeys = [...kept.keys()].slice([...kept.keys()].indexOf(key) + 1);
    const later = new Set(laterKeys.map((each) => kept.get(each)));
    kept.delete(key);
    this.dropAll(
      (one) => later.has(one) && one.snapshot.changed().some((path) => changed.has(path)),
    );
  }

  /** Deletes the snapshots of a chat (decision 42). */
  endSession(sessionId: string): void {
    this.endings.set(sessionId, (this.endings.get(sessionId) ?? 0) + 1);
    this.dropAll((one) => callOf(one).sessionId === sessionId);
  }

  private keep(one: RetainedSnapshot): void {
    const { kept } = this;
    kept.set(keyOf(callOf(one)), one);
    const tooMany = [...kept.values()].slice(0, Math.max(0, kept.size - maxRetained));
    this.dropAll((each) => tooMany.includes(each));
  }

  private dropAll(isGone: (one: RetainedSnapshot) => boolean): void {
    for (const [key, one] of [...this.kept]) {
      if (!isGone(one)) continue;
      this.kept.delete(key);
      one.snapshot.drop();
    }
  }
}

function callOf({ call }: RetainedSnapshot): RollbackCall {
  const { raw, context } = call.valid.bound;
  return { sessionId: context.sessionId, toolCallId: raw.toolCallId };
}

function keyOf({ sessionId, toolCallId }: RollbackCall): string {
  return JSON.stringify([sessionId, toolCallId]);
}
