import { succeed, type Result } from '../../core/contracts/failure';
import type { Clock, Ids } from '../../core/ports/system';
import type { Disposable } from '../../core/ports/disposable';
import type { SessionQueue, StoreSession, Autosave } from './session/session';
import type { StoreSessions } from './sessions';
import { ownerOf } from './disk/window-lock';
import { type Disk, errorCodeOf } from './disk/disk';
import { inFolder, isSaveRequest, saveRequestName } from './disk/file-names';

/** Ensures that a main window exists and saves on request. */
export interface MainWindowMonitor {
  /** Call once the folder is open. */
  start(): void;
  /**
   * Removes deleted text from the disk: by saving here, or by a request if there are other windows.
   * Each of them gives up the file it writes, and the main window rewrites it within three times
   * `pollIntervalMs`.
   */
  purge(): Promise<Result<void>>;
  stop(): void;
}

export interface MainWindowContext extends SaveRequestsContext {
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

export interface MainWindowParts {
  readonly queue: SessionQueue;
  readonly sessions: StoreSessions;
  readonly autosave: Autosave;
}

const pollIntervalMs = 10_000;

export function createMainWindowMonitor(
  context: MainWindowContext,
  parts: MainWindowParts,
): MainWindowMonitor {
  const { queue, autosave } = parts;
  const requests = createSaveRequests(context);
  let timer: Disposable | undefined;
  let isStopped = false;
  /** Requests found by the last poll. */
  let seen: ReadonlySet<string> = new Set();

  /** A request stays for one more poll: another window may give up its file meanwhile. */
  async function serve(session: StoreSession, names: readonly string[]): Promise<Result<void>> {
    if (names.length === 0) return succeed(undefined);
    const saved = await autosave.saveNow(session);
    if (saved.ok) await requests.served(names.filter((name) => seen.has(name)));
    return saved;
  }

  /** Returns whether this window must take another role or file. */
  async function see(session: StoreSession): Promise<Result<boolean>> {
    const names = await requests.list();
    const { lock, journal } = session.folder;
    const isNew = names.some((name) => !seen.has(name));
    const served = isMain(session) ? await serve(session, names) : succeed(undefined);
    seen = new Set(names);
    if (!served.ok) return served;
    if (isMain(session)) return succeed(false);
    if (isNew && !journal.isEmpty()) return succeed(true);
    return succeed((await ownerOf(context, lock)) === undefined);
  }

  async function purge(task: string): Promise<Result<void>> {
    const done = await queue.run(task, async (session) => {
      const isAlone = (await session.folder.lock.others()).size === 0;
      if (!isAlone) await requests.ask();
      if (!isMain(session)) return succeed(false);
      const saved = await autosave.saveNow(session);
      return saved.ok ? succeed(true) : saved;
    });
    if (!done.ok) return done;
    return done.value ? succeed(undefined) : renew(parts, task);
  }

  async function look(): Promise<void> {
    const task = 'maintain the storage';
    const found = await queue.run(task, see);
    if (found.ok && found.value) await renew(parts, task);
  }

  function schedule(): void {
    if (isStopped) return;
    timer = context.clock.after(pollIntervalMs, () => void look().finally(schedule));
  }

  return {
    start: () => {
      if (timer === undefined) schedule();
    },
    purge: () => purge('delete the chat'),
    stop: () => {
      isStopped = true;
      timer?.dispose();
    },
  };
}

/** Takes whatever role is free, with new files. */
function renew(
  { queue, sessions, autosave }: MainWindowParts,
  task: string,
): Promise<Result<void>> {
  return queue.runExclusively(task, async (session) => {
    const renewed = await sessions.renew(session);
    return isMain(renewed) ? autosave.saveNow(renewed) : succeed(undefined);
  });
}

function isMain({ folder: { lock } }: StoreSession): boolean {
  return lock.role === 'main';
}

/**
 * Files with which a second window asks the main window to save, so that deleted text leaves the
 * disk.
 */
export interface SaveRequests {
  ask(): Promise<void>;
  list(): Promise<readonly string[]>;
  /** Removes requests listed before a completed save. */
  served(names: readonly string[]): Promise<void>;
}

interface SaveRequestsContext {
  readonly disk: Disk;
  readonly folder: string;
  readonly ids: Ids;
}

function createSaveRequests({ disk, folder, ids }: SaveRequestsContext): SaveRequests {
  return {
    ask: async () => {
      const file = await disk.open(inFolder(folder, saveRequestName(ids.uuid())), 'create');
      await file.close();
      await disk.flushFolder(folder);
    },
    list: async () => (await disk.names(folder)).filter(isSaveRequest),
    served: async (names) => {
      for (const name of names) {
        try {
          await disk.remove(inFolder(folder, name));
        } catch (error) {
          if (errorCodeOf(error) !== 'ENOENT') throw error;
        }
      }
    },
  };
}
