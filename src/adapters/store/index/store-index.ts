import { takeOverJournals } from '../session/open-folder';
import { createPayloadReader, MovedRecords, isMoved } from './record-files';
import { checkpoint, type CheckpointLimits } from './checkpoint';
import { catchUp, type CatchUpCounts } from './catch-up';
import { loadIndex, setDatabaseAside, type IndexContext, type LoadedIndex } from './load-index';
import type { IndexWork, UnsavedChanges, StoreIndex } from '../session/session';
import { type PruneLimits, prune } from './prune';
import { createSerial } from '../../system/serial';
import { sumOf } from './record-kinds';
import type { WindowLock } from '../disk/window-lock';

export type StoreIndexLimits = CheckpointLimits & PruneLimits;

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

export class LoadedStoreIndex implements StoreIndex {
  private readonly serial = createSerial();
  private loaded: LoadedIndex | undefined;
  private notSaved = nothingUnsaved;
  private prunedAt: number | undefined;
  private mustRewrite = new Set<string>();

  constructor(
    private readonly context: IndexContext,
    private readonly limits: StoreIndexLimits,
  ) {}

  query<T>(work: IndexWork<T>): Promise<T> {
    return this.serial.run(() => this.ask(work));
  }

  save(): Promise<void> {
    return this.serial.run(() => this.saveLoaded());
  }

  startOver(work: () => Promise<void>): Promise<void> {
    return this.serial.run(async () => {
      this.unload();
      await work();
    });
  }

  unsaved(): UnsavedChanges {
    return this.notSaved;
  }

  readOnly(): string | undefined {
    return this.loaded?.readOnly;
  }

  close(): Promise<void> {
    return this.serial.run(() => this.unload());
  }

  private async ask<T>(work: IndexWork<T>): Promise<T> {
    for (let count = 1; ; count += 1) {
      const { database, names } = await this.refresh();
      const nameOf = (id: string) => names.get(id);
      try {
        return await work(database, createPayloadReader({ ...this.context, nameOf }));
      } catch (error) {
        const isLast = count === maxLoads(this.context.opened.lock);
        if (!(error instanceof MovedRecords) || isLast) throw error;
        this.unload();
      }
    }
  }

  private async saveLoaded(): Promise<void> {
    const { context, limits } = this;
    const { lock } = context.opened;
    if (lock.role !== 'main' || !lock.isHeld()) return;
    await takeOverJournals(context, lock);
    const current = await this.refresh();
    const mustRewrite = this.removeOld(current);
    const takeInNew = () => this.takeInNew(current);
    try {
      if (await checkpoint(context, current, { limits, mustRewrite, takeInNew })) this.saved();
    } catch (error) {
      // After an error, load again from disk.
      this.unload();
      throw error;
    }
  }

  /** Loads the database if necessary and adds everything durable. */
  private async refresh(): Promise<LoadedIndex> {
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
  private async takeInNew(current: LoadedIndex): Promise<boolean> {
    const caughtUp = await catchUpWithMoves(this.context, current);
    if (caughtUp === undefined) return false;
    this.notSaved = sumUnsaved(this.notSaved, caughtUp);
    return true;
  }

  /**
   * Periodically removes expired data and data over the size limit. Returns the files that contain
   * data removed since the last save.
   */
  private removeOld({ database, progress }: LoadedIndex): ReadonlySet<string> {
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
  private saved(): void {
    this.notSaved = nothingUnsaved;
    this.mustRewrite = new Set();
  }

  private unload(): void {
    this.loaded?.database.close();
    this.loaded = undefined;
    this.prunedAt = undefined;
    this.saved();
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
