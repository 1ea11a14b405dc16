import { isAborted } from '../../../core/base/is-aborted';
import type { SealedEntry } from '../../../core/contracts/audit';
import { failure } from '../../../core/contracts/failure';
import { fail, succeed, type Result } from '../../../core/contracts/result';
import type { AuditQuery, AuditRow } from '../../../core/ports/audit-log';
import { csvHead, csvLine } from './audit-csv';
import type { AuditPagerOptions } from './audit-walk';

const batch = 1000;

export type AuditFormat = 'jsonl' | 'csv';

export interface AuditExport extends AuditPagerOptions {
  readonly query: AuditQuery;
  readonly format: AuditFormat;
  readonly signal: AbortSignal;
  /** Settles when the text is taken: the next page is read then, so memory holds one page. */
  readonly write: (text: string) => Promise<void>;
  /** Rows written so far. */
  readonly onProgress: (rows: number) => void;
}

/** Writes every row that matches, page by page; answers how many. */
export async function exportAudit(options: AuditExport): Promise<Result<number>> {
  const { query, filter, order, format, signal, write, onProgress } = options;
  const lineOf = format === 'csv' ? csvLine : jsonLine;
  if (format === 'csv') await write(csvHead);
  let after: string | undefined;
  let count = 0;
  do {
    const key = after === undefined ? {} : { after };
    const page = await query.list({ filter, order, limit: batch, signal, ...key });
    if (isAborted(signal)) return fail(failure('cancelled', 'The export was cancelled.'));
    if (!page.ok) return page;
    const { rows, next } = page.value;
    await write(rows.map(lineOf).join(''));
    count += rows.length;
    after = next;
    onProgress(count);
  } while (after !== undefined);
  return succeed(count);
}

function jsonLine(row: AuditRow): string {
  return `${JSON.stringify(sealedEntry(row))}\n`;
}

/** The row as it stands in its file. */
export function sealedEntry({ row, ...entry }: AuditRow): SealedEntry {
  return entry;
}
