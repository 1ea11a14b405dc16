import { checkpoint } from './checkpoint';
import type { StoreDatabase } from './database';
import { catchUp, load, type FeedPlace, type Loaded } from './feed';
import { prune } from './prune';
import { createSerial } from './serial';

/**
 * The query side: the database in memory, fed from audit files and journals. Nothing is loaded
 * before it is asked.
 */
export interface View {
  /** Runs `work` on the database when all that is durable is in it. */
  query<T>(work: (database: StoreDatabase) => Promise<T> | T): Promise<T>;
  /** Writes the database and starts a new journal; the main window only. */
  save(): Promise<void>;
  /** Rows that the database file lacks; 0 as long as nothing is loaded. */
  unsaved(): number;
  close(): Promise<void>;
}

/** Another window may save between the reads of a load; then it is loaded again. */
const maxLoads = 5;

export function createView(place: FeedPlace): View {
  const serial = createSerial();
  let loaded: Loaded | undefined;
  let unsaved = 0;

  function unload(): void {
    loaded?.database.close();
    loaded = undefined;
    unsaved = 0;
  }

  function removeOld({ database }: Loaded): void {
    unsaved += prune(database, place.expiredBefore(), place.problems);
  }

  async function refresh(): Promise<Loaded> {
    for (let count = 0; count < maxLoads; count += 1) {
      const isFirst = loaded === undefined;
      const current = (loaded ??= await load(place));
      const changed = await catchUp(place, current);
      if (changed !== undefined) {
        unsaved += changed;
        if (isFirst) removeOld(current);
        return current;
      }
      unload();
    }
    throw new Error('The database changed at every try to load it.');
  }

  return {
    query: (work) => serial.run(async () => work((await refresh()).database)),
    save: () =>
      serial.run(async () => {
        const current = await refresh();
        removeOld(current);
        if (await checkpoint(place, current)) unsaved = 0;
      }),
    unsaved: () => unsaved,
    close: () => serial.run(unload),
  };
}
