import type { SealedEntry } from '../../../core/contracts/audit';
import { auditColumns } from './audit-fields';

const lineEnd = '\r\n';

/** What spreadsheets take for the beginning of a formula. */
const formula = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

/** The names of the fields, as the first line of a CSV file (RFC 4180). */
export const csvHead = auditColumns.join(',') + lineEnd;

/**
 * An entry as a line of CSV: every field quoted, quotes doubled. What a model wrote must not run in
 * the spreadsheet of an auditor: a text that begins like a formula is set behind an apostrophe.
 */
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
