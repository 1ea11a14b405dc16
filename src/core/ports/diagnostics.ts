import type { Result } from '../contracts/failure';
import type { FileChanges } from './file-changes';

/** Problems in the code, by the editor or the compiler (003-diagnostics-1; decision 33). */
export interface Diagnostics {
  /** VS Code's diagnostics; waits briefly for language servers after a file change. */
  ofEditor(request: DiagnosticsRequest): Promise<Result<DiagnosticsReport>>;
  /** `cargo check` or `clippy`. Without cargo: an empty list and a warning (003-diagnostics-3). */
  ofCargo(
    kind: 'check' | 'clippy',
    request: DiagnosticsRequest,
  ): Promise<Result<DiagnosticsReport>>;
  /** How many problems are reported by default (003-diagnostics-2). */
  defaultMax(): number;
}

export interface DiagnosticsRequest {
  /** File or folder; undefined: the whole workspace. */
  readonly path: string | undefined;
  /** Exactly these files in place of `path`; those that are gone are left out. Editor only. */
  readonly files?: readonly string[];
  readonly max: number;
  readonly signal: AbortSignal;
}

/** For the check after a turn (decision 67). */
export interface ChangeChecks {
  readonly changedBy: FileChanges['changedBy'];
  /** What VS Code shows now, to know later what is new. */
  remember(): KnownProblems;
}

export interface KnownProblems {
  /** Those that were not there. */
  newOf<T extends ListedProblem>(problems: readonly T[]): Promise<readonly T[]>;
}

/** `file` is a real path. */
export type ListedProblem = Pick<DiagnosticItem, 'code' | 'file' | 'message' | 'severity'>;

export interface DiagnosticsReport {
  /** Worst first, then by file and line; at most `max`. Files that may not be read are left out. */
  readonly items: readonly DiagnosticItem[];
  readonly total: number;
  readonly warnings: readonly string[];
}

export interface DiagnosticItem {
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  /** Absolute. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly col: number;
  /** "ts", "eslint", "rustc" */
  readonly source?: string;
  readonly code?: string;
}
