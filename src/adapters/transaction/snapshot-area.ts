import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { cleanUpInterrupted } from './rollback-journal';
import type { SharedFolder } from '../system/processes';
import type { TransactionDisk } from './transaction-disk';

export interface SnapshotAreaDeps {
  /** Its parents may not exist yet either. */
  readonly shared: SharedFolder<TransactionDisk>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /**
   * Receives a rollback that a closed window left unfinished: a message for the user, and the path
   * of the copies.
   */
  readonly onBrokenOff: (message: string, folder: string) => void;
  readonly report: (error: unknown) => void;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Retention of copies from a failed rollback. */
const retentionMs = 30 * dayMs;
/** Liveness cannot be checked for windows on another machine that shares the storage. */
const otherMachineMs = 7 * dayMs;

const windowName = /^window-([0-9a-f]{8})-(\d+)-[0-9a-f]{12}$/;
const retainedName = /^kept-[0-9a-f]{12}$/;

/** Opens the area and removes what closed windows have left. */
export async function openSnapshotArea(place: SnapshotAreaDeps): Promise<SnapshotArea> {
  const { disk, folder, processes } = place.shared;
  await disk.makeFolders(folder);
  const own = path.join(folder, `window-${machine()}-${String(processes.pid)}-${random()}`);
  await removeStale(place);
  await disk.makeFolder(own);
  return new SnapshotArea(place.shared, own);
}

/** The folder for copies of this window (decision 42), with mode 0700, removed with the window. */
export class SnapshotArea {
  private keepsOwn = false;
  private count = 0;

  constructor(
    private readonly shared: SharedFolder<TransactionDisk>,
    private readonly own: string,
  ) {}

  /** Creates a folder for one command. */
  async newFolder(): Promise<string> {
    this.count += 1;
    const fresh = path.join(this.own, String(this.count));
    await this.shared.disk.makeFolder(fresh);
    return fresh;
  }

  /** Moves a folder out of the window's area, so that it outlives the window; returns its path. */
  async retain(kept: string): Promise<string> {
    const to = path.join(this.shared.folder, `kept-${random()}`);
    try {
      await this.shared.disk.rename(kept, to);
      return to;
    } catch {
      // It cannot be moved, so it stays together with the window's folder.
      this.keepsOwn = true;
      return kept;
    }
  }

  async close(): Promise<void> {
    if (!this.keepsOwn) await this.shared.disk.remove(this.own);
  }
}

async function removeStale(place: SnapshotAreaDeps): Promise<void> {
  const { disk, folder } = place.shared;
  for (const name of await disk.names(folder)) {
    const entry = path.join(folder, name);
    if (!(await isStale(name, entry, place))) continue;
    const isSaved = !windowName.test(name) || (await retainInterrupted(entry, place));
    if (isSaved) await disk.remove(entry);
  }
}

/**
 * Keeps the copies of an unfinished rollback, which are needed to complete it. False if they could
 * not be moved.
 */
async function retainInterrupted(window: string, place: SnapshotAreaDeps): Promise<boolean> {
  const { shared, onBrokenOff, report } = place;
  const { disk, folder } = shared;
  let isSaved = true;
  for (const name of await disk.names(window)) {
    const copies = path.join(window, name);
    try {
      const found = await cleanUpInterrupted(copies, disk);
      if (found?.hadBegun !== true) continue;
      const to = path.join(folder, `kept-${random()}`);
      await disk.rename(copies, to);
      onBrokenOff(interruptedText(found.aside), to);
    } catch (error) {
      report(error);
      isSaved = false;
    }
  }
  return isSaved;
}

function interruptedText(aside: readonly string[]): string {
  const rest = aside.length === 0 ? '' : ` Moved aside and not yet removed: ${aside.join(', ')}.`;
  return `Its window closed before it finished.${rest}`;
}

async function isStale(name: string, entry: string, place: SnapshotAreaDeps): Promise<boolean> {
  const age = async (): Promise<number> =>
    place.now() - ((await place.shared.disk.entry(entry))?.changedAt ?? place.now());
  if (retainedName.test(name)) return (await age()) > retentionMs;
  const [, onMachine, pid] = windowName.exec(name) ?? [];
  if (onMachine === undefined) return false;
  if (onMachine !== machine()) return (await age()) > otherMachineMs;
  // A folder with our process id belongs to a window that is gone: ours does not exist yet.
  const { processes } = place.shared;
  return Number(pid) === processes.pid || !processes.isAlive(Number(pid));
}

function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

function random(): string {
  return randomBytes(6).toString('hex');
}
