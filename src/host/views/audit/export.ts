import { say } from '../../../core/base/sentence';
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { SealedEntry } from '../../../core/contracts/audit/entry';
import { failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import type { AuditQuery, AuditRow } from '../../../core/ports/audit-log';
import type { AuditPagerOptions } from './pager';
import { auditColumns } from './fields';
import { isAborted } from '../../../core/base/async';
import { viaTemporary } from '../../../adapters/system/whole-file';

const batch = 1000;

export type AuditFormat = 'jsonl' | 'csv';

export interface AuditExport extends AuditPagerOptions {
  readonly query: AuditQuery;
  readonly format: AuditFormat;
  readonly signal: AbortSignal;
  /** Settles when it is written: only then is the next page read, so memory holds one page. */
  readonly write: (text: string) => Promise<void>;
  readonly onProgress: (rows: number) => void;
}

/** Writes every matching row, page by page; returns their number. */
export async function exportAudit(options: AuditExport): Promise<Result<number>> {
  const { query, filter, order, format, signal, write, onProgress } = options;
  const lineOf =
    format === 'csv' ? csvLine : (row: AuditRow) => `${JSON.stringify(sealedEntry(row))}\n`;
  if (format === 'csv') await write(csvHead);
  let after: string | undefined;
  let count = 0;
  do {
    const key = after === undefined ? {} : { after };
    const page = await query.list({ filter, order, limit: batch, signal, ...key });
    if (isAborted(signal)) return fail(failure('cancelled', say`The export was cancelled.`));
    if (!page.ok) return page;
    const { rows, next } = page.value;
    await write(rows.map(lineOf).join(''));
    count += rows.length;
    after = next;
    onProgress(count);
  } while (after !== undefined);
  return succeed(count);
}

export function sealedEntry({ row, ...entry }: AuditRow): SealedEntry {
  return entry;
}

const lineEnd = '\r\n';

/** Characters that spreadsheets treat as the start of a formula. */
const formula = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

/** The names of the fields, as the first line of a CSV file (RFC 4180). */
export const csvHead = auditColumns.join(',') + lineEnd;

/** Every field is quoted; what begins like a formula gets an apostrophe, or it would run. */
export function csvLine(entry: SealedEntry): string {
  const values = new Map<string, unknown>(Object.entries(entry));
  return auditColumns.map((name) => cell(values.get(name))).join(',') + lineEnd;
}

function cell(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const inert = formula.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}

/** All or nothing: an earlier file stays until the new one is whole. Rejects with disk errors. */
export async function writeWhole<T>(
  file: string,
  produce: (write: (text: string) => Promise<void>) => Promise<Result<T>>,
): Promise<Result<T>> {
  const partial = `${file}.${randomUUID()}.partial`;
  let result!: Result<T>;
  const refused = await viaTemporary({
    make: async () => {
      const handle = await open(partial, 'wx');
      try {
        result = await produce((text) => handle.appendFile(text));
        if (result.ok) await handle.sync();
      } finally {
        await handle.close();
      }
      return result.ok ? undefined : result;
    },
    place: async () => {
      await rename(partial, file);
      return undefined;
    },
    discard: () => rm(partial, { force: true }),
  });
  return refused ?? result;
}
