import type { IndexContext } from './index/load-index';
import { openFolder } from './session/open-folder';
import { createStoreIndex, type StoreIndexLimits } from './index/store-index';
import { closedFailure, type StoreSession, type SessionQueue } from './session/session';
import { fail, type Result } from '../../core/contracts/failure';
import { attempt } from './disk/disk';
import { isLostLock } from './disk/window-lock';

export interface StoreSessionOptions extends Omit<IndexContext, 'opened'> {
  readonly viewLimits: StoreIndexLimits;
  readonly onOpened: () => void;
}

export class StoreSessions {
  private pending: Promise<StoreSession> | undefined;

  constructor(private readonly options: StoreSessionOptions) {}

  /** Opens the folder at first use, and again after its lock has expired. */
  async current(): Promise<StoreSession> {
    const mine = this.pending ?? this.start();
    const session = await mine;
    return session.folder.lock.isHeld() ? session : this.replace(mine, session);
  }

  /** Releases the folder and reopens it in whatever role is free. */
  async renew(session: StoreSession): Promise<StoreSession> {
    const mine = this.pending;
    return mine !== undefined && (await mine) === session
      ? this.replace(mine, session)
      : this.current();
  }

  /** The open session; undefined if none was opened. */
  opened(): Promise<StoreSession> | undefined {
    return this.pending;
  }

  private start(): Promise<StoreSession> {
    const started = this.open();
    this.pending = started;
    started.catch(() => {
      // The caller gets the error; the next call tries again.
      if (this.pending === started) this.pending = undefined;
    });
    return started;
  }

  private async open(): Promise<StoreSession> {
    const { options } = this;
    const folder = await openFolder(options);
    options.onOpened();
    const context = { ...options, disk: folder.disk, opened: folder };
    return { folder, view: createStoreIndex(context, options.viewLimits) };
  }

  private async replace(mine: Promise<StoreSession>, session: StoreSession): Promise<StoreSession> {
    if (this.pending === mine) {
      this.pending = undefined;
      await closeSession(session, this.options.log);
    }
    return this.current();
  }
}

/** Releases the folder; errors here lose nothing that was confirmed. */
export async function closeSession(
  { folder, view }: StoreSession,
  log: (line: string) => void,
): Promise<void> {
  for (const close of [() => view.close(), () => folder.close()]) {
    try {
      await close();
    } catch (error) {
      log(`Could not close the storage: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

export class OpenSessionQueue implements SessionQueue {
  private readonly running = new Set<Promise<unknown>>();
  private barrier: Promise<unknown> | undefined;
  private stopped = false;

  constructor(
    private readonly sessions: StoreSessions,
    private readonly log: (line: string) => void,
  ) {}

  async run<T>(task: string, ask: AskSession<T>): Promise<Result<T>> {
    while (this.barrier !== undefined) await this.barrier;
    if (this.stopped) return fail(closedFailure);
    return this.track(attempt({ task, log: this.log }, () => this.work(ask)));
  }

  async runExclusively<T>(task: string, ask: AskSession<T>): Promise<Result<T>> {
    while (this.barrier !== undefined) await this.barrier;
    if (this.stopped) return fail(closedFailure);
    const before = Promise.allSettled(this.running);
    const result = this.track(
      attempt({ task, log: this.log }, () => before.then(() => this.work(ask))),
    );
    const mine = result.catch(() => undefined);
    this.barrier = mine;
    // Runs before any waiting call continues.
    void mine.then(() => {
      this.barrier = undefined;
    });
    return result;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.allSettled(this.running);
  }

  /** Retries once under a new lock if the machine slept during a write. */
  private async work<T>(ask: AskSession<T>): Promise<Result<T>> {
    try {
      return await ask(await this.sessions.current());
    } catch (error) {
      if (!isLostLock(error)) throw error;
      return ask(await this.sessions.current());
    }
  }

  private async track<T>(result: Promise<Result<T>>): Promise<Result<T>> {
    this.running.add(result);
    try {
      return await result;
    } finally {
      this.running.delete(result);
    }
  }
}

type AskSession<T> = (session: StoreSession) => Promise<Result<T>>;
