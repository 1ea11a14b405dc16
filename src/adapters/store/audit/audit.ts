import { succeed, failure, fail, type Result } from '../../../core/contracts/failure';
import type {
  AuditKey,
  AuditLog,
  AuditQuery,
  AuditTrail,
  AuditPage,
  AuditPageRequest,
  AuditRow,
} from '../../../core/ports/audit-log';
import { AuditTools } from './audit-index';
import { verifyAudit } from './log/verify';
import type { Clock } from '../../../core/ports/system';
import type { Autosave } from '../session/autosave';
import type { SessionQueue } from '../session/session';
import {
  auditFileNames,
  encodeKey,
  keyOf,
  readRequest,
  selectLocations,
  type EntryLocation,
  type PageKey,
  type Selection,
  readRows,
  type ReadRow,
  createTextMatch,
  type TextMatch,
} from './page';
import type { StoreDatabase } from '../database/database';
import type { StoreFolder } from '../disk/file-names';
import type { Problems } from '../disk/problems';

/** Appends to the audit log (000-audit-2); resolves once the entry is flushed. */
export function createAuditLog(queue: SessionQueue, autosave: Autosave): AuditLog {
  return {
    append: (entry) =>
      queue.run('write the audit entry', async (session) => {
        await session.folder.audit.append(entry);
        autosave.noteWrite(session);
        return succeed(undefined);
      }),
  };
}

/** `closing` aborts long work when the store closes. */
export interface ClosingContext {
  readonly closing: AbortSignal;
}

/** Lists pages of the audit log from its index. */
export function createAuditQuery(
  queue: SessionQueue,
  context: AuditQueryContext & ClosingContext,
): AuditQuery {
  return {
    list: (page) =>
      queue.run('read the audit log', ({ view }) =>
        listAudit(context, (work) => view.query(work), {
          ...page,
          signal: AbortSignal.any([page.signal, context.closing]),
        }),
      ),
    tools: () =>
      queue.run('read the audit log', ({ view }) =>
        view.query((database) => succeed(new AuditTools(database).names())),
      ),
  };
}

export interface AuditTrailContext extends ClosingContext, StoreFolder {
  readonly clock: Clock;
  readonly auditKey: AuditKey;
}

/** Verifies the audit log on disk. */
export function createAuditTrail(queue: SessionQueue, context: AuditTrailContext): AuditTrail {
  return {
    verify: (options) =>
      queue.run('verify the audit log', ({ folder }) =>
        verifyAudit(
          { ...context, own: folder.audit },
          { ...options, signal: AbortSignal.any([options.signal, context.closing]) },
        ),
      ),
  };
}

interface AuditQueryContext extends StoreFolder {
  readonly problems: Problems;
}

/** Runs work on the index once everything durable is in it. */
export type QueryIndex = <T>(work: (database: StoreDatabase) => T) => Promise<T>;

const maxPage = 1000;

/** Rows searched at once for a text. */
const searchedAtOnce = 500;

/** Entries may be long: a page ends when it reaches this size. */
const maxBytes = 8 * 1024 * 1024;

const listingCancelled = failure('cancelled', 'Listing the audit log was cancelled.', {
  suggestion: 'Open the page again.',
});

interface Search extends AuditQueryContext {
  readonly query: QueryIndex;
  readonly selection: Selection;
  readonly match: TextMatch | undefined;
  /** Maximum locations per batch. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
}

/**
 * A page of entries: found in the index, read from the audit files. Text is searched for in the
 * entries themselves, one batch at a time, so that other work does not wait long for the database.
 */
export async function listAudit(
  context: AuditQueryContext,
  query: QueryIndex,
  request: AuditPageRequest,
): Promise<Result<AuditPage>> {
  const read = readRequest(request);
  if (!read.ok) return read;
  const { signal, filter = {} } = request;
  const limit = Math.min(Math.max(1, Math.trunc(request.limit)), maxPage);
  const match = filter.text === undefined ? undefined : createTextMatch(filter.text);
  // One more than the page holds shows whether another page exists.
  const atOnce = match === undefined ? limit + 1 : searchedAtOnce;
  const search: Search = { ...context, query, selection: read.value, match, atOnce, signal };
  return readPage(search, limit);
}

async function readPage(search: Search, limit: number): Promise<Result<AuditPage>> {
  const page: Page = { rows: [], bytes: 0, last: undefined };
  let start: PageKey | undefined = search.selection.start;
  while (start !== undefined) {
    const batch: RowBatch = await readBatch(search, start);
    if (search.signal.aborted) return fail(listingCancelled);
    const next = fill(page, batch.rows, limit);
    if (next !== undefined) return succeed({ rows: page.rows, next: encodeKey(next) });
    start = batch.next;
  }
  return succeed({ rows: page.rows });
}

interface Page {
  readonly rows: AuditRow[];
  bytes: number;
  last: PageKey | undefined;
}

/** Returns the last key on the page if more rows follow. */
function fill(page: Page, found: RowBatch['rows'], limit: number): PageKey | undefined {
  for (const [at, row] of found) {
    if (row === undefined || row === 'other') continue;
    const isFull = page.rows.length === limit || page.bytes + at.bytes > maxBytes;
    if (page.last !== undefined && isFull) return page.last;
    page.rows.push(row);
    page.bytes += at.bytes;
    page.last = keyOf(at);
  }
  return undefined;
}

interface RowBatch {
  readonly rows: readonly (readonly [EntryLocation, ReadRow])[];
  /** Start of the next batch; undefined at the end of the log. */
  readonly next: PageKey | undefined;
}

async function readBatch(search: Search, start: PageKey): Promise<RowBatch> {
  const { query, selection, atOnce, signal } = search;
  const { locations, names, isEnd } = await query((database) => {
    const found = selectLocations(database, selection, { start, limit: atOnce });
    const fitting = withinBytes(found);
    const end = found.length < atOnce && fitting.length === found.length;
    return { locations: fitting, names: auditFileNames(database), isEnd: end };
  });
  const rows = await readRows({ ...search, names }, locations, signal);
  const pairs = locations.map((at, index) => [at, rows[index]] as const);
  const lastLocation = locations.at(-1);
  return {
    rows: await readMoved(search, pairs),
    next: isEnd || lastLocation === undefined ? undefined : keyOf(lastLocation),
  };
}

/** The longest prefix of `locations` within the byte limit; at least one. */
function withinBytes(locations: readonly EntryLocation[]): readonly EntryLocation[] {
  let bytes = 0;
  const beyond = locations.findIndex((at) => {
    bytes += at.bytes;
    return bytes > maxBytes;
  });
  return beyond === -1 ? locations : locations.slice(0, Math.max(1, beyond));
}

/** Entries that have moved may be in a file that was rotated since: tries once more. */
async function readMoved(
  search: Search,
  rows: readonly (readonly [EntryLocation, ReadRow])[],
): Promise<RowBatch['rows']> {
  const { query, signal, problems } = search;
  const missing = rows.filter(([, row]) => row === undefined).map(([at]) => at);
  if (missing.length === 0 || signal.aborted) return rows;
  const names = await query(auditFileNames);
  const again = await readRows({ ...search, names }, missing, signal);
  const found = new Map(missing.map((at, index) => [at, again[index]]));
  const lost = again.filter((row) => row === undefined).length;
  // An abort leaves rows unread although they exist.
  if (lost > 0 && !search.signal.aborted) {
    problems.report(
      `${lost} entries are no longer in the audit log where they were written: another program changed it. Run "Gatehouse: Verify Audit Log".`,
    );
  }
  return rows.map(([at, row]) => [at, row ?? found.get(at)]);
}
