import { fencedDisk, removeLeftovers, takeLock, type WindowLock } from '../disk/window-lock';
import { openAudit, type OpenAudit } from '../audit/log/open-log';
import { auditFileName } from '../audit/log/audit-names';
import type { AuditContext } from '../audit/log/files';
import { Journal } from '../journal/journal';
import type { StoreRecord } from '../journal/records';
import type { AuditEntry } from '../../../core/contracts/audit/entry';
import type { Disk } from '../../system/disk';
import type { Processes } from '../../system/processes';
import type { Ids } from '../../../core/ports/system';
import type {
  OpenWorker,
  RequestContext,
  RequestName,
  StoreRequests,
  StoreWorker,
} from '../channel/protocol';

/** Read at each use, so that changed settings apply at once. Days: 0 = keep forever. */
export interface RetentionLimits {
  readonly overflowRetentionDays: () => number;
  readonly chatsRetentionDays: () => number;
  readonly summariesRetentionDays: () => number;
  /** Limit for all chats and outputs. */
  readonly maxBytes: () => number;
}

export interface SessionContext extends AuditContext {
  readonly ids: Ids;
  readonly processes: Processes;
  readonly limits: AuditContext['limits'] & RetentionLimits;
  readonly openWorker: OpenWorker;
  /** Called after each write. */
  readonly onWrite: (session: Session) => void;
}

/** A storage folder opened for writing, as its main window or as a second one. */
export class Session {
  private worker: StoreWorker | undefined;

  private constructor(
    /** Its disk rejects changes once the lock is no longer held. */
    private readonly context: SessionContext,
    readonly lock: WindowLock,
    readonly journal: Journal,
    readonly audit: OpenAudit,
  ) {}

  get disk(): Disk {
    return this.context.disk;
  }

  static async open(context: SessionContext): Promise<Session> {
    await context.disk.makeFolder(context.folder);
    const lock = await takeLock(context);
    const disk = fencedDisk(context.disk, () => lock.isHeld());
    const held = { ...context, disk };
    try {
      await removeLeftovers(held, lock);
      const isHeld = () => lock.isHeld();
      const own = { token: lock.token, isAhead: lock.role === 'second' };
      const journal = new Journal({ disk, folder: context.folder, isHeld, ...own });
      return new Session(held, lock, journal, await openAudit(held, lock));
    } catch (error) {
      // Report the first error; a leftover lock goes stale.
      await lock.release().catch(() => undefined);
      throw error;
    }
  }

  /** Resolves once the record is flushed; rejects if it is not in the journal. */
  async append(record: StoreRecord): Promise<void> {
    await this.journal.append(record);
    this.context.onWrite(this);
  }

  /** Resolves once the entry is flushed; rejects if nothing of it is in the audit log. */
  async appendAudit(entry: AuditEntry): Promise<void> {
    await this.audit.append(entry);
    this.context.onWrite(this);
  }

  /** Asks the databases, which are loaded at first use and know everything flushed. */
  ask<N extends RequestName>(name: N, request: StoreRequests[N][0]): Promise<StoreRequests[N][1]> {
    this.worker ??= this.startWorker();
    return this.worker.ask(name, request, this.requestContext());
  }

  /** True once the databases were asked. */
  isLoaded(): boolean {
    return this.worker !== undefined;
  }

  mayWrite(): boolean {
    return this.lock.role === 'main' && this.lock.isHeld();
  }

  /** Main window: puts everything into the databases. The journal starts over. */
  async save(): Promise<void> {
    await this.journal.rotate();
    await this.ask('save', null);
  }

  /** Waits for pending writes, then releases the folder. */
  async close(): Promise<void> {
    const worker = this.worker?.close() ?? Promise.resolve();
    const closing = await Promise.allSettled([worker, this.audit.close(), this.journal.close()]);
    await this.lock.release();
    for (const one of closing) if (one.status === 'rejected') throw one.reason;
  }

  private startWorker(): StoreWorker {
    const { context, lock } = this;
    const { folder, problems } = context;
    return context.openWorker(
      { folder, role: lock.role, token: lock.token },
      {
        isHeld: () => lock.isHeld(),
        live: async () => [...(await lock.others())],
        report: (text, dropped) => problems.report(text, dropped),
      },
    );
  }

  private requestContext(): RequestContext {
    const { audit, context, journal } = this;
    const { limits, clock } = context;
    return {
      now: clock.now(),
      journal: journal.current(),
      audit: { name: auditFileName(audit.writer), end: audit.flushedSize() },
      retention: {
        outputs: limits.overflowRetentionDays(),
        chats: limits.chatsRetentionDays(),
        summaries: limits.summariesRetentionDays(),
      },
      maxBytes: limits.maxBytes(),
    };
  }
}
