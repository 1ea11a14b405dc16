import { takeOverJournals } from '../session/open-folder';
import { createPayloadReader, MovedRecords, isMoved } from './record-files';
import { checkpoint, type CheckpointLimits } from './checkpoint';
import type { StoreDatabase } from '../database/database';
import { catchUp, type CatchUpCounts } from './catch-up';
import { loadIndex, setDatabaseAside, type IndexContext, type LoadedIndex } from './load-index';
import type { UnsavedChanges, StoreIndex } from '../session/session';
import { type PruneLimits, prune } from './prune';
import type { PayloadReader } from '../database/record-kind';
import { createSerial } from '../../system/serial';
import { sumOf } from './record-kinds';
import type { WindowLock } from '../disk/window-lock';

export type StoreIndexLimits = CheckpointLimits & PruneLimits;

export function createStoreIndex(context: IndexContext, limits: StoreIndexLimits): StoreIndex {
  const serial = createSerial();
  const cache = new IndexCache(context, limits);

  async function query<T>(
    work: (database: StoreDatabase, payloadReader: PayloadReader) => Promise<T> | T,
  ): Promise<T> {
    for (let count = 1; ; count += 1) {
      const { database, names } = await cache.refresh();
      try {
        return await work(
          database,
          createPayloadReader({ ...context, nameOf: (id) => names.get(id) }),
        );
      } catch (error) {
        if (!(error instanceof MovedRecords) || count === maxLoads(context.opened.lock)) {
          throw error;
        }
        cache.unload();
      }
    }
  }

  async function save(): Promise<void> {
    const { lock } = context.opened;
    if (lock.role !== 'main' || !lock.isHeld()) return;
    await takeOverJournals(context, lock);
    const current = await cache.refresh();
    const mustRewrite = cache.removeOld(current);
    const takeInNew = () => cache.takeInNew(current);
    try {
      if (await checkpoint(context, current, { limits, mustRewrite, takeInNew })) cache.saved();
    } catch (error) {
      // After an error, load again from disk.
      cache.unload();
      throw error;
    }
  }

  return {
    query: (work) => serial.run(() => query(work)),
    save: () => serial.run(save),
    startOver: (work) =>
      serial.run(async () => {
        cache.unload();
        await work();
      }),
    unsaved: () => cache.unsaved(),
    readOnly: () => cache.readOnly(),
    close: () => serial.run(() => cache.unload()),
  };
}

/**
 * Another window may save during a load; then it is repeated. The main window, which alone saves,
 * needs few attempts: a file missing there is lost.
 */
function maxLoads({ role }: Pick<WindowLock, 'role'>): number {
  return role === 'main' ? 5 : 50;
}

const nothingUnsaved: UnsavedChanges = { records: 0, auditRows: 0 };

/** Time between two removals of expired data. */
const pruneIntervalMs = 3_600_000;

/** The database in memory and its state. For one user at a time. */
class IndexCache {
  private loaded: LoadedIndex | undefined;
  private notSaved = nothingUnsaved;
  private prunedAt: number | undefined;
  private mustRewrite = new Set<string>();

  constructor(
    private readonly context: IndexContext,
    private readonly limits: PruneLimits,
  ) {}

  /** Loads the database if necessary and adds everything durable. */
  async refresh(): Promise<LoadedIndex> {
    const { context } = this;
    for (let count = 0; count < maxLoads(context.opened.lock); count += 1) {
      const isFirst = this.loaded === undefined;
      const current = (this.loaded ??= await loadIndex(context));
      if (await this.takeInNew(current)) {
        if (isFirst) this.removeOld(current);
        return current;
      }
      this.unload();
      // No other window moves files: one was removed from outside.
      if (count > 0 && context.opened.lock.role === 'main') {
        await setDatabaseAside(context, 'a record file that it names is missing');
      }
    }
    throw new Error('The database changed during every attempt to load it.');
  }

  /** False if the database must be loaded again. */
  async takeInNew(current: LoadedIndex): Promise<boolean> {
    const caughtUp = await catchUpWithMoves(this.context, current);
    if (caughtUp === undefined) return false;
    this.notSaved = sumUnsaved(this.notSaved, caughtUp);
    return true;
  }

  /**
   * Periodically removes expired data and data over the size limit. Returns the files that contain
   * data removed since the last save.
   */
  removeOld({ database, progress }: LoadedIndex): ReadonlySet<string> {
    const { context, limits, mustRewrite, prunedAt } = this;
    const now = context.clock.now();
    const isDue = prunedAt === undefined || now - prunedAt >= pruneIntervalMs;
    const isOver = sumOf([...progress.values()].map(({ offset }) => offset)) > limits.maxBytes();
    if (!isDue && !isOver) return mustRewrite;
    this.prunedAt = now;
    const { removed, files } = prune(database, limits, { now, problems: context.problems });
    this.notSaved = sumUnsaved(this.notSaved, { records: removed, auditRows: 0 });
    for (const file of files) mustRewrite.add(file);
    return mustRewrite;
  }

  /** Call when everything is in the file. */
  saved(): void {
    this.notSaved = nothingUnsaved;
    this.mustRewrite = new Set();
  }

  unload(): void {
    this.loaded?.database.close();
    this.loaded = undefined;
    this.prunedAt = undefined;
    this.saved();
  }

  unsaved(): UnsavedChanges {
    return this.notSaved;
  }

  readOnly(): string | undefined {
    return this.loaded?.readOnly;
  }
}

async function catchUpWithMoves(
  context: IndexContext,
  current: LoadedIndex,
): Promise<CatchUpCounts | undefined> {
  for (let count = 1; ; count += 1) {
    try {
      return await catchUp(context, current);
    } catch (error) {
      // Another window has renamed or removed a file after it was listed.
      if (!isMoved(error) || count === maxLoads(context.opened.lock)) throw error;
    }
  }
}

function sumUnsaved(a: UnsavedChanges, b: UnsavedChanges): UnsavedChanges {
  return { records: a.records + b.records, auditRows: a.auditRows + b.auditRows };
}
