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

/** The copies of commands that have ended, for a rollback by hand. */
/** Keeps the snapshot of a command that has ended; deletes it if its chat ended before. */
export type RetainSnapshot = (kept: RetainedSnapshot) => void;

export interface RetainedSnapshots {
  /** Called before a command runs, because its chat may end meanwhile and lose its snapshots. */
  retainerOf(sessionId: string): RetainSnapshot;
  find(call: RollbackCall): RetainedSnapshot | undefined;
  /**
   * Call after a rollback: forgets the snapshot, and deletes those of later commands that changed
   * the same files, because they would restore a state that no longer exists.
   */
  rolledBack(call: RollbackCall): void;
  /** Deletes the snapshots of a chat (decision 42). */
  endSession(sessionId: string): void;
}

/** Limit for each window; the oldest snapshots are deleted. */
const maxRetained = 20;

export function createRetainedSnapshots(): RetainedSnapshots {
  /** Oldest first. */
  const kept = new Map<string, RetainedSnapshot>();
  /** How often each chat has ended or was cleared. */
  const endings = new Map<string, number>();
  const forgetAll = (isGone: (one: RetainedSnapshot) => boolean): void => {
    for (const [key, one] of [...kept]) {
      if (!isGone(one)) continue;
      kept.delete(key);
      one.snapshot.drop();
    }
  };
  const keep: RetainSnapshot = (one) => {
    kept.set(keyOf(callOf(one)), one);
    const tooMany = [...kept.values()].slice(0, Math.max(0, kept.size - maxRetained));
    forgetAll((each) => tooMany.includes(each));
  };
  return {
    retainerOf: (sessionId) => {
      const since = endings.get(sessionId);
      return (one) => {
        if (endings.get(sessionId) === since) keep(one);
        else one.snapshot.drop();
      };
    },
    find: (call) => kept.get(keyOf(call)),
    rolledBack: (call) => {
      const key = keyOf(call);
      const changed = new Set(kept.get(key)?.snapshot.changed());
      const laterKeys = [...kept.keys()].slice([...kept.keys()].indexOf(key) + 1);
      const later = new Set(laterKeys.map((each) => kept.get(each)));
      kept.delete(key);
      forgetAll(
        (one) => later.has(one) && one.snapshot.changed().some((path) => changed.has(path)),
      );
    },
    endSession: (sessionId) => {
      endings.set(sessionId, (endings.get(sessionId) ?? 0) + 1);
      forgetAll((one) => callOf(one).sessionId === sessionId);
    },
  };
}

function callOf({ call }: RetainedSnapshot): RollbackCall {
  const { raw, context } = call.valid.bound;
  return { sessionId: context.sessionId, toolCallId: raw.toolCallId };
}

function keyOf({ sessionId, toolCallId }: RollbackCall): string {
  return JSON.stringify([sessionId, toolCallId]);
}
