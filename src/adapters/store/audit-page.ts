import * as z from 'zod';
import { auditEntrySchema, type AuditEntry } from '../../core/contracts/audit';
import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { AuditPageRequest } from '../../core/ports/audit-log';
import { openAuditTools } from './audit-index-tools';
import { parseJson } from './audit-lines';
import {
  selectAuditFiles,
  selectAuditPage,
  type AuditColumns,
  type AuditOrder,
} from './audit-schema';
import type { StoreDatabase } from './database';

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
