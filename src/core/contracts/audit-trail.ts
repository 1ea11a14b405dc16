import type { AuditEntry } from './audit';

/** What a row must be to be shown; absent = whatever it is. */
export interface AuditFilter {
  /** Canonical id. */
  readonly tool?: string;
  readonly results?: readonly AuditEntry['result'][];
  /** Contained in call, summary, tool, ids or reasons, whatever its case. */
  readonly text?: string;
  /** ISO 8601, UTC; inclusive. */
  readonly from?: string;
  /** ISO 8601, UTC; exclusive. */
  readonly to?: string;
}

/**
 * What is wrong with the log.
 * - `altered`: a line is not what the next one was chained to, or is no entry, or is out of order.
 * - `removed_head`: the log begins later than the seal says, and retention did not do it.
 * - `removed_tail`: entries that the seal names are missing at the end.
 * - `recomputed`: the chain fits itself, but not the seal.
 * - `torn`: the last line is unfinished, as a crash leaves it; no acknowledged entry is in it.
 * - `missing_file`: a file between others is gone.
 * - `unsealed`: no seal can be checked: it is missing, altered, or made with another key.
 */
export const auditFindingKinds = [
  'altered',
  'removed_head',
  'removed_tail',
  'recomputed',
  'torn',
  'missing_file',
  'unsealed',
] as const;

export interface AuditFinding {
  readonly kind: (typeof auditFindingKinds)[number];
  /** Name of the file in the storage folder. */
  readonly file: string;
  /** Counts from 1. */
  readonly line?: number;
  /** What it means, and what to do: for people. */
  readonly text: string;
}

export interface AuditVerdict {
  readonly entries: number;
  readonly files: number;
  readonly writers: number;
  /** Entries behind the last seal: their order is proven, their number is not. */
  readonly unsealed: number;
  readonly findings: readonly AuditFinding[];
}
