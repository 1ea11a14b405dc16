import type { Clock } from '../../core/ports/clock';
import type { Disposable } from '../../core/ports/disposable';
import { diskFailure } from './disk-failure';
import type { Problems } from './problems';
import type { Session } from './sessions';

export interface UpkeepOptions {
  readonly clock: Clock;
  readonly problems: Problems;
  readonly log: (line: string) => void;
  /** Bytes of journal that make a save due. */
  readonly journalLimit: number;
}

/** Saves the database when nobody waits for it (DESIGN section 5). */
export interface Upkeep {
  /** To be told of each write. */
  wrote(session: Session): void;
  /** Saves once more when it is worth it; does not reject. */
  finish(session: Session): Promise<void>;
}

/** Milliseconds without a write that count as idle. */
const idleAfter = 30_000;

/** Index rows worth a save of their own: they can be made again from the audit log. */
const worthRows = 1000;

export function createUpkeep({ clock, problems, log, journalLimit }: UpkeepOptions): Upkeep {
  let idleTimer: Disposable | undefined;
  let last: { readonly session: Session; readonly at: number } | undefined;
  let saving: Promise<void> | undefined;
  let saveBeyond = journalLimit;

  async function save(session: Session): Promise<void> {
    try {
      await session.view.save();
    } catch (error) {
      log(`Saving the database: ${error instanceof Error ? error.message : String(error)}`);
      const { message } = diskFailure('save the database', error);
      problems.report(`${message} Nothing is lost: the journal holds what is new.`);
    }
    saveBeyond = session.folder.journal.flushedSize() + journalLimit;
    saving = undefined;
  }

  function startSave(session: Session): Promise<void> {
    saving ??= save(session);
    return saving;
  }

  async function tidy(session: Session): Promise<void> {
    try {
      await session.view.query(() => undefined);
    } catch (error) {
      log(`Reading the storage: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    if (!session.folder.journal.isEmpty() || session.view.unsaved() >= worthRows) {
      await startSave(session);
    }
  }

  function watchIdle(delay: number): void {
    idleTimer = clock.after(delay, () => {
      idleTimer = undefined;
      if (last === undefined) return;
      const rest = last.at + idleAfter - clock.now();
      if (rest > 0) watchIdle(rest);
      else if (mayWrite(last.session)) void tidy(last.session);
    });
  }

  return {
    wrote: (session) => {
      if (!mayWrite(session)) return;
      last = { session, at: clock.now() };
      if (idleTimer === undefined) watchIdle(idleAfter);
      if (session.folder.journal.flushedSize() > saveBeyond) void startSave(session);
    },
    finish: async (session) => {
      idleTimer?.dispose();
      await saving;
      if (!mayWrite(session)) return;
      if (!session.folder.journal.isEmpty() || session.view.unsaved() > 0) {
        await startSave(session);
      }
    },
  };
}

function mayWrite({ folder: { lock } }: Session): boolean {
  return lock.role === 'main' && lock.isHeld();
}
