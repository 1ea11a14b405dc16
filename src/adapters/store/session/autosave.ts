import { type Failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import type { Disposable, Clock } from '../../../core/ports/system';
import { diskFailure } from '../disk/disk-failure';
import { lostLock } from '../disk/window-lock';
import type { Problems } from '../disk/problems';
import type { StoreSession } from './session';

export interface AutosaveOptions {
  readonly clock: Clock;
  readonly problems: Problems;
  readonly log: (line: string) => void;
  /** A save is due after this many journal bytes. */
  readonly journalLimit: number;
  /** Called once. */
  readonly onFirstWrite: () => void;
}

/** Time without a write that counts as idle. */
const idleMs = 30_000;

/** Fewer index rows do not justify a save: they can be rebuilt from the audit log. */
const minAuditRows = 1000;

/** Saves the database while it is idle, one save at a time (decision journal-first). */
export class Autosave {
  private saving: Promise<Failure | undefined> | undefined;
  private saveBeyond: number;
  /** Whether anything was written since the last save began. */
  private isDirty = false;
  private hasWritten = false;
  private idleTimer: Disposable | undefined;
  private last: { readonly session: StoreSession; readonly at: number } | undefined;

  constructor(private readonly options: AutosaveOptions) {
    this.saveBeyond = options.journalLimit;
  }

  /** Call after each write. */
  noteWrite(session: StoreSession): void {
    if (!this.hasWritten) this.options.onFirstWrite();
    this.hasWritten = true;
    if (!mayWrite(session)) return;
    this.last = { session, at: this.options.clock.now() };
    if (this.idleTimer === undefined) this.watchIdle(idleMs);
    this.isDirty = true;
    if (session.folder.journal.flushedSize() > this.saveBeyond) void this.save(session);
  }

  /**
   * Saves all earlier writes, which removes deleted text from the disk. Does nothing in a second
   * window (see `MainWindowMonitor`).
   */
  async saveNow(session: StoreSession): Promise<Result<void>> {
    if (!mayWrite(session)) return succeed(undefined);
    // A running save may have begun before the write.
    await this.saving;
    const failed = await this.save(session);
    if (!mayWrite(session)) throw lostLock();
    return failed === undefined ? succeed(undefined) : fail(failed);
  }

  /** Saves once more if worthwhile; does not reject. */
  async finish(session: StoreSession): Promise<void> {
    this.idleTimer?.dispose();
    await this.saving;
    if (!mayWrite(session)) return;
    const { records, auditRows } = session.view.unsaved();
    if (this.isDirty || records + auditRows > 0) await this.save(session);
  }

  private watchIdle(delay: number): void {
    const { clock } = this.options;
    this.idleTimer = clock.after(delay, () => {
      this.idleTimer = undefined;
      const { last } = this;
      if (last === undefined) return;
      const rest = last.at + idleMs - clock.now();
      if (rest > 0) this.watchIdle(rest);
      else if (mayWrite(last.session)) void this.tidy(last.session);
    });
  }

  private async tidy(session: StoreSession): Promise<void> {
    try {
      await session.view.query(() => undefined);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.options.log(`Could not read the storage: ${reason}`);
      return;
    }
    const { records, auditRows } = session.view.unsaved();
    if (records > 0 || auditRows >= minAuditRows) await this.save(session);
  }

  /** Joins the running save, or starts one; reports failures to the user. */
  private save(session: StoreSession): Promise<Failure | undefined> {
    this.saving ??= this.start(session);
    return this.saving;
  }

  private async start(session: StoreSession): Promise<Failure | undefined> {
    const { log, problems, journalLimit } = this.options;
    this.isDirty = false;
    try {
      await session.view.save();
      return undefined;
    } catch (error) {
      this.isDirty = true;
      log(`Could not save the database: ${error instanceof Error ? error.message : String(error)}`);
      const failed = diskFailure('save the database', error);
      // After sleep, the new lock takes care of what is left.
      if (mayWrite(session)) {
        problems.report(`${failed.message} Nothing is lost: the journal contains the new records.`);
      }
      return failed;
    } finally {
      this.saveBeyond = session.folder.journal.flushedSize() + journalLimit;
      this.saving = undefined;
    }
  }
}

function mayWrite({ folder: { lock } }: StoreSession): boolean {
  return lock.role === 'main' && lock.isHeld();
}
