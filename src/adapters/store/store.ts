import type { SqlJsStatic } from 'sql.js';
import type { AuditLog, AuditQuery } from '../../core/ports/audit-log';
import type { SummaryLog } from '../../core/ports/compaction';
import type { Clock } from '../../core/ports/clock';
import type { Disposable } from '../../core/ports/disposable';
import type { Ids } from '../../core/ports/ids';
import type { OverflowStore } from '../../core/ports/overflow-store';
import { createAuditLog, createAuditQuery } from './audit';
import { nodeDisk, type Disk } from './disk';
import { createOverflowStore } from './overflow';
import { createProblems } from './problems';
import { createRunner } from './runner';
import { closeSession, createSessions } from './sessions';
import { createSummaryLog } from './summaries';
import { createUpkeep } from './upkeep';

export interface StoreOptions {
  /** Made at first use. */
  readonly folder: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: (line: string) => void;
  /** Loads sql.js; called at the first query or save, and again when it has failed. */
  readonly openDatabase: () => Promise<SqlJsStatic>;
  /** Read at each use, so that settings apply at once. */
  readonly overflow: {
    readonly retentionDays: () => number;
    /** Of one text; 0 means unlimited. */
    readonly maxBytes: () => number;
  };
  readonly disk?: Disk;
  /** Bytes of journal after which the database is saved. */
  readonly journalLimit?: number;
}

export interface Store {
  readonly audit: AuditLog;
  readonly auditQuery: AuditQuery;
  readonly overflow: OverflowStore;
  readonly summaries: SummaryLog;
  /** What the person should know: cut off, set aside, shared, full. */
  problems(): readonly string[];
  onProblem(listener: (text: string) => void): Disposable;
  /** Waits for what runs, saves, lets go of the folder. Durability does not depend on it. */
  close(): Promise<void>;
}

const defaultJournalLimit = 16 * 1024 * 1024;
const dayMs = 86_400_000;

/**
 * Audit log, overflow texts and summaries in one folder (DESIGN section 5). Does nothing before its first use.
 * An acknowledged write is on disk; the sql.js database is only the query side.
 */
export function createStore(options: StoreOptions): Store {
  const { folder, clock, ids, log, overflow } = options;
  const disk = options.disk ?? nodeDisk;
  const journalLimit = options.journalLimit ?? defaultJournalLimit;
  const problems = createProblems(log);
  const expiredBefore = () => clock.now() - overflow.retentionDays() * dayMs;
  const sessions = createSessions({ ...options, disk, problems, expiredBefore });
  const upkeep = createUpkeep({ clock, problems, log, journalLimit });
  const runner = createRunner(sessions, log);

  return {
    audit: createAuditLog(runner, upkeep),
    auditQuery: createAuditQuery(runner, { disk, folder, problems }),
    overflow: createOverflowStore(runner, upkeep, { clock, ids, maxBytes: overflow.maxBytes }),
    summaries: createSummaryLog(runner, upkeep, ids),
    problems: () => problems.list(),
    onProblem: (listener) => problems.onProblem(listener),
    close: async () => {
      await runner.stop();
      // What failed to open was told to the call that needed it.
      const session = await sessions.opened()?.catch(() => undefined);
      if (session === undefined) return;
      await upkeep.finish(session);
      await closeSession(session, log);
    },
  };
}
