import { takeOverJournals } from '../session/open-folder';
import { createPayloadReader, MovedRecords, isMoved } from './record-files';
import { checkpoint, type CheckpointLimits } from './checkpoint';
import type { StoreDatabase } from '../database/database';
import {
  type IndexContext,
  catchUp,
  loadIndex,
  type CatchUpCounts,
  type LoadedIndex,
  setDatabaseAside,
} from './catch-up';
import type { UnsavedChanges, StoreIndex } from '../session/session';
import { type PruneLimits, prune } from './prune';
import type { PayloadReader } from '../database/record-kind';
import { createSerial } from '../../system/serial';
import { sumOf } from './record-kinds';
import type { WindowLock } from '../disk/window-lock';

export type StoreIndexLimits = CheckpointLimits & PruneLimits;

export function createStoreIndex(place: IndexContext, limits: StoreIndexLimits): StoreIndex {
  const serial = createSerial();
  const memory = createIndexCache(place, limits);

  async function query<T>(
    work: (database: StoreDatabase, bodies: PayloadReader) => Promise<T> | T,
  ): Promise<T> {
    for (let count = 1; ; count += 1) {
      const { database, names } = await memory.refresh();
      try {
        return await work(
          database,
          createPayloadReader({ ...place, nameOf: (id) => names.get(id) }),
        );
      } catch (error) {
        if (!(error instanceof MovedRecords) || count === maxLoads(place.opened.lock)) throw error;
        memory.unload();
      }
    }
  }

  async function save(): Promise<void> {
    const { lock } = place.opened;
    if (lock.role !== 'main' || !lock.isHeld()) return;
    await takeOverJournals(place, lock);
    const current = await memory.refresh();
    const doomed = memory.removeOld(current);
    const takeNew = () => memory.takeNew(current);
    try {
      if (await checkpoint(place, current, { limits, doomed, takeNew })) memory.saved();
    } catch (error) {
      // What came to no end is loaded again as the disk has it.
      memory.unload();
      throw error;
    }
  }

  return {
    query: (work) => serial.run(() => query(work)),
    save: () => serial.run(save),
    startOver: (work) =>
      serial.run(async () => {
        memory.unload();
        await work();
      }),
    unsaved: () => memory.unsaved(),
    readOnly: () => memory.readOnly(),
    close: () => serial.run(() => memory.unload()),
  };
}

/** The database in memory, and what is known of it beside its rows. One user at a time. */
export interface IndexCache {
  /** Loads it when it is not there, and takes in all that is durable. */
  refresh(): Promise<LoadedIndex>;
  /** False when it has to be loaded again. */
  takeNew(current: LoadedIndex): Promise<boolean>;
  /**
   * Removes what is past its time, now and then, and what is beyond the room. Answers the files that
   * hold what was removed since the last save.
   */
  removeOld(current: LoadedIndex): ReadonlySet<string>;
  /** To be told when all of it is in the file. */
  saved(): void;
  unload(): void;
  unsaved(): UnsavedChanges;
  readOnly(): string | undefined;
}

/**
 * Another window may save between the reads of a load; then it is loaded again. The main one, which
 * alone saves, needs few: what is missing then is lost.
 */
function maxLoads({ role }: Pick<WindowLock, 'role'>): number {
  return role === 'main' ? 5 : 50;
}

const nothingUnsaved: UnsavedChanges = { records: 0, auditRows: 0 };

/** Milliseconds between two removals of what is past its time. */
const pruneIntervalMs = 3_600_000;

function createIndexCache(place: IndexContext, limits: PruneLimits): IndexCache {
  let loaded: LoadedIndex | undefined;
  let unsaved = nothingUnsaved;
  let prunedAt: number | undefined;
  let doomed = new Set<string>();

  function saved(): void {
    unsaved = nothingUnsaved;
    doomed = new Set();
  }

  function unload(): void {
    loaded?.database.close();
    loaded = undefined;
    prunedAt = undefined;
    saved();
  }

  function removeOld({ database, progress }: LoadedIndex): ReadonlySet<string> {
    const now = place.clock.now();
    const isDue = prunedAt === undefined || now - prunedAt >= pruneIntervalMs;
    const isOver = sumOf([...progress.values()].map(({ offset }) => offset)) > limits.maxBytes();
    if (!isDue && !isOver) return doomed;
    prunedAt = now;
    const { removed, files } = prune(database, limits, { now, problems: place.problems });
    unsaved = sumUnsaved(unsaved, { records: removed, auditRows: 0 });
    for (const file of files) doomed.add(file);
    return doomed;
  }

  async function takeNew(current: LoadedIndex): Promise<boolean> {
    const caughtUp = await catchUpWithMoves(place, current);
    if (caughtUp === undefined) return false;
    unsaved = sumUnsaved(unsaved, caughtUp);
    return true;
  }

  async function refresh(): Promise<LoadedIndex> {
    for (let count = 0; count < maxLoads(place.opened.lock); count += 1) {
      const isFirst = loaded === undefined;
      const current = (loaded ??= await loadIndex(place));
      if (await takeNew(current)) {
        if (isFirst) removeOld(current);
        return current;
      }
      unload();
      // Nobody else moves files: somebody has removed one.
      if (count > 0 && place.opened.lock.role === 'main') {
        await setDatabaseAside(place, 'a file of records that it names is missing');
      }
    }
    throw new Error('The database changed at every try to load it.');
  }

  return {
    refresh,
    takeNew,
    removeOld,
    saved,
    unload,
    unsaved: () => unsaved,
    readOnly: () => loaded?.readOnly,
  };
}

async function catchUpWithMoves(
  place: IndexContext,
  current: LoadedIndex,
): Promise<CatchUpCounts | undefined> {
  for (let count = 1; ; count += 1) {
    try {
      return await catchUp(place, current);
    } catch (error) {
      // Another window has renamed or removed a file after it was listed.
      if (!isMoved(error) || count === maxLoads(place.opened.lock)) throw error;
    }
  }
}

function sumUnsaved(a: UnsavedChanges, b: UnsavedChanges): UnsavedChanges {
  return { records: a.records + b.records, auditRows: a.auditRows + b.auditRows };
}
