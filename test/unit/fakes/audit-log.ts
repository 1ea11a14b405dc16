import type { AuditFilter } from '../../../src/core/contracts/audit/entry';
import { failure, fail, succeed, type Result } from '../../../src/core/contracts/failure';
import type {
  AuditPage,
  AuditPageRequest,
  AuditQuery,
  AuditRow,
} from '../../../src/core/ports/audit-log';

export interface MemoryAuditLog extends AuditQuery {
  /** Oldest first; rows may be added. */
  readonly rows: AuditRow[];
  /** Requests so far. */
  readonly asked: AuditPageRequest[];
  fails: boolean;
  /** Awaited before each result. */
  gate: Promise<void>;
}

/** An audit log in memory with paging and filters as the port promises. */
export function createMemoryAuditLog(rows: AuditRow[]): MemoryAuditLog {
  const asked: AuditPageRequest[] = [];
  const log: MemoryAuditLog = {
    rows,
    asked,
    fails: false,
    gate: Promise.resolve(),
    async list(request) {
      asked.push(request);
      await log.gate;
      if (log.fails) return fail(failure('execution', 'The index is shut.'));
      if (request.signal.aborted) return fail(failure('cancelled', 'Cancelled.'));
      return succeed(pageOf(rows, request));
    },
    tools(): Promise<Result<readonly string[]>> {
      return Promise.resolve(succeed([...new Set(rows.map(({ tool }) => tool))].sort()));
    },
  };
  return log;
}

function pageOf(rows: readonly AuditRow[], request: AuditPageRequest): AuditPage {
  const { filter = {}, order = 'newest', after, limit } = request;
  const matching = rows.filter((row) => matches(row, filter));
  if (order === 'newest') matching.reverse();
  const start = after === undefined ? 0 : matching.findIndex(({ row }) => row === after) + 1;
  const page = matching.slice(start, start + limit);
  const last = page.at(-1);
  const hasMore = last !== undefined && start + limit < matching.length;
  return { rows: page, ...(hasMore ? { next: last.row } : {}) };
}

function matches(row: AuditRow, { tool, results, text, from, to }: AuditFilter): boolean {
  return (
    (tool === undefined || row.tool === tool) &&
    (results === undefined || results.includes(row.result)) &&
    (text === undefined || JSON.stringify(row).toLowerCase().includes(text.toLowerCase())) &&
    (from === undefined || row.ts >= from) &&
    (to === undefined || row.ts < to)
  );
}
