import { failure, type Result } from '../../../core/contracts/failure';
import type { OpenFolder } from './open-folder';
import type { StoreDatabase } from '../database/database';
import type { PayloadReader } from '../database/record-kind';

/** Returned for calls made after the store has closed. */
export const closedFailure = failure('execution', 'The storage is closed.', {
  suggestion: 'The window is closing. Stop.',
});

/** An open folder and its index. */
export interface StoreSession {
  readonly folder: OpenFolder;
  readonly view: StoreIndex;
}

/**
 * The query side: the database in memory, updated from the audit log and the record files. Loaded
 * at first use.
 */
export interface StoreIndex {
  /**
   * Runs `work` once everything durable is in the database; again if the main window has moved a
   * payload meanwhile.
   */
  query<T>(
    work: (database: StoreDatabase, payloadReader: PayloadReader) => Promise<T> | T,
  ): Promise<T>;
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

/** Runs the work of port calls; disk errors become failures. */
export interface SessionQueue {
  /** Example for `task`: "write the audit entry". */
  run<T>(task: string, work: (session: StoreSession) => Promise<Result<T>>): Promise<Result<T>>;
  /** Waits for running work and delays new work. */
  runExclusively<T>(
    task: string,
    work: (session: StoreSession) => Promise<Result<T>>,
  ): Promise<Result<T>>;
  /** Rejects new work and waits for running work. */
  stop(): Promise<void>;
}

/** Saves the database while it is idle (decision journal-first). */
export interface Autosave {
  /** Call after each write. */
  noteWrite(session: StoreSession): void;
  /**
   * Saves all earlier writes, which removes deleted text from the disk. Does nothing in a second
   * window (see `MainWindowMonitor`).
   */
  saveNow(session: StoreSession): Promise<Result<void>>;
  /** Saves once more if worthwhile; does not reject. */
  finish(session: StoreSession): Promise<void>;
}
