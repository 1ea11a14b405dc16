import { failure, fail, type Result } from '../../../core/contracts/failure';
import { attempt } from '../disk/disk-failure';
import { isLostLock } from '../disk/window-lock';
import type { OpenFolder } from './open-folder';
import type { StoreDatabase } from '../database/database';
import type { PayloadReader } from '../database/record-kind';

/** Returned for calls made after the store has closed. */
const closedFailure = failure('execution', 'The storage is closed.', {
  suggestion: 'The window is closing. Stop.',
});

/** An open folder and its index. */
export interface StoreSession {
  readonly folder: OpenFolder;
  readonly view: StoreIndex;
}

export type IndexWork<T> = (
  database: StoreDatabase,
  payloadReader: PayloadReader,
) => Promise<T> | T;

/**
 * The query side: the database in memory, updated from the audit log and the record files. Loaded
 * at first use.
 */
export interface StoreIndex {
  /**
   * Runs `work` once everything durable is in the database; again if the main window has moved a
   * payload meanwhile.
   */
  query<T>(work: IndexWork<T>): Promise<T>;
  /** Writes the database, seals and compacts; main window only. */
  save(): Promise<void>;
  unsaved(): UnsavedChanges;
  /** Runs `work` while the database is unused; afterwards it is loaded again. */
  startOver(work: () => Promise<void>): Promise<void>;
  /** Why the database is read-only; undefined if it is not, or if nothing is loaded. */
  readOnly(): string | undefined;
  close(): Promise<void>;
}

/** Changes missing from the database file. */
export interface UnsavedChanges {
  readonly records: number;
  /** Rows that can be rebuilt from the audit log. */
  readonly auditRows: number;
}

type AskSession<T> = (session: StoreSession) => Promise<Result<T>>;

/** Runs the work of port calls, several at once; disk errors become failures. */
export class SessionQueue {
  private readonly running = new Set<Promise<unknown>>();
  private barrier: Promise<unknown> | undefined;
  private isStopped = false;

  constructor(
    private readonly current: () => Promise<StoreSession>,
    private readonly log: (line: string) => void,
  ) {}

  /** Example for `task`: "write the audit entry". */
  async run<T>(task: string, ask: AskSession<T>): Promise<Result<T>> {
    while (this.barrier !== undefined) await this.barrier;
    if (this.isStopped) return fail(closedFailure);
    return this.track(attempt({ task, log: this.log }, () => this.work(ask)));
  }

  /** Waits for running work and delays new work. */
  async runExclusively<T>(task: string, ask: AskSession<T>): Promise<Result<T>> {
    while (this.barrier !== undefined) await this.barrier;
    if (this.isStopped) return fail(closedFailure);
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

  /** Rejects new work and waits for running work. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.allSettled(this.running);
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

  private async track<T>(result: Promise<Result<T>>): Promise<Result<T>> {
    this.running.add(result);
    try {
      return await result;
    } finally {
      this.running.delete(result);
    }
  }
}
