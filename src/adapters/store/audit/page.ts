import * as z from 'zod';
import { setImmediate } from 'node:timers/promises';
import {
  auditEntrySchema,
  type AuditEntry,
  type SealedEntry,
} from '../../../core/contracts/audit/entry';
import { failure, type Failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import type { AuditPageRequest, AuditRow } from '../../../core/ports/audit-log';
import { openAuditTools } from './audit-index';
import { parseJson, parseMark, parseSealed } from './log/lines';
import {
  selectAuditFiles,
  selectAuditPage,
  type AuditColumns,
  type AuditOrder,
} from '../database/audit-schema';
import type { StoreDatabase } from '../database/database';
import { withFile, type Disk } from '../disk/disk';
import { inFolder } from '../disk/file-names';

const locationSchema = z.object({
  at: z.number(),
  writer: z.string(),
  seq: z.number(),
  file: z.number(),
  position: z.number(),
  bytes: z.number(),
});

/** Where a row of the index says that an entry is. */
export type EntryLocation = z.infer<typeof locationSchema>;

const keySchema = z.tuple([z.number(), z.string(), z.number(), z.number(), z.number()]);

/** A place among all rows, in their order. */
export type PageKey = z.infer<typeof keySchema>;

/** What a page selects, in the terms of the index. */
export interface Selection {
  readonly order: AuditOrder;
  readonly tool: string | undefined;
  readonly results: readonly AuditEntry['result'][] | undefined;
  /** Behind it the first row stands. */
  readonly start: PageKey;
  /** Epoch milliseconds at which the rows end: inclusive from the newest, exclusive from the oldest. */
  readonly end: number;
}

const results = auditEntrySchema.shape.result.options;

const namesSchema = z.array(z.object({ id: z.number(), name: z.string() }));

/** Checks what a page was asked for. */
export function readRequest({ filter = {}, order, after }: AuditPageRequest): Result<Selection> {
  const from = filter.from === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(filter.from);
  const to = filter.to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(filter.to);
  if (Number.isNaN(from) || Number.isNaN(to)) return fail(wrong('a time is not in ISO 8601'));
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

/** A key of a page that was listed with another filter must not lead out of this one. */
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
 * The next places behind `start`. Each pair of tool and result is one stretch of an index, so that
 * this costs the same wherever the page is and however long the log.
 */
export function selectLocations(
  database: StoreDatabase,
  { order, tool, results: wanted, end }: Selection,
  { start, limit }: { readonly start: PageKey; readonly limit: number },
): readonly EntryLocation[] {
  const id = tool === undefined ? undefined : openAuditTools(database).has(tool);
  if (tool !== undefined && id === undefined) return [];
  const places = (columns: AuditColumns, values: readonly (string | number)[]) =>
    database
      .rows(selectAuditPage(order, columns), [...values, end, ...start, limit])
      .map((row) => locationSchema.parse(row));
  if (id === undefined && wanted === undefined) return places([], []);
  const found = [...new Set(wanted ?? results)].flatMap((result) =>
    id === undefined ? places(['result'], [result]) : places(['tool', 'result'], [id, result]),
  );
  const direction = order === 'newest' ? -1 : 1;
  return found.sort((a, b) => direction * compare(keyOf(a), keyOf(b))).slice(0, limit);
}

/** The names that the files of the index have now, by their ids. */
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

/** As SQL compares: text by its bytes. */
function compare(a: PageKey, b: PageKey): number {
  return (
    a[0] - b[0] ||
    Buffer.compare(Buffer.from(a[1]), Buffer.from(b[1])) ||
    a[2] - b[2] ||
    a[3] - b[3] ||
    a[4] - b[4]
  );
}

/** `other`: the entry does not hold the text. Undefined: it is not where it was. */
export type ReadRow = AuditRow | 'other' | undefined;

export interface AuditRowsContext {
  readonly disk: Disk;
  readonly folder: string;
  /** Names by the ids of the index. */
  readonly names: ReadonlyMap<number, string>;
  readonly match: TextMatch | undefined;
}

/** What is read in one go and looked through before others have their turn, in bytes. */
const bytesAtOnce = 256 * 1024;

/**
 * Reads entries from the files, neighbors in one go, in the order of `places`. What does not hold
 * the text is dropped as it comes, so that no more than the answer is held.
 */
export async function readRows(
  place: AuditRowsContext,
  places: readonly EntryLocation[],
  signal: AbortSignal,
): Promise<readonly ReadRow[]> {
  const rows = new Map<EntryLocation, ReadRow>();
  for (const id of new Set(places.map((at) => at.file))) {
    const name = place.names.get(id);
    if (name === undefined) continue;
    const wanted = places.filter((one) => one.file === id);
    await withFile(place.disk, inFolder(place.folder, name), async (file) => {
      for (const { from, to, parts } of byteRangesOf(wanted)) {
        if (signal.aborted) return;
        const bytes = await file.read(from, to - from);
        for (const at of parts) {
          const start = at.position - from;
          rows.set(at, readRow(bytes.subarray(start, start + at.bytes), at, place.match));
        }
        await setImmediate();
      }
    });
  }
  return places.map((at) => rows.get(at));
}

interface ByteRange {
  readonly from: number;
  to: number;
  readonly parts: EntryLocation[];
}

/** Neighbors in a file, as far as they fit into one read; other lines between them are read along. */
function byteRangesOf(places: readonly EntryLocation[]): readonly ByteRange[] {
  const stretches: ByteRange[] = [];
  for (const at of places.toSorted((a, b) => a.position - b.position)) {
    const to = at.position + at.bytes;
    const last = stretches.at(-1);
    if (last === undefined || to - last.from > bytesAtOnce) {
      stretches.push({ from: at.position, to, parts: [at] });
    } else {
      last.to = to;
      last.parts.push(at);
    }
  }
  return stretches;
}

function readRow(bytes: Uint8Array, at: EntryLocation, match: TextMatch | undefined): ReadRow {
  const line = Buffer.from(bytes).toString();
  // The file may have been given a number in between: then another one has its name.
  if ((parseMark(line)?.seq ?? 0) !== at.seq) return undefined;
  const entry = findText(line, at.writer, match);
  if (entry === undefined || entry === 'other') return entry;
  return { ...entry, row: `${at.writer}.${at.seq}.${at.position}` };
}

/** Finds entries that contain a text, whatever its case: `AuditFilter.text`. */
export interface TextMatch {
  /** False when the line cannot hold the text: it need not be parsed. */
  mayHold(line: string): boolean;
  holds(entry: SealedEntry): boolean;
}

/**
 * Looks the same in JSON as outside. A sigma does not: the small one at the end of a word is another
 * letter, and words end elsewhere in JSON.
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

/** The entry of a line; `other` when it does not hold the text, undefined when it is no entry. */
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

/** Keys and values, at any depth: JSON of them would hold escapes that nobody types. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [key, ...stringsIn(one)]);
}
