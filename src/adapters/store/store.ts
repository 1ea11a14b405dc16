import type { SqlJsStatic } from 'sql.js';
import type { Result } from '../../core/contracts/failure';
import type { StoreHealth } from '../../core/contracts/store-health';
import type { AuditKey, AuditLog, AuditQuery, AuditTrail } from '../../core/ports/audit-log';
import type { SummaryLog } from '../../core/ports/compaction';
import type { Conversations, OverflowStore } from '../../core/ports/conversations';
import type { Clock, Ids } from '../../core/ports/system';
import type { Disposable } from '../../core/ports/disposable';
import { createAuditLog, createAuditQuery, createAuditTrail } from './audit/audit';
import type { AuditLimits } from './audit/log/files';
import { createConversations } from './chats/conversations';
import { nodeDisk, type Disk } from './disk/disk';
import { eraseStore } from './erase';
import { storeHealth } from './health';
import { createMainWindowMonitor } from './main-window';
import { createOverflowStore } from './chats/overflow';
import { createProblems } from './disk/problems';
import { createSessionQueue, closeSession, createStoreSessions } from './sessions';
import { createSummaryLog } from './chats/summaries';
import { createAutosave } from './autosave';

/** Read at each use, so that settings apply at once. */
export interface StoreLimits extends AuditLimits {
  readonly overflowRetentionDays: () => number;
  /** Of one text; 0 means unlimited. */
  readonly overflowMaxBytes: () => number;
  /** 0 = keep. */
  readonly chatsRetentionDays: () => number;
  /** Of all records. */
  readonly maxBytes: () => number;
}

export interface StoreOptions {
  /** Made at first use. */
  readonly folder: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: (line: string) => void;
  /** Loads sql.js; called at the first query or save, and again when it has failed. */
  readonly openDatabase: () => Promise<SqlJsStatic>;
  readonly auditKey: AuditKey;
  readonly limits: StoreLimits;
  readonly disk?: Disk;
  /** Bytes of journal after which the database is saved; a quarter of it makes a segment. */
  readonly journalLimit?: number;
}

export interface Store {
  readonly audit: AuditLog;
  readonly auditQuery: AuditQuery;
  readonly overflow: OverflowStore;
  readonly auditTrail: AuditTrail;
  readonly summaries: SummaryLog;
  readonly conversations: Conversations;
  /** How the store is, for `Gatehouse: Doctor`. */
  health(): Promise<Result<StoreHealth>>;
  /**
   * Removes all that the store keeps in its folder, the audit log included; the folder stays open.
   */
  erase(): Promise<Result<void>>;
  /** What the person should know: cut off, set aside, shared, full. */
  problems(): readonly string[];
  onProblem(listener: (text: string) => void): Disposable;
  /** Waits for what runs, saves, lets go of the folder. Durability does not depend on it. */
  close(): Promise<void>;
}

const defaultJournalLimit = 16 * 1024 * 1024;

/**
 * Audit log, chats, overflow texts and summaries in one folder (decision journal-first). Does
 * nothing before its first use. An acknowledged write is on disk; the sql.js database is only the
 * query side.
 */
export function createStore(options: StoreOptions): Store {
  const { clock, ids, log, limits } = options;
  const disk = options.disk ?? nodeDisk;
  const journalLimit = options.journalLimit ?? defaultJournalLimit;
  const problems = createProblems(log);
  const closing = new AbortController();
  const place = { ...options, disk, problems, closing: closing.signal };
  const viewLimits = { ...limits, sealBytes: journalLimit / 4 };
  const onOpened = () => watch.start();
  const sessions = createStoreSessions({ ...place, viewLimits, onOpened });
  const upkeep = createAutosave({ clock, problems, log, journalLimit });
  const runner = createSessionQueue(sessions, log);
  const watch = createMainWindowMonitor(place, { runner, sessions, upkeep });
  const conversations = createConversations(runner, upkeep, () => watch.purge(), { clock, ids });

  return {
    audit: createAuditLog(runner, upkeep),
    auditQuery: createAuditQuery(runner, place),
    auditTrail: createAuditTrail(runner, place),
    overflow: createOverflowStore(runner, upkeep, { clock, ids, limits }),
    summaries: createSummaryLog(runner, upkeep, ids),
    conversations,
    health: () => storeHealth(runner, place),
    erase: async () => {
      const erased = await eraseStore(runner, place);
      conversations.forget();
      return erased;
    },
    problems: () => problems.list(),
    onProblem: (listener) => problems.onProblem(listener),
    close: async () => {
      closing.abort();
      watch.stop();
      await runner.stop();
      // What failed to open was told to the call that needed it.
      const session = await sessions.opened()?.catch(() => undefined);
      if (session === undefined) return;
      await upkeep.finish(session);
      await closeSession(session, log);
    },
  };
}
