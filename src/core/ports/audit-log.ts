import type { AuditEntry, SealedEntry, AuditFilter, AuditVerdict } from '../contracts/audit/entry';
import type { Result } from '../contracts/failure';

/** The append-only log of every call (000-audit-3). */
export interface AuditLog {
  /** Settles when the entry is flushed to disk; a failure fails the call (fail closed). */
  append(entry: AuditEntry): Promise<Result<void>>;
}

/** The query side of the audit log: all writers of the folder, merged. */
export interface AuditQuery {
  /** One page by key, so that it costs the same however long the log is. */
  list(page: AuditPageRequest): Promise<Result<AuditPage>>;
  /** The tools that the log names, sorted. */
  tools(): Promise<Result<readonly string[]>>;
}

export interface AuditPageRequest {
  readonly filter?: AuditFilter;
  /** `newest` unless told. */
  readonly order?: 'newest' | 'oldest';
  /** `next` of the page before. */
  readonly after?: string;
  /** At most 1000. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface AuditPage {
  readonly rows: readonly AuditRow[];
  /** Key of the page behind this one; undefined at the end. */
  readonly next?: string;
}

export interface AuditRow extends SealedEntry {
  /** Names the row in this folder, whatever the page. */
  readonly row: string;
}

/** Proves that the log is as it was written (`Gatehouse: Verify Audit Log`). */
export interface AuditTrail {
  /** Reads every file once. `onProgress`: the part that is done, 0 to 1. */
  verify(options: {
    readonly signal: AbortSignal;
    readonly onProgress?: (done: number) => void;
  }): Promise<Result<AuditVerdict>>;
}

/** The key of the seals: 32 bytes from SecretStorage, made with the first use. */
export interface AuditKey {
  /**
   * Fails when the storage of secrets refuses: the log is written then, and its head is not sealed.
   */
  get(): Promise<Result<Uint8Array>>;
  /**
   * Number of the newest seal of a writer, kept beside the key, so that an older seal in its place
   * shows; 0 when there is none. One folder's seals only.
   */
  newest(writer: string): Promise<Result<number>>;
  /** Called when the seal of that number is on disk; 0 forgets the writer. */
  remember(writer: string, seal: number): Promise<Result<void>>;
}
