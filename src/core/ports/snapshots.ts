import type { CallPaths } from '../contracts/calls/call-paths';
import type { RollbackReport } from '../contracts/calls/outcome';
import type { TransactionPolicy } from '../contracts/policy/policy';
import type { Result } from '../contracts/failure';
import type { ShellAnalysis } from '../contracts/calls/shell-analysis';

/** Snapshots of files for a command that may be rolled back (000-transaction-1). */
export interface Snapshots {
  /**
   * Copies what a command may change, before it runs. Undefined if that is nothing inside the roots
   * and the scope. Fails with `snapshot_failed` if not everything can be copied, `cancelled` if
   * aborted; no copy is then left.
   */
  take(request: SnapshotRequest): Promise<Result<Snapshot | undefined>>;
}

export interface SnapshotRequest {
  readonly reading: ShellAnalysis;
  /** The paths of the call as they were judged. */
  readonly paths: CallPaths;
  readonly scope: TransactionPolicy['scope'];
  /** 0 is unlimited. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** The snapshot of one command. No method rejects. */
export interface Snapshot {
  /**
   * Call once, when the command has ended: records what it changed, and rolls that back if
   * `rollBack` is set and no changes by others would be lost.
   */
  ended(options: { readonly rollBack: boolean }): Promise<SnapshotEnd>;
  /** After `ended`: rolls the command back if the user confirms. */
  rollBack(confirm: ConfirmRollback): Promise<RollbackAnswer>;
  /** After `ended`: absolute paths of what the command changed. */
  changed(): readonly string[];
  /** Deletes the copies. */
  drop(): void;
}

export type SnapshotEnd =
  /** The command changed nothing in the snapshot, which is deleted. */
  | { readonly state: 'unchanged' }
  /** It can be rolled back. */
  | { readonly state: 'kept' }
  /**
   * The rollback was withheld, because changes by others would be lost. The user can still start
   * it.
   */
  | { readonly state: 'withheld'; readonly reason: string }
  | RollbackDone;

/** `declined`: the user said no, and nothing changed. */
export type RollbackAnswer = { readonly state: 'declined' } | RollbackDone;

export type RollbackDone =
  | ({ readonly state: 'rolled-back' } & RolledBack)
  | ({ readonly state: 'failed' } & RollbackFailure);

export interface RolledBack {
  readonly report: RollbackReport;
  /** Notes for the user: files without a copy, cleanup that failed. */
  readonly notes: readonly string[];
}

export interface RollbackFailure {
  /** What went wrong, and the resulting state. */
  readonly message: string;
  /**
   * A partial restore is a hard error (000-transaction-3): the copies are kept, the message says
   * where, and it cannot be retried. Otherwise nothing changed.
   */
  readonly isHard: boolean;
  /** What was restored and removed anyway. */
  readonly report: RollbackReport;
}

/** Asks the user; false leaves everything as it is. */
export type ConfirmRollback = (question: RollbackQuestion) => Promise<boolean>;

/** What a rollback would do; paths relative to the workspace. */
export interface RollbackQuestion {
  readonly restores: readonly string[];
  readonly removes: readonly string[];
  /** Changed or saved by others since the command began: that would be lost. */
  readonly changedSince: readonly string[];
  /** Open in an editor with unsaved changes; these stay in the editor. */
  readonly unsaved: readonly string[];
  /** True if another command ran at the same time and may have changed the same files. */
  readonly hadOverlap: boolean;
}

/** What the user did to files meanwhile. */
export interface UserEdits {
  /** Marks the current time for `since`. */
  mark(): number;
  /** Absolute paths that the user saved, created, moved or deleted since. */
  since(mark: number): readonly string[];
  /** Absolute paths of files with unsaved changes. */
  dirty(): readonly string[];
}
