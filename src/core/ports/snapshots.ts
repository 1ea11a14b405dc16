import type { Sentence } from '../base/sentence';
import type { CallPaths } from '../contracts/calls/call-paths';
import type { RollbackReport } from '../contracts/calls/outcome';
import type { ChangeOrigin } from '../contracts/file-changes';
import type { TransactionPolicy } from '../contracts/policy/policy';
import type { Result } from '../contracts/failure';
import type { ShellAnalysis } from '../contracts/calls/shell-analysis';

/** Snapshots of files for a call that can be undone (000-transaction-1, 003-mcp-5). */
export interface Snapshots {
  /** Before it runs. Undefined if nothing is in scope; `snapshot_failed` if not all is copied. */
  take(request: SnapshotRequest): Promise<Result<Snapshot | undefined>>;
}

export interface SnapshotRequest {
  readonly by: ChangeOrigin;
  /** Of a command. Without one, only the files that the arguments of a foreign tool name are copied. */
  readonly reading: ShellAnalysis | undefined;
  /** The paths of the call as they were judged. */
  readonly paths: CallPaths;
  readonly limits: Pick<TransactionPolicy, 'scope' | 'maxBytes' | 'maxEntries' | 'skip'>;
  readonly signal: AbortSignal;
}

/** The snapshot of one command. */
export interface Snapshot {
  /** Call once at its end: records what it changed; rolls back unless others would lose changes. */
  ended(options: { readonly rollBack: boolean }): Promise<SnapshotEnd>;
}

export type SnapshotEnd =
  /** The command changed nothing in the snapshot. */
  | { readonly state: 'unchanged' }
  /** Its changes are on record. */
  | ({ readonly state: 'kept' } & SnapshotNotes)
  /** Withheld: changes by others would be lost. The user can still start it. */
  | ({ readonly state: 'withheld'; readonly message: Sentence } & SnapshotNotes)
  | ({ readonly state: 'rolled-back' } & RolledBack)
  | ({ readonly state: 'failed' } & RollbackFailure);

interface SnapshotNotes {
  /** What cannot be undone, for the user and the model. */
  readonly notes: readonly Sentence[];
}

export interface RolledBack extends SnapshotNotes {
  readonly report: RollbackReport;
}

interface RollbackFailure {
  /** What went wrong, and the resulting state. */
  readonly message: Sentence;
  /** A partial restore is a hard error (000-transaction-3). Otherwise nothing changed. */
  readonly isHard: boolean;
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

/** A net below all tables: what commands did to protected files (decision protected-files). */
export interface ProtectedFiles {
  /** Call before a command runs. `patterns`: the user's own. Never rejects. */
  watch(by: ChangeOrigin, patterns: readonly string[]): Promise<ProtectedWatch>;
}

export interface ProtectedWatch {
  /**
   * Records for Undo what has changed since the last look, and describes it; never rejects. What the
   * user or another call changed is left out.
   */
  look(): Promise<readonly Sentence[]>;
  /** The last look. `late`: its card is no longer open to warnings, so the user is warned apart. */
  end(options: { readonly late: boolean }): Promise<readonly Sentence[]>;
}
