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
import { openAuditTools } from './audit-index';
import { verifyAudit } from './log/verify';
import type { SessionQueue, Autosave } from '../session/session';
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
import type { Disk } from '../disk/disk';
import type { Problems } from '../disk/problems';

/** Appends to the audit log (000-audit-2): settles when the entry is flushed. */
export function createAuditLog(runner: SessionQueue, upkeep: Autosave): AuditLog {
  return {
    append: (entry) =>
      runner.run('write the audit entry', async (session) => {
        await session.folder.audit.append(entry);
        upkeep.noteWrite(session);
        return succeed(undefined);
      }),
  };
}

/** `closing` ends what takes long when the store is closed. */
export interface ClosingContext {
  readonly closing: AbortSignal;
}

/** Pages through the audit log by its index. */
export function createAuditQuery(
  runner: SessionQueue,
  place: AuditQueryContext & ClosingContext,
): AuditQuery {
  return {
    list: (page) =>
      runner.run('read the audit log', ({ view }) =>
        listAudit(place, (work) => view.query(work), {
          ...page,
          signal: AbortSignal.any([page.signal, place.closing]),
        }),
      ),
    tools: () =>
      runner.run('read the audit log', ({ view }) =>
        view.query((database) => succeed(openAuditTools(database).names())),
      ),
  };
}

export interface AuditTrailContext
  extends ClosingContext, Pick<AuditQueryContext, 'disk' | 'folder'> {
  readonly auditKey: AuditKey;
}

/** Checks the audit log as it stands on disk. */
export function createAuditTrail(runner: SessionQueue, place: AuditTrailContext): AuditTrail {
  return {
    verify: (options) =>
      runner.run('verify the audit log', ({ folder }) =>
        verifyAudit(
          { ...place, own: folder.audit },
          { ...options, signal: AbortSignal.any([options.signal, place.closing]) },
        ),
      ),
  };
}

interface AuditQueryContext {
  readonly disk: Disk;
  readonly folder: string;
  readonly problems: Problems;
}

/** Runs work on the index when all that is durable is in it. */
export type QueryIndex = <T>(work: (database: StoreDatabase) => T) => Promise<T>;

const maxPage = 1000;

/** Rows looked through at once for a text. */
const searchedAtOnce = 500;

/** Entries may be long: no more than this is held at once, and a page ends with it. */
const maxBytes = 8 * 1024 * 1024;

const listingCancelled = failure('cancelled', 'Listing the audit log was cancelled.', {
  suggestion: 'Open the page again.',
});

interface Search extends AuditQueryContext {
  readonly query: QueryIndex;
  readonly selection: Selection;
  readonly match: TextMatch | undefined;
  /** Places that one stretch holds at most. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
}

/**
 * A page of entries: found in the index, read from the audit files. A text is looked for in the
 * entries themselves, a stretch at a time, so that nobody else waits long for the database.
 */
export async function listAudit(
  place: AuditQueryContext,
  query: QueryIndex,
  request: AuditPageRequest,
): Promise<Result<AuditPage>> {
  const read = readRequest(request);
  if (!read.ok) return read;
  const { signal, filter = {} } = request;
  const limit = Math.min(Math.max(1, Math.trunc(request.limit)), maxPage);
  const match = filter.text === undefined ? undefined : createTextMatch(filter.text);
  // One more than the page holds tells whether there is another page.
  const atOnce = match === undefined ? limit + 1 : searchedAtOnce;
  const search: Search = { ...place, query, selection: read.value, match, atOnce, signal };
  return readPage(search, limit);
}

async function readPage(search: Search, limit: number): Promise<Result<AuditPage>> {
  const page: Page = { rows: [], bytes: 0, last: undefined };
  let start: PageKey | undefined = search.selection.start;
  while (start !== undefined) {
    const stretch: RowBatch = await readBatch(search, start);
    if (search.signal.aborted) return fail(listingCancelled);
    const next = fill(page, stretch.rows, limit);
    if (next !== undefined) return succeed({ rows: page.rows, next: encodeKey(next) });
    start = stretch.next;
  }
  return succeed({ rows: page.rows });
}

interface Page {
  readonly rows: AuditRow[];
  bytes: number;
  last: PageKey | undefined;
}

/** Answers the last key on the page when there is more than it holds. */
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
  /** Where the next stretch starts; undefined at the end of the log. */
  readonly next: PageKey | undefined;
}

async function readBatch(search: Search, start: PageKey): Promise<RowBatch> {
  const { query, selection, atOnce, signal } = search;
  const { places, names, isEnd } = await query((database) => {
    const found = selectLocations(database, selection, { start, limit: atOnce });
    const fitting = withinBytes(found);
    const end = found.length < atOnce && fitting.length === found.length;
    return { places: fitting, names: auditFileNames(database), isEnd: end };
  });
  const rows = await readRows({ ...search, names }, places, signal);
  const pairs = places.map((at, index) => [at, rows[index]] as const);
  const lastPlace = places.at(-1);
  return {
    rows: await readMoved(search, pairs),
    next: isEnd || lastPlace === undefined ? undefined : keyOf(lastPlace),
  };
}

/** The first of the places that together stay within the limit; one at least. */
function withinBytes(places: readonly EntryLocation[]): readonly EntryLocation[] {
  let bytes = 0;
  const beyond = places.findIndex((at) => {
    bytes += at.bytes;
    return bytes > maxBytes;
  });
  return beyond === -1 ? places : places.slice(0, Math.max(1, beyond));
}

/**
 * What is not where it was may stand in a file that has got a number since: looked for once more.
 */
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
  // An abort in between leaves rows unread that are there.
  if (lost > 0 && !search.signal.aborted) {
    problems.report(
      `${lost} entries are no longer in the audit log where they were written: somebody else changed it. Run "Gatehouse: Verify Audit Log".`,
    );
  }
  return rows.map(([at, row]) => [at, row ?? found.get(at)]);
}
