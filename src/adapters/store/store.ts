import { say, type Sentence } from '../../core/base/sentence';
import { succeed, type Result } from '../../core/contracts/failure';
import type { StoreHealth } from '../../core/contracts/store-health';
import type { AuditKey, AuditLog, AuditQuery, AuditTrail } from '../../core/ports/audit-log';
import type { SummaryLog, Conversations, OverflowStore } from '../../core/ports/conversations';
import type { OutputSpools } from '../../core/ports/output-spools';
import type { Disposable, Clock, Ids } from '../../core/ports/system';
import { Emitter } from '../system/emitter';
import { createAudit } from './audit/audit';
import type { AuditLimits } from './audit/log/files';
import type { RetentionLimits } from './session/session';
import type { OpenWorker } from './channel/protocol';
import { StoredConversations } from './chats/conversations';
import { systemProcesses, type Processes } from '../system/processes';
import { nodeDisk } from '../system/node-disk';
import type { Disk } from '../system/disk';
import { eraseStore, storeHealth } from './maintenance';
import { MainWindowMonitor } from './main-window';
import { createOverflowStore } from './chats/overflow';
import { Spools } from './chats/spools';
import { Problems } from './disk/problems';
import { SessionQueue } from './session/session-queue';
import { Autosave } from './session/autosave';

/** Read at each use, so that changed settings apply at once. */
export interface StoreLimits extends AuditLimits, RetentionLimits {
  /** Limit for one text; 0 = unlimited. */
  readonly overflowMaxBytes: () => number;
}

export interface StoreOptions {
  /** Created at first use. */
  readonly folder: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: (line: string) => void;
  /** Starts the worker that has the databases: called at the first query or save. */
  readonly openWorker: OpenWorker;
  readonly auditKey: AuditKey;
  readonly limits: StoreLimits;
  readonly disk?: Disk;
  readonly processes?: Processes;
  /** The databases are saved after this many journal bytes. */
  readonly journalLimit?: number;
  /** The first write of this window; reads and searches leave no trace. */
  readonly onFirstWrite?: () => void;
}

export interface Store {
  readonly audit: AuditLog;
  /** Fires after each audit entry of this window is on disk. */
  onAudit(listener: () => void): Disposable;
  readonly auditQuery: AuditQuery;
  readonly overflow: OverflowStore;
  /** Outputs of commands that run; `overflow` stores them. */
  readonly spools: OutputSpools;
  readonly auditTrail: AuditTrail;
  readonly summaries: SummaryLog;
  readonly conversations: Conversations;
  health(): Promise<Result<StoreHealth>>;
  /**
   * Removes everything the store keeps in its folder, including the audit log; the folder stays
   * open.
   */
  erase(): Promise<Result<void>>;
  /** Problems the user should know about: files cut off, set aside or shared, disk full. */
  problems(): readonly Sentence[];
  onProblem(listener: (text: Sentence) => void): Disposable;
  /** Waits for running work, saves and releases the folder. Durability does not depend on it. */
  close(): Promise<void>;
}

const defaultJournalLimit = 16 * 1024 * 1024;

/**
 * Audit log, chats, overflow texts and summaries in one folder (decision journal-first). Does
 * nothing before first use. Confirmed writes are on disk; the sql.js databases get them later.
 */
export function createStore(options: StoreOptions): Store {
  const { clock, ids, log, limits } = options;
  const { disk = nodeDisk, processes = systemProcesses } = options;
  const { onFirstWrite = () => undefined, journalLimit = defaultJournalLimit } = options;
  const problems = new Problems(log);
  const closing = new AbortController();
  const context = { ...options, disk, processes, problems };
  const autosave = new Autosave({ clock, problems, log, journalLimit, onFirstWrite });
  const queue = new SessionQueue({
    ...context,
    onOpened: () => mainWindow.start(),
    onWrite: (session) => autosave.noteWrite(session),
  });
  const mainWindow = new MainWindowMonitor(context, queue, autosave);
  const spools = new Spools(queue, { ...options, maxBytes: limits.overflowMaxBytes });
  const conversations = new StoredConversations(queue, () => mainWindow.purge(), options);

  const audited = new Emitter();
  const onAppended = () => audited.fire();

  return {
    ...createAudit(queue, { ...context, closing: closing.signal, onAppended }),
    onAudit: (listener) => audited.event(listener),
    overflow: createOverflowStore(queue, spools, options),
    spools,
    summaries: {
      add: ({ conversationId: conversation, ...summary }) =>
        queue.run(say`Could not save the summary`, async (session) => {
          await session.append({ kind: 'summary', conversation, id: ids.uuid(), ...summary });
          return succeed(undefined);
        }),
    },
    conversations,
    health: () => storeHealth(queue, context),
    erase: async () => {
      const erased = await eraseStore(queue, context);
      conversations.forget();
      return erased;
    },
    problems: () => problems.list(),
    onProblem: (listener) => problems.onProblem(listener),
    close: async () => {
      closing.abort();
      mainWindow.stop();
      await spools.close();
      const session = await queue.stop();
      if (session === undefined) return;
      await autosave.finish(session);
      await queue.close(session);
    },
  };
}
