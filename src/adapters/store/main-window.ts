import { succeed, type Result } from '../../core/contracts/failure';
import type { Disposable, Clock, Ids } from '../../core/ports/system';
import type { Autosave } from './session/autosave';
import type { SessionQueue, StoreSession } from './session/session';
import type { StoreSessions } from './sessions';
import type { StoreFolder } from './disk/file-names';
import { inFolder, isSaveRequest, saveRequestName } from './disk/file-names';

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

/** Ensures that a main window exists and saves on request. */
export class MainWindowMonitor {
  private readonly requests: SaveRequests;
  private timer: Disposable | undefined;
  private isStopped = false;
  /** Requests found by the last poll. */
  private seen: ReadonlySet<string> = new Set();

  constructor(
    private readonly context: MainWindowContext,
    private readonly parts: MainWindowParts,
  ) {
    this.requests = new SaveRequests(context);
  }

  /** Call once the folder is open. */
  start(): void {
    if (this.timer === undefined) this.schedule();
  }

  /**
   * Removes deleted text from the disk: by saving here, or by a request if there are other windows.
   * Each of them gives up the file it writes, and the main window rewrites it within three times
   * `pollIntervalMs`.
   */
  async purge(): Promise<Result<void>> {
    const { queue, autosave } = this.parts;
    const task = 'delete the chat';
    const done = await queue.run(task, async (session) => {
      const isAlone = (await session.folder.lock.others()).size === 0;
      if (!isAlone) await this.requests.ask();
      if (!isMain(session)) return succeed(false);
      const saved = await autosave.saveNow(session);
      return saved.ok ? succeed(true) : saved;
    });
    if (!done.ok) return done;
    return done.value ? succeed(undefined) : renew(this.parts, task);
  }

  stop(): void {
    this.isStopped = true;
    this.timer?.dispose();
  }

  private schedule(): void {
    if (this.isStopped) return;
    const { clock } = this.context;
    this.timer = clock.after(pollIntervalMs, () => void this.poll().finally(() => this.schedule()));
  }

  private async poll(): Promise<void> {
    const task = 'maintain the storage';
    const found = await this.parts.queue.run(task, (session) => this.inspect(session));
    if (found.ok && found.value) await renew(this.parts, task);
  }

  /** Returns whether this window must take another role or file. */
  private async inspect(session: StoreSession): Promise<Result<boolean>> {
    const names = await this.requests.list();
    const { lock, journal } = session.folder;
    const isNew = names.some((name) => !this.seen.has(name));
    const served = isMain(session) ? await this.serve(session, names) : succeed(undefined);
    this.seen = new Set(names);
    if (!served.ok) return served;
    if (isMain(session)) return succeed(false);
    if (isNew && !journal.isEmpty()) return succeed(true);
    return succeed((await lock.mainPid()) === undefined);
  }

  /** A request stays for one more poll: another window may give up its file meanwhile. */
  private async serve(session: StoreSession, names: readonly string[]): Promise<Result<void>> {
    if (names.length === 0) return succeed(undefined);
    const { requests, seen } = this;
    const saved = await this.parts.autosave.saveNow(session);
    if (saved.ok) await requests.served(names.filter((name) => seen.has(name)));
    return saved;
  }
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

interface SaveRequestsContext extends StoreFolder {
  readonly ids: Ids;
}

/**
 * Files with which a second window asks the main window to save, so that deleted text leaves the
 * disk.
 */
class SaveRequests {
  constructor(private readonly context: SaveRequestsContext) {}

  async ask(): Promise<void> {
    const { disk, folder, ids } = this.context;
    const file = await disk.open(inFolder(folder, saveRequestName(ids.uuid())), 'create');
    await file.close();
    await disk.flushPath(folder);
  }

  async list(): Promise<readonly string[]> {
    const { disk, folder } = this.context;
    return (await disk.names(folder)).filter(isSaveRequest);
  }

  /** Removes requests listed before a completed save. */
  async served(names: readonly string[]): Promise<void> {
    const { disk, folder } = this.context;
    for (const name of names) await disk.remove(inFolder(folder, name));
  }
}
