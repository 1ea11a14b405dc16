import { takeOverJournals } from './adopt-journals';
import { createPayloadReader } from './bodies';
import { checkpoint, type CheckpointLimits } from './checkpoint';
import type { StoreDatabase } from './database';
import type { IndexContext } from './feed';
import { createIndexCache, maxLoads, type UnsavedChanges } from './memory';
import { MovedRecords } from './moved-records';
import type { PruneLimits } from './prune';
import type { PayloadReader } from './record-kind';
import { createSerial } from './serial';

export type StoreIndexLimits = CheckpointLimits & PruneLimits;

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

export function createStoreIndex(place: IndexContext, limits: StoreIndexLimits): StoreIndex {
  const serial = createSerial();
  const memory = createIndexCache(place, limits);

  async function query<T>(
    work: (database: StoreDatabase, bodies: PayloadReader) => Promise<T> | T,
  ): Promise<T> {
    for (let count = 1; ; count += 1) {
      const { database, names } = await memory.refresh();
      try {
        return await work(database, createPayloadReader({ ...place, nameOf: (id) => names.get(id) }));
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
