import { failure, type Result } from '../../../core/contracts/failure';
import type { OpenFolder } from './open-folder';
import type { StoreDatabase } from '../database/database';
import type { PayloadReader } from '../database/record-kind';

/** What is asked of the store once its window closes. */
export const closedFailure = failure('execution', 'The storage is closed.', {
  suggestion: 'The window is closing. Stop.',
});

/** An open folder and what is known of its content. */
export interface StoreSession {
  readonly folder: OpenFolder;
  readonly view: StoreIndex;
}

/**
 * The query side: the database in memory, fed from the audit log and the files of records. Nothing
 * is loaded before it is asked.
 */
export interface StoreIndex {
  /**
   * Runs `work` on the database when all that is durable is in it; again when the main window has
   * moved a body in the meantime.
   */
  query<T>(work: (database: StoreDatabase, bodies: PayloadReader) => Promise<T> | T): Promise<T>;
  /** Writes the database, seals and compacts; the main window only. */
  save(): Promise<void>;
  unsaved(): UnsavedChanges;
  /** Runs `work` while nothing of the database is used; it is loaded again afterwards. */
  startOver(work: () => Promise<void>): Promise<void>;
  /** Why the database is left as it is; undefined when it is not, or when nothing is loaded. */
  readOnly(): string | undefined;
  close(): Promise<void>;
}

/** What the database file lacks. */
export interface UnsavedChanges {
  readonly records: number;
  /** Rows that can be made again from the audit log. */
  readonly auditRows: number;
}

/** Runs what the ports are asked for; disk errors become failures. */
export interface SessionQueue {
  /** `task` as in "write the audit entry". */
  run<T>(task: string, work: (session: StoreSession) => Promise<Result<T>>): Promise<Result<T>>;
  /** Waits for what runs, and lets what comes wait. */
  runExclusively<T>(
    task: string,
    work: (session: StoreSession) => Promise<Result<T>>,
  ): Promise<Result<T>>;
  /** Refuses what comes from now on, and waits for what runs. */
  stop(): Promise<void>;
}

/** Saves the database when nobody waits for it (decision journal-first). */
export interface Autosave {
  /** To be told of each write. */
  noteWrite(session: StoreSession): void;
  /**
   * Saves all that was written before this call, which is when deleted text leaves the disk. Does
   * nothing in a second window (see `MainWatch`).
   */
  saveNow(session: StoreSession): Promise<Result<void>>;
  /** Saves once more when it is worth it; does not reject. */
  finish(session: StoreSession): Promise<void>;
}
