import { type Sentence, say } from '../../../core/base/sentence';
import { succeed, failure, type Failure, fail, type Result } from '../../../core/contracts/failure';
import type {
  AuditKey,
  AuditLog,
  AuditPage,
  AuditPageRequest,
  AuditQuery,
  AuditRow,
  AuditTrail,
} from '../../../core/ports/audit-log';
import * as z from 'zod';
import { parseJson } from '../../../core/contracts/json';
import type { Clock } from '../../../core/ports/system';
import type { StoreFolder } from '../disk/file-names';
import type { Session } from '../session/session';
import type { SessionQueue } from '../session/session-queue';
import type { AuditKey as PageKey, AuditRequest } from '../channel/protocol';
import { parseSealed } from './log/entries';
import { verifyAudit } from './log/verify';

export interface AuditContext extends StoreFolder {
  readonly clock: Clock;
  readonly auditKey: AuditKey;
  /** Aborts long work when the store closes. */
  readonly closing: AbortSignal;
  /** Called once an entry is on disk. */
  readonly onAppended: () => void;
}

interface AuditPorts {
  readonly audit: AuditLog;
  readonly auditQuery: AuditQuery;
  readonly auditTrail: AuditTrail;
}

/** Appends to the audit log (000-audit-2), lists its pages from the databases and verifies it. */
export function createAudit(queue: SessionQueue, context: AuditContext): AuditPorts {
  const { closing, onAppended } = context;
  const orClosing = (signal: AbortSignal) => AbortSignal.any([signal, closing]);
  return {
    audit: {
      append: (entry) =>
        queue.run(say`Could not write the audit entry`, async (session) => {
          await session.appendAudit(entry);
          onAppended();
          return succeed(undefined);
        }),
    },
    auditQuery: {
      list: (page) =>
        queue.run(say`Could not read the audit log`, (session) =>
          listAudit(session, page, orClosing(page.signal)),
        ),
      tools: () =>
        queue.run(say`Could not read the audit log`, async (session) =>
          succeed(await session.ask('audit.tools', null)),
        ),
    },
    auditTrail: {
      verify: (options) =>
        queue.run(say`Could not verify the audit log`, ({ audit }) =>
          verifyAudit(
            { ...context, own: audit },
            { ...options, signal: orClosing(options.signal) },
          ),
        ),
    },
  };
}

const maxPage = 1000;

/** Entries may be long: a page ends when it reaches this size. */
const maxChars = 8 * 1024 * 1024;

const listingCancelled = failure('cancelled', say`Listing the audit log was cancelled.`, {
  suggestion: say`Open the page again.`,
});

/** A page of entries, asked for a part at a time, so that it can be cancelled. */
export async function listAudit(
  session: Pick<Session, 'ask'>,
  page: AuditPageRequest,
  signal: AbortSignal,
): Promise<Result<AuditPage>> {
  const read = readRequest(page);
  if (!read.ok) return read;
  const limit = Math.min(Math.max(1, Math.trunc(page.limit)), maxPage);
  const rows: AuditRow[] = [];
  const found: PageKey[] = [];
  let chars = 0;
  let start: PageKey | undefined = read.value.start;
  while (start !== undefined) {
    // One more than the page holds shows whether another page exists.
    const request: AuditRequest = { ...read.value, start, limit: limit + 1 - rows.length };
    const answer = await session.ask('audit.page', request);
    if (signal.aborted) return fail(listingCancelled);
    for (const { key, line } of answer.entries) {
      const entry = parseSealed(line, key[1]);
      if (entry === undefined) continue;
      const last = found.at(-1);
      const isFull = rows.length === limit || chars + line.length > maxChars;
      if (last !== undefined && isFull) return succeed({ rows, next: encodeKey(last) });
      rows.push({ ...entry, row: `${key[1]}.${key[2]}.${key[3]}` });
      found.push(key);
      chars += line.length;
    }
    start = answer.next;
  }
  return succeed({ rows });
}

function readRequest({
  filter = {},
  order = 'newest',
  after,
}: AuditPageRequest): Result<Omit<AuditRequest, 'limit'>> {
  const from = filter.from === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(filter.from);
  const to = filter.to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(filter.to);
  if (Number.isNaN(from) || Number.isNaN(to)) {
    return fail(wrong(say`a time is not in ISO 8601 format`));
  }
  const decoded = after === undefined ? undefined : decodeKey(after);
  if (after !== undefined && decoded === undefined) {
    return fail(wrong(say`the page key is unknown`));
  }
  return succeed(requestOf({ filter, order, from, to }, decoded));
}

interface TimedRequest extends Required<Pick<AuditPageRequest, 'filter' | 'order'>> {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

function requestOf(
  { filter: { tool, results, text }, order, from, to }: TimedRequest,
  decoded: PageKey | undefined,
): Omit<AuditRequest, 'limit'> {
  const isNewest = order === 'newest';
  const bound: PageKey = isNewest ? [to, '', 0, 0] : [from, '', -1, 0];
  // A key from a page with another filter must not lead outside this filter.
  const isInside =
    decoded !== undefined && (isNewest ? decoded[0] < bound[0] : decoded[0] >= bound[0]);
  const start = isInside ? decoded : bound;
  return { order, tool, results, text, start, end: isNewest ? from : to };
}

function wrong(why: Sentence): Failure {
  return failure('validation', say`The audit log cannot be listed: ${why}.`, {
    suggestion: say`Open the first page again.`,
  });
}

const keySchema = z.tuple([z.number(), z.string(), z.number(), z.number()]);

function encodeKey(key: PageKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function decodeKey(text: string): PageKey | undefined {
  return keySchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString())).data;
}
