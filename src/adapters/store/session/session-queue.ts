import { type Sentence, say } from '../../../core/base/sentence';
import { failure, fail, type Result } from '../../../core/contracts/failure';
import { attempt } from '../disk/disk-failure';
import { isLostLock } from '../disk/window-lock';
import { Session, type SessionContext } from './session';

/** Returned for calls made after the store has closed. */
const closedFailure = failure('execution', say`The storage is closed.`, {
  suggestion: say`The window is closing. Stop.`,
});

type AskSession<T> = (session: Session) => Promise<Result<T>>;

export interface QueueOptions extends SessionContext {
  readonly onOpened: () => void;
}

/**
 * Runs the work of port calls, several at once, in the session of this window, which is opened at
 * first use and again after its lock has expired. Disk errors become failures.
 */
export class SessionQueue {
  private readonly running = new Set<Promise<unknown>>();
  private barrier: Promise<unknown> | undefined;
  private isStopped = false;
  private pending: Promise<Session> | undefined;

  constructor(private readonly options: QueueOptions) {}

  /** Example for `task`: "Could not write the audit entry". */
  async run<T>(task: Sentence, ask: AskSession<T>): Promise<Result<T>> {
    while (this.barrier !== undefined) await this.barrier;
    if (this.isStopped) return fail(closedFailure);
    return this.track(this.attempt(task, () => this.work(ask)));
  }

  /** Waits for running work and delays new work. */
  async runExclusively<T>(task: Sentence, ask: AskSession<T>): Promise<Result<T>> {
    while (this.barrier !== undefined) await this.barrier;
    if (this.isStopped) return fail(closedFailure);
    const before = Promise.allSettled(this.running);
    const result = this.track(this.attempt(task, () => before.then(() => this.work(ask))));
    const mine = result.catch(() => undefined);
    this.barrier = mine;
    // Runs before any waiting call continues.
    void mine.then(() => {
      this.barrier = undefined;
    });
    return result;
  }

  /** Releases the folder and reopens it in whatever role is free. */
  async renew(session: Session): Promise<Session> {
    const mine = this.pending;
    return mine !== undefined && (await mine) === session
      ? this.replace(mine, session)
      : this.current();
  }

  /** Rejects new work and waits for running work; the open session, if there is one. */
  async stop(): Promise<Session | undefined> {
    this.isStopped = true;
    await Promise.allSettled(this.running);
    // The call that needed the folder has reported the error.
    return this.pending?.catch(() => undefined);
  }

  /** Releases the folder; errors here lose nothing that was confirmed. */
  async close(session: Session): Promise<void> {
    try {
      await session.close();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.options.log(`Could not close the storage: ${reason}`);
    }
  }

  private attempt<T>(task: Sentence, work: () => Promise<Result<T>>): Promise<Result<T>> {
    return attempt({ task, log: this.options.log }, work);
  }

  /** Retries once under a new lock if the machine slept during a write. */
  private async work<T>(ask: AskSession<T>): Promise<Result<T>> {
    try {
      return await ask(await this.current());
    } catch (error) {
      if (!isLostLock(error)) throw error;
      return ask(await this.current());
    }
  }

  private async current(): Promise<Session> {
    const mine = this.pending ?? this.start();
    const session = await mine;
    return session.lock.isHeld() ? session : this.replace(mine, session);
  }

  private start(): Promise<Session> {
    const started = Session.open(this.options);
    this.pending = started;
    started.then(this.options.onOpened, () => {
      // The caller gets the error; the next call tries again.
      if (this.pending === started) this.pending = undefined;
    });
    return started;
  }

  private async replace(mine: Promise<Session>, session: Session): Promise<Session> {
    if (this.pending === mine) {
      this.pending = undefined;
      await this.close(session);
    }
    return this.current();
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
