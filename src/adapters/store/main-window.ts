import { succeed, type Result } from '../../core/contracts/failure';
import type { Clock, Ids } from '../../core/ports/system';
import type { Disposable } from '../../core/ports/disposable';
import type { SessionQueue, StoreSession, Autosave } from './session/session';
import type { StoreSessions } from './sessions';
import { ownerOf } from './disk/window-lock';
import { type Disk, errorCodeOf } from './disk/disk';
import { inFolder, isSaveRequest, saveRequestName } from './disk/file-names';

/** Sees to it that there is a main window, and that it saves when another one asks. */
export interface MainWindowMonitor {
  /** To be told when the folder is open. */
  start(): void;
  /**
   * Lets deleted text leave the disk: by a save here, or where there are other windows by asking for
   * it. Each of them lets go of the file that it writes, and the main one writes it anew: within three
   * times `lookEvery`.
   */
  purge(): Promise<Result<void>>;
  stop(): void;
}

export interface MainWindowContext extends SaveRequestsContext {
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

export interface MainWindowParts {
  readonly runner: SessionQueue;
  readonly sessions: StoreSessions;
  readonly upkeep: Autosave;
}

/** Milliseconds. */
const pollIntervalMs = 10_000;

export function createMainWindowMonitor(
  place: MainWindowContext,
  parts: MainWindowParts,
): MainWindowMonitor {
  const { runner, upkeep } = parts;
  const requests = createSaveRequests(place);
  let timer: Disposable | undefined;
  let isStopped = false;
  /** Requests that the last look has met. */
  let seen: ReadonlySet<string> = new Set();

  /** A request stays for one more look: another window may let go of its file in between. */
  async function serve(session: StoreSession, names: readonly string[]): Promise<Result<void>> {
    if (names.length === 0) return succeed(undefined);
    const saved = await upkeep.saveNow(session);
    if (saved.ok) await requests.served(names.filter((name) => seen.has(name)));
    return saved;
  }

  /** Answers whether this window has to take another role or another file. */
  async function see(session: StoreSession): Promise<Result<boolean>> {
    const names = await requests.list();
    const { lock, journal } = session.folder;
    const isNew = names.some((name) => !seen.has(name));
    const served = isMain(session) ? await serve(session, names) : succeed(undefined);
    seen = new Set(names);
    if (!served.ok) return served;
    if (isMain(session)) return succeed(false);
    if (isNew && !journal.isEmpty()) return succeed(true);
    return succeed((await ownerOf(place, lock)) === undefined);
  }

  async function purge(task: string): Promise<Result<void>> {
    const done = await runner.run(task, async (session) => {
      const isAlone = (await session.folder.lock.others()).size === 0;
      if (!isAlone) await requests.ask();
      if (!isMain(session)) return succeed(false);
      const saved = await upkeep.saveNow(session);
      return saved.ok ? succeed(true) : saved;
    });
    if (!done.ok) return done;
    return done.value ? succeed(undefined) : renew(parts, task);
  }

  async function look(): Promise<void> {
    const task = 'look after the storage';
    const found = await runner.run(task, see);
    if (found.ok && found.value) await renew(parts, task);
  }

  function schedule(): void {
    if (isStopped) return;
    timer = place.clock.after(pollIntervalMs, () => void look().finally(schedule));
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

/** Takes whatever role is free, with files of its own. */
function renew({ runner, sessions, upkeep }: MainWindowParts, task: string): Promise<Result<void>> {
  return runner.runExclusively(task, async (session) => {
    const renewed = await sessions.renew(session);
    return isMain(renewed) ? upkeep.saveNow(renewed) : succeed(undefined);
  });
}

function isMain({ folder: { lock } }: StoreSession): boolean {
  return lock.role === 'main';
}

/** Files by which a second window asks the main one to save, so that deleted text leaves the disk. */
export interface SaveRequests {
  ask(): Promise<void>;
  list(): Promise<readonly string[]>;
  /** To be told of those that were listed before a save which has come to its end. */
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
