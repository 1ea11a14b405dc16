import { say, sequence } from '../../../core/base/sentence';
import { type Failure, fail, succeed, type Result, saidOf } from '../../../core/contracts/failure';
import type { Disposable, Clock } from '../../../core/ports/system';
import { diskFailure } from '../disk/disk-failure';
import { lostLock } from '../disk/window-lock';
import type { Problems } from '../disk/problems';
import type { Session } from './session';

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

/** Fewer audit rows do not justify a save: they can be made again from the audit log. */
const minAuditRows = 1000;

/** Saves the databases while the window is idle, one save at a time (decision journal-first). */
export class Autosave {
  private saving: Promise<Failure | undefined> | undefined;
  /** Whether anything was written since the last save began. */
  private isDirty = false;
  private hasWritten = false;
  private idleTimer: Disposable | undefined;
  private last: { readonly session: Session; readonly at: number } | undefined;

  constructor(private readonly options: AutosaveOptions) {}

  /** Call after each write. */
  noteWrite(session: Session): void {
    const { clock, journalLimit, onFirstWrite } = this.options;
    if (!this.hasWritten) onFirstWrite();
    this.hasWritten = true;
    const isLong = session.journal.current().end > journalLimit;
    if (!session.mayWrite()) {
      // The main window takes over what is finished.
      if (isLong) void session.journal.rotate().catch(() => undefined);
      return;
    }
    this.last = { session, at: clock.now() };
    if (this.idleTimer === undefined) this.watchIdle(idleMs);
    this.isDirty = true;
    if (isLong) void this.save(session);
  }

  /**
   * Saves all earlier writes, which removes deleted text from the disk. Does nothing in a second
   * window (see `MainWindowMonitor`).
   */
  async saveNow(session: Session): Promise<Result<void>> {
    if (!session.mayWrite()) return succeed(undefined);
    // A running save may have begun before the write.
    await this.saving;
    const failed = await this.save(session);
    if (!session.mayWrite()) throw lostLock();
    return failed === undefined ? succeed(undefined) : fail(failed);
  }

  /** Saves once more if worthwhile; does not reject. */
  async finish(session: Session): Promise<void> {
    this.idleTimer?.dispose();
    await this.saving;
    if (!session.mayWrite()) return;
    if (this.isDirty || (session.isLoaded() && (await this.isWorthwhile(session, 1)))) {
      await this.save(session);
    }
  }

  private watchIdle(delay: number): void {
    const { clock } = this.options;
    this.idleTimer = clock.after(delay, () => {
      this.idleTimer = undefined;
      const { last } = this;
      if (last === undefined) return;
      const rest = last.at + idleMs - clock.now();
      if (rest > 0) this.watchIdle(rest);
      else if (last.session.mayWrite()) void this.tidy(last.session);
    });
  }

  private async tidy(session: Session): Promise<void> {
    if (await this.isWorthwhile(session, minAuditRows)) await this.save(session);
  }

  private async isWorthwhile(session: Session, auditRows: number): Promise<boolean> {
    try {
      const unsaved = await session.ask('catchUp', null);
      return unsaved.records > 0 || unsaved.auditRows >= auditRows;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.options.log(`Could not read the storage: ${reason}`);
      return false;
    }
  }

  /** Joins the running save, or starts one; reports failures to the user. */
  private save(session: Session): Promise<Failure | undefined> {
    this.saving ??= this.start(session);
    return this.saving;
  }

  private async start(session: Session): Promise<Failure | undefined> {
    const { log, problems } = this.options;
    this.isDirty = false;
    try {
      await session.save();
      return undefined;
    } catch (error) {
      this.isDirty = true;
      log(`Could not save the database: ${error instanceof Error ? error.message : String(error)}`);
      const failed = diskFailure(say`Could not save the database`, error);
      // After sleep, the new lock takes care of what is left.
      if (session.mayWrite()) {
        const isSafe = say`Nothing is lost: the journal contains the new records.`;
        problems.report(sequence([saidOf(failed), isSafe]));
      }
      return failed;
    } finally {
      this.saving = undefined;
    }
  }
}
