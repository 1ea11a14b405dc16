import * as z from 'zod';
import { setImmediate } from 'node:timers/promises';
import {
  auditResults,
  type AuditResult,
  type SealedEntry,
} from '../../../core/contracts/audit/entry';
import { failure, type Failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import type { AuditPageRequest, AuditRow } from '../../../core/ports/audit-log';
import { AuditTools } from './audit-index';
import { parseJson } from '../../../core/contracts/json';
import { parseMark, parseSealed } from './log/lines';
import {
  selectAuditFiles,
  selectAuditPage,
  type AuditColumns,
  type AuditOrder,
} from '../database/audit-schema';
import type { StoreDatabase } from '../database/database';
import { withFile } from '../../system/whole-file';
import type { StoreFolder } from '../disk/file-names';
import { inFolder } from '../disk/file-names';
import { joinNeighbors } from '../disk/neighbors';

const locationSchema = z.object({
  at: z.number(),
  writer: z.string(),
  seq: z.number(),
  file: z.number(),
  position: z.number(),
  bytes: z.number(),
});

/** The location of an entry according to the index. */
export type EntryLocation = z.infer<typeof locationSchema>;

const keySchema = z.tuple([z.number(), z.string(), z.number(), z.number(), z.number()]);

/** A position among all rows, in sort order. */
export type PageKey = z.infer<typeof keySchema>;

/** A page request in terms of the index. */
export interface Selection {
  readonly order: AuditOrder;
  readonly tool: string | undefined;
  readonly results: readonly AuditResult[] | undefined;
  /** The page begins after this key. */
  readonly start: PageKey;
  /** Time limit in epoch ms: inclusive for `newest`, exclusive for `oldest`. */
  readonly end: number;
}

const namesSchema = z.array(z.object({ id: z.number(), name: z.string() }));

export function readRequest({ filter = {}, order, after }: AuditPageRequest): Result<Selection> {
  const from = filter.from === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(filter.from);
  const to = filter.to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(filter.to);
  if (Number.isNaN(from) || Number.isNaN(to)) {
    return fail(wrong('a time is not in ISO 8601 format'));
  }
  const decoded = after === undefined ? undefined : decodeKey(after);
  if (after !== undefined && decoded === undefined) return fail(wrong('the page key is unknown'));
  const { tool, results: wanted } = filter;
  const rest = { tool, results: wanted };
  if (order === 'oldest') {
    const start = later([from, '', -1, 0, 0], decoded);
    return succeed({ ...rest, order: 'oldest', end: to, start });
  }
  const start = earlier([to, '', 0, 0, 0], decoded);
  return succeed({ ...rest, order: 'newest', end: from, start });
}

/** A key from a page with another filter must not lead outside this filter. */
function earlier(bound: PageKey, key = bound): PageKey {
  return key[0] < bound[0] ? key : bound;
}

function later(bound: PageKey, key = bound): PageKey {
  return key[0] < bound[0] ? bound : key;
}

function wrong(why: string): Failure {
  return failure('validation', `The audit log cannot be listed: ${why}.`, {
    suggestion: 'Open the first page again.',
  });
}

/**
 * The next locations after `start`. Each pair of tool and result is one range of an index, so the
 * cost does not depend on the position of the page or the length of the log.
 */
export function selectLocations(
  database: StoreDatabase,
  { order, tool, results: wanted, end }: Selection,
  { start, limit }: { readonly start: PageKey; readonly limit: number },
): readonly EntryLocation[] {
  const id = tool === undefined ? undefined : new AuditTools(database).has(tool);
  if (tool !== undefined && id === undefined) return [];
  const locations = (columns: AuditColumns, values: readonly (string | number)[]) =>
    database
      .rows(selectAuditPage(order, columns), [...values, end, ...start, limit])
      .map((row) => locationSchema.parse(row));
  if (id === undefined && wanted === undefined) return locations([], []);
  const found = [...new Set(wanted ?? auditResults)].flatMap((result) =>
    id === undefined
      ? locations(['result'], [result])
      : locations(['tool', 'result'], [id, result]),
  );
  const direction = order === 'newest' ? -1 : 1;
  return found.sort((a, b) => direction * compare(keyOf(a), keyOf(b))).slice(0, limit);
}

/** Current names of the indexed files by id. */
export function auditFileNames(database: StoreDatabase): ReadonlyMap<number, string> {
  const files = namesSchema.parse(database.rows(selectAuditFiles));
  return new Map(files.map(({ id, name }) => [id, name]));
}

export function keyOf({ at, writer, seq, file, position }: EntryLocation): PageKey {
  return [at, writer, seq, file, position];
}

export function encodeKey(key: PageKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function decodeKey(text: string): PageKey | undefined {
  return keySchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString())).data;
}

