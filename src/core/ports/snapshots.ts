import type { CallPaths } from '../contracts/calls/call-paths';
import type { RollbackReport } from '../contracts/calls/outcome';
import type { TransactionPolicy } from '../contracts/policy/policy';
import type { Result } from '../contracts/failure';
import type { ShellAnalysis } from '../contracts/calls/shell-analysis';

/** Copies of files for a command that may have to be taken back (000-transaction-1). */
export interface Snapshots {
  /**
   * Copies what a command may change, before it runs. Undefined when that is nothing inside the
   * roots and the scope. `snapshot_failed` when it cannot be copied whole, `cancelled` when
   * aborted: then no copy is left.
   */
  take(request: SnapshotRequest): Promise<Result<Snapshot | undefined>>;
}

export interface SnapshotRequest {
  readonly reading: ShellAnalysis;
  /** The places of the call as they were judged. */
  readonly paths: CallPaths;
  readonly scope: TransactionPolicy['scope'];
  /** 0 is unlimited. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** The copies made for one command. Nothing here rejects. */
export interface Snapshot {
  /**
   * The command has ended: notes what it changed, and takes that back when `rollBack` is set and
   * nothing of anybody else would be lost. To be called once.
   */
  ended(options: { readonly rollBack: boolean }): Promise<SnapshotEnd>;
  /** After `ended`: takes the command back when the person says so. */
  rollBack(confirm: ConfirmRollback): Promise<RollbackAnswer>;
  /** After `ended`: absolute paths of what the command changed. */
  changed(): readonly string[];
  /** Deletes the copies. */
  drop(): void;
}

export type SnapshotEnd =
  /** The command changed nothing of what was copied; the copies are gone. */
  | { readonly state: 'unchanged' }
  /** It can be rolled back. */
  | { readonly state: 'kept' }
  /** Was to be rolled back, and was not: the work of others would be lost. The person can do it. */
  | { readonly state: 'withheld'; readonly reason: string }
  | RollbackDone;

/** `declined`: the person said no, and nothing has changed. */
export type RollbackAnswer = { readonly state: 'declined' } | RollbackDone;

export type RollbackDone =
  | ({ readonly state: 'rolled-back' } & RolledBack)
  | ({ readonly state: 'failed' } & RollbackFailure);

export interface RolledBack {
  readonly report: RollbackReport;
  /** What people should know beside: what had no copy, what could not be tidied up. */
  readonly notes: readonly string[];
}

export interface RollbackFailure {
  /** What went wrong, what holds now and what does not. */
  readonly message: string;
  /**
   * A partial restore is a hard error (000-transaction-3). The copies are then kept and the person
   * is told where; it cannot be tried again. Otherwise nothing has changed.
   */
  readonly isHard: boolean;
  /** What was restored and removed all the same. */
  readonly report: RollbackReport;
}

/** Asks the person; false leaves everything as it is. */
export type ConfirmRollback = (question: RollbackQuestion) => Promise<boolean>;

/** What a rollback would do; paths relative to the workspace. */
export interface RollbackQuestion {
  readonly restores: readonly string[];
  readonly removes: readonly string[];
  /** Changed or saved by somebody else since the command began: that would be lost. */
  readonly changedSince: readonly string[];
  /** Open in an editor with changes that are not saved; these stay in the editor. */
  readonly unsaved: readonly string[];
  /** True when another command ran meanwhile and may have changed the same files. */
  readonly besideAnother: boolean;
}

/** What the person did to files meanwhile. */
export interface UserEdits {
  /** A point in time to ask from. */
  mark(): number;
  /** Absolute paths that were saved, created, moved or deleted by the person since. */
  since(mark: number): readonly string[];
  /** Absolute paths of files with changes that are not saved. */
  dirty(): readonly string[];
}
