import { say, type Sentence } from '../../core/base/sentence';
import { succeed, type Result } from '../../core/contracts/failure';
import type { Disposable, Clock, Ids } from '../../core/ports/system';
import type { Autosave } from './session/autosave';
import type { Session } from './session/session';
import type { SessionQueue } from './session/session-queue';
import {
  inFolder,
  isSaveRequest,
  parseJournalName,
  saveRequestName,
  type StoreFolder,
} from './disk/file-names';

export interface MainWindowContext extends StoreFolder {
  readonly clock: Clock;
  readonly ids: Ids;
}

const pollIntervalMs = 10_000;

/**
 * Ensures that a main window exists, which takes over what other windows have finished and saves on
 * request. A request is a file with which a second window asks for that, so that deleted text
 * leaves the disk.
 */
export class MainWindowMonitor {
  private timer: Disposable | undefined;
  private isStopped = false;
  /** Requests found by the last poll. */
  private seen: ReadonlySet<string> = new Set();

  constructor(
    private readonly context: MainWindowContext,
    private readonly queue: SessionQueue,
    private readonly autosave: Autosave,
  ) {}

  /** Call once the folder is open. */
  start(): void {
    if (this.timer === undefined) this.schedule();
  }

  /**
   * Removes deleted text from the disk: by saving here, or by a request if there are other windows.
   * Each of them finishes its journal, and the main window removes it within three times
   * `pollIntervalMs`.
   */
  async purge(): Promise<Result<void>> {
    const { queue, autosave } = this;
    const task = say`Could not delete the chat`;
    const done = await queue.run(task, async (session) => {
      if ((await session.lock.others()).size > 0) await this.request();
      if (session.lock.role === 'main') return withValue(await autosave.saveNow(session), false);
      await session.journal.rotate();
      return succeed((await session.lock.mainPid()) === undefined);
    });
    if (!done.ok) return done;
    return done.value ? this.renew(task) : succeed(undefined);
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
    const task = say`Could not maintain the storage`;
    const found = await this.queue.run(task, (session) => this.inspect(session));
    if (found.ok && found.value) await this.renew(task);
  }

  /** Returns whether this window must take another role. */
  private async inspect(session: Session): Promise<Result<boolean>> {
    const names = await this.context.disk.names(this.context.folder);
    const requests = names.filter(isSaveRequest);
    const { seen } = this;
    const isNew = requests.some((name) => !seen.has(name));
    this.seen = new Set(requests);
    const { lock, journal } = session;
    if (lock.role === 'main') {
      const isDue = requests.length > 0 || (await hasFinished(session, names));
      const saved = isDue ? await this.autosave.saveNow(session) : succeed(undefined);
      // A request stays for one more poll: another window may finish its journal meanwhile.
      if (saved.ok) await this.remove(requests.filter((name) => seen.has(name)));
      return withValue(saved, false);
    }
    if (isNew && journal.records() > 0) await journal.rotate();
    return succeed((await lock.mainPid()) === undefined);
  }

  /** Takes whatever role is free. */
  private renew(task: Sentence): Promise<Result<void>> {
    const { queue, autosave } = this;
    return queue.runExclusively(task, async (session) => {
      const renewed = await queue.renew(session);
      return renewed.lock.role === 'main' ? autosave.saveNow(renewed) : succeed(undefined);
    });
  }

  private async request(): Promise<void> {
    const { disk, folder, ids } = this.context;
    const file = await disk.open(inFolder(folder, saveRequestName(ids.uuid())), 'create');
    await file.close();
    await disk.flushPath(folder);
  }

  private async remove(names: readonly string[]): Promise<void> {
    const { disk, folder } = this.context;
    for (const name of names) await disk.remove(inFolder(folder, name));
  }
}

/** Whether other windows have finished journals. */
async function hasFinished({ lock }: Session, names: readonly string[]): Promise<boolean> {
  const journals = names.flatMap((name) => parseJournalName(name) ?? []);
  const others = journals.filter(({ token }) => token !== lock.token);
  if (others.length === 0) return false;
  const live = await lock.others();
  return others.some(
    ({ token, number }) =>
      !live.has(token) || others.some((one) => one.token === token && one.number > number),
  );
}

function withValue<T>(result: Result<void>, value: T): Result<T> {
  return result.ok ? succeed(value) : result;
}
