import { type Failure, fail, succeed } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/system';
import type { Disposable } from '../../core/ports/disposable';
import { diskFailure } from './disk/disk';
import { lostLock } from './disk/window-lock';
import type { Problems } from './disk/problems';
import type { StoreSession, Autosave } from './session/session';

export interface AutosaveOptions {
  readonly clock: Clock;
  readonly problems: Problems;
  readonly log: (line: string) => void;
  /** A save is due after this many journal bytes. */
  readonly journalLimit: number;
}

/** Time without a write that counts as idle. */
const idleMs = 30_000;

/** Fewer index rows do not justify a save: they can be rebuilt from the audit log. */
const minAuditRows = 1000;

/** Saves one at a time; reports failures to the user. */
interface Saver {
  /** Joins the running save, or starts one. */
  start(session: StoreSession): Promise<Failure | undefined>;
  /** Resolves when no save is running. */
  idle(): Promise<void>;
  /** Whether anything was written since the last save began. */
  hasNew(): boolean;
  wrote(session: StoreSession): void;
}

function createSaver({ problems, log, journalLimit }: AutosaveOptions): Saver {
  let saving: Promise<Failure | undefined> | undefined;
  let saveBeyond = journalLimit;
  let hasNew = false;

  async function save(session: StoreSession): Promise<Failure | undefined> {
    hasNew = false;
    try {
      await session.view.save();
      return undefined;
    } catch (error) {
      hasNew = true;
      log(`Could not save the database: ${error instanceof Error ? error.message : String(error)}`);
      const failed = diskFailure('save the database', error);
      // After sleep, the new lock takes care of what is left.
      if (mayWrite(session)) {
        problems.report(`${failed.message} Nothing is lost: the journal contains the new records.`);
      }
      return failed;
    } finally {
      saveBeyond = session.folder.journal.flushedSize() + journalLimit;
      saving = undefined;
    }
  }

  function start(session: StoreSession): Promise<Failure | undefined> {
    saving ??= save(session);
    return saving;
  }

  return {
    start,
    idle: async () => {
      await saving;
    },
    hasNew: () => hasNew,
    wrote: (session) => {
      hasNew = true;
      if (session.folder.journal.flushedSize() > saveBeyond) void start(session);
    },
  };
}

export function createAutosave(options: AutosaveOptions): Autosave {
  const { clock, log } = options;
  const saver = createSaver(options);
  let idleTimer: Disposable | undefined;
  let last: { readonly session: StoreSession; readonly at: number } | undefined;

  async function tidy(session: StoreSession): Promise<void> {
    try {
      await session.view.query(() => undefined);
    } catch (error) {
      log(`Could not read the storage: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    const { records, auditRows } = session.view.unsaved();
    if (records > 0 || auditRows >= minAuditRows) await saver.start(session);
  }

  function watchIdle(delay: number): void {
    idleTimer = clock.after(delay, () => {
      idleTimer = undefined;
      if (last === undefined) return;
      const rest = last.at + idleMs - clock.now();
      if (rest > 0) watchIdle(rest);
      else if (mayWrite(last.session)) void tidy(last.session);
    });
  }

  return {
    noteWrite: (session) => {
      if (!mayWrite(session)) return;
      last = { session, at: clock.now() };
      if (idleTimer === undefined) watchIdle(idleMs);
      saver.wrote(session);
    },
    saveNow: async (session) => {
      if (!mayWrite(session)) return succeed(undefined);
      // A running save may have begun before the write.
      await saver.idle();
      const failed = await saver.start(session);
      if (!mayWrite(session)) throw lostLock();
      return failed === undefined ? succeed(undefined) : fail(failed);
    },
    finish: async (session) => {
      idleTimer?.dispose();
      await saver.idle();
      if (!mayWrite(session)) return;
      const { records, auditRows } = session.view.unsaved();
      if (saver.hasNew() || records + auditRows > 0) await saver.start(session);
    },
  };
}

function mayWrite({ folder: { lock } }: StoreSession): boolean {
  return lock.role === 'main' && lock.isHeld();
}
