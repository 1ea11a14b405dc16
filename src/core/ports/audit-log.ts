import type { AuditEntry, SealedEntry, AuditFilter, AuditVerdict } from '../contracts/audit/entry';
import type { Result } from '../contracts/failure';

/** The append-only log of every call (000-audit-3). */
export interface AuditLog {
  /** Resolves when the entry is flushed to disk; a failure fails the call (fail closed). */
  append(entry: AuditEntry): Promise<Result<void>>;
}

/** The query side of the audit log: all writers of the folder, merged. */
export interface AuditQuery {
  /** One page by key, so that the cost does not grow with the log. */
  list(page: AuditPageRequest): Promise<Result<AuditPage>>;
  tools(): Promise<Result<readonly string[]>>;
}

export interface AuditPageRequest {
  readonly filter?: AuditFilter;
  /** Default: `newest`. */
  readonly order?: 'newest' | 'oldest';
  /** `next` of the previous page. */
  readonly after?: string;
  /** At most 1000. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface AuditPage {
  readonly rows: readonly AuditRow[];
  /** Key of the next page; undefined at the end. */
  readonly next?: string;
}

export interface AuditRow extends SealedEntry {
  /** Identifies the row in this folder, on any page. */
  readonly row: string;
}

/** Verifies that the log is unchanged (`Gatehouse: Verify Audit Log`). */
export interface AuditTrail {
  /** Reads every file once. `onProgress`: fraction done, 0 to 1. */
  verify(options: {
    readonly signal: AbortSignal;
    readonly onProgress?: (done: number) => void;
  }): Promise<Result<AuditVerdict>>;
}

/** What secret storage holds about the log of one writer. */
export interface SealedLog {
  /** Random; every seal of the log names it. A log that starts over gets another one. */
  readonly log: string;
  /** Number of a recent seal; 0 before the first. Later seals may exist, earlier ones not. */
  readonly number: number;
  /** True while the user erases the log: its files may be there or gone. */
  readonly isErasing?: boolean;
}

/** The secrets of the seals of one folder, in SecretStorage. No call rejects. */
export interface AuditKey {
  /** 32 bytes, created on first use. Fails if SecretStorage refuses: no seal is made then. */
  get(): Promise<Result<Uint8Array>>;
  /** What was remembered about a writer's log; undefined if nothing was. */
  sealedLog(writer: string): Promise<Result<SealedLog | undefined>>;
  remember(writer: string, sealed: SealedLog): Promise<Result<void>>;
  /** The highest number of a second window whose log was remembered; 0 if none was. */
  highestSlot(): Promise<Result<number>>;
}
