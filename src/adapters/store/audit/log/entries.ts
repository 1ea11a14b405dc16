import * as z from 'zod';
import {
  type AuditEntry,
  auditEntrySchema,
  type SealedEntry,
} from '../../../../core/contracts/audit/entry';
import { parseJson } from '../../../../core/contracts/json';
import { chainStart, parseMark } from './lines';

/** An entry as JSON. The arguments, which may be long, follow what the index needs. */
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

/** The indexed part of an entry. */
export interface EntryHead {
  readonly at: number; // Epoch milliseconds.
  readonly seq: number;
  readonly tool: string;
  readonly result: string;
}

const headSchema = auditEntrySchema.pick({ ts: true, tool: true, result: true });

/**
 * The indexed part of a line. Only the text before the arguments of a chained line is parsed.
 * Undefined if the line is not an entry.
 */
export function parseHead(line: string): EntryHead | undefined {
  const mark = parseMark(line);
  const call = mark === undefined ? -1 : line.indexOf(',"call":');
  const json = call === -1 ? line : `${line.slice(0, call)}}`;
  const { ts, tool, result } = headSchema.safeParse(parseJson(json)).data ?? {};
  const at = Date.parse(ts ?? '');
  if (tool === undefined || result === undefined || Number.isNaN(at)) return undefined;
  return { at, seq: mark?.seq ?? 0, tool, result };
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