/** Compares like SQL: text by its bytes. */
function compare(a: PageKey, b: PageKey): number {
  return (
    a[0] - b[0] ||
    Buffer.compare(Buffer.from(a[1]), Buffer.from(b[1])) ||
    a[2] - b[2] ||
    a[3] - b[3] ||
    a[4] - b[4]
  );
}

/** `other`: the entry does not contain the text. Undefined: the entry is not at its location. */
export type ReadRow = AuditRow | 'other' | undefined;

export interface AuditRowsContext extends StoreFolder {
  readonly names: ReadonlyMap<number, string>;
  readonly match: TextMatch | undefined;
}

/** Bytes read and searched before other work gets a turn; the lines between cost little. */
const together = { gapBytes: Infinity, maxBytes: 256 * 1024 };

/**
 * Reads entries, neighbors in one read, in the order of `locations`. Entries without the text are
 * dropped immediately, so that memory holds only the result.
 */
export async function readRows(
  context: AuditRowsContext,
  locations: readonly EntryLocation[],
  signal: AbortSignal,
): Promise<readonly ReadRow[]> {
  const rows = new Map<EntryLocation, ReadRow>();
  for (const id of new Set(locations.map((at) => at.file))) {
    const name = context.names.get(id);
    if (name === undefined) continue;
    const wanted = locations.filter((one) => one.file === id);
    await withFile(context.disk, inFolder(context.folder, name), async (file) => {
      for (const { from, to, items } of joinNeighbors(wanted, together)) {
        if (signal.aborted) return;
        const bytes = await file.read(from, to - from);
        for (const at of items) {
          const start = at.position - from;
          rows.set(at, readRow(bytes.subarray(start, start + at.bytes), at, context.match));
        }
        await setImmediate();
      }
    });
  }
  return locations.map((at) => rows.get(at));
}

function readRow(bytes: Uint8Array, at: EntryLocation, match: TextMatch | undefined): ReadRow {
  const line = Buffer.from(bytes).toString();
  // The file may have been rotated meanwhile: then another file has its name.
  if ((parseMark(line)?.seq ?? 0) !== at.seq) return undefined;
  const entry = findText(line, at.writer, match);
  if (entry === undefined || entry === 'other') return entry;
  return { ...entry, row: `${at.writer}.${at.seq}.${at.position}` };
}

/** Case-insensitive search for a text in entries: `AuditFilter.text`. */
export interface TextMatch {
  /** False if the line cannot contain the text and need not be parsed. */
  mayHold(line: string): boolean;
  holds(entry: SealedEntry): boolean;
}

/**
 * Text that JSON does not escape. Sigma is excluded: its lower case depends on the end of the word,
 * which differs in JSON.
 */
const plain = /^[^"\\\p{Cc}\p{Cs}σς]*$/u;

export function createTextMatch(text: string): TextMatch {
  const wanted = text.toLowerCase();
  const isPlain = plain.test(wanted);
  return {
    mayHold: (line) => !isPlain || line.toLowerCase().includes(wanted),
    holds: (entry) => textsOf(entry).some((one) => one.toLowerCase().includes(wanted)),
  };
}

/**
 * The entry of a line; `other` if it does not contain the text, undefined if it is not an entry.
 */
export function findText(
  line: string,
  writer: string,
  match: TextMatch | undefined,
): SealedEntry | 'other' | undefined {
  if (match !== undefined && !match.mayHold(line)) return 'other';
  const entry = parseSealed(line, writer);
  return entry !== undefined && match?.holds(entry) === false ? 'other' : entry;
}

function textsOf(entry: SealedEntry): readonly string[] {
  const ids = [entry.tool_call_id, entry.session, entry.caller_id, entry.overflow_id];
  return [
    entry.tool,
    entry.summary,
    ...ids.flatMap((id) => id ?? []),
    ...entry.gates.map(({ reason }) => reason),
    ...stringsIn(entry.call),
  ];
}

/** Keys and values at any depth: their JSON would contain escapes that no one types. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [key, ...stringsIn(one)]);
}
