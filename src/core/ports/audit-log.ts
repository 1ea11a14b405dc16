import type { AuditEntry } from '../contracts/audit';
import type { Result } from '../contracts/result';

/** The append-only log of every call (000 Tool Audit). */
export interface AuditLog {
  /** Settles when the entry is flushed to disk; a failure fails the call (fail closed). */
  append(entry: AuditEntry): Promise<Result<void>>;
}

/** The query side of the audit log. */
export interface AuditQuery {
  /** Newest first. `before` is the `seq` of the last row seen. */
  list(page: { readonly before?: number; readonly limit: number }): Promise<Result<AuditRow[]>>;
}

export interface AuditRow extends AuditEntry {
  readonly seq: number;
}
