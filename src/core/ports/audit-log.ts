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
  /** The tools in the log, sorted. */
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

/** The key of the seals: 32 bytes in SecretStorage, created on first use. */
export interface AuditKey {
  /** Fails if SecretStorage refuses: the log is then written without a seal. */
  get(): Promise<Result<Uint8Array>>;
  /**
   * Number of a writer's newest seal, stored with the key, so that replacing it by an older one is
   * detected; 0 if there is none. Only seals of one folder.
   */
  newest(writer: string): Promise<Result<number>>;
  /** Call when the seal with that number is on disk; 0 forgets the writer. */
  remember(writer: string, seal: number): Promise<Result<void>>;
}
