import * as z from 'zod';
import {
  type AuditEntry,
  auditEntrySchema,
  type SealedEntry,
} from '../../../../core/contracts/audit/entry';
import { parseJson } from '../../../../core/contracts/json';
import { chainStart, parseMark } from './lines';

/** An entry as JSON. The arguments, which may be long, come last. */
export function encodeEntry({ call, ...rest }: AuditEntry): string {
  return JSON.stringify({ ...rest, call });
}

const noteSchema = z.union([
  z.object({ ts: z.string(), dropped_bytes: z.int() }),
  z.object({ ts: z.string(), seal_late: z.enum(['slow', 'crash']) }),
]);

/** Undefined if the line is not an audit entry. */
export function parseEntry(line: string): AuditEntry | undefined {
  return auditEntrySchema.safeParse(parseJson(line)).data;
}

/**
 * The entry with its position in the chain, 0 for one that was put there. Undefined if the line is
 * not an entry.
 */
export function parseSealed(line: string, writer: string): SealedEntry | undefined {
  const entry = parseEntry(line);
  return entry && { ...entry, ...(parseMark(line) ?? { writer, seq: 0, prev: chainStart.digest }) };
}

/** The time of an entry in epoch milliseconds, also of the beginning of a line; undefined if unknown. */
export function timeOf(line: string): number | undefined {
  const at = Date.parse(/"ts":"([^"]*)"/.exec(line)?.[1] ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/**
 * What a line that is no entry records: a line `cut` by a crash, or a `late` seal. Undefined if it is
 * no such line.
 */
export function parseNote(line: string): 'cut' | 'late' | undefined {
  const note = noteSchema.safeParse(parseJson(line)).data;
  if (note === undefined) return undefined;
  return 'seal_late' in note ? 'late' : 'cut';
}
