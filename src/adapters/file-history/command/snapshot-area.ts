import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Clock } from '../../../core/ports/system';
import { Leases, type LeaseKind } from '../../leases/leases';
import { cleanUpInterrupted } from './rollback-journal';
import type { SharedFolder } from '../../system/processes';
import type { Disk } from '../../system/disk';

export interface SnapshotAreaDeps {
  /** Its parents may not exist yet either. */
  readonly shared: SharedFolder<Disk>;
  readonly clock: Clock;
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
const leaseKind: LeaseKind = { patienceMs: 7 * dayMs, isFenced: false };

/** A window's folder names its owner. */
const windowPrefix = 'window-';
const retainedName = /^kept-[0-9a-f]{12}$/;

/** Opens the area and removes what closed windows have left. */
export async function openSnapshotArea(place: SnapshotAreaDeps): Promise<SnapshotArea> {
  const { disk, folder } = place.shared;
  await disk.makeFolder(folder);
  const leases = leasesOf(place);
  await removeStale(place, leases);
  const own = path.join(folder, `${windowPrefix}${await leases.own()}`);
  await disk.createFolder(own);
  leases.acquire(own);
  return new SnapshotArea(place.shared, { own, leases });
}

function leasesOf({ shared, clock }: SnapshotAreaDeps): Leases {
  const { disk, processes } = shared;
  const leaseDisk = {
    ...disk,
    modifiedAt: async (file: string) => (await disk.entry(file))?.changedAt ?? clock.now(),
  };
  return new Leases({ disk: leaseDisk, processes, clock, kind: leaseKind, token: random() });
}

/** The folder for copies of this window (decision 42), with mode 0700, removed with the window. */
export class SnapshotArea {
  private keepsOwn = false;
  private count = 0;

  constructor(
    private readonly shared: SharedFolder<Disk>,
    private readonly lease: { readonly own: string; readonly leases: Leases },
  ) {}

  /** Creates a folder for one command. */
  async newFolder(): Promise<string> {
    this.count += 1;
    const fresh = path.join(this.lease.own, String(this.count));
    await this.shared.disk.createFolder(fresh);
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
    const { own, leases } = this.lease;
    leases.forget(own);
    if (!this.keepsOwn) await this.shared.disk.removeTree(own);
  }
}

async function removeStale(place: SnapshotAreaDeps, leases: Leases): Promise<void> {
  const { disk, folder } = place.shared;
  for (const name of await disk.names(folder)) {
    const entry = path.join(folder, name);
    const isWindow = name.startsWith(windowPrefix);
    const owner = name.slice(windowPrefix.length);
    const isStale = isWindow
      ? !(await leases.isLive(owner, entry))
      : retainedName.test(name) && (await isExpired(entry, place));
    if (!isStale) continue;
    const isSaved = !isWindow || (await retainInterrupted(entry, place));
    if (isSaved) await disk.removeTree(entry);
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

async function isExpired(entry: string, { clock, shared }: SnapshotAreaDeps): Promise<boolean> {
  const found = await shared.disk.entry(entry);
  return found !== undefined && clock.now() - found.changedAt > retentionMs;
}

function random(): string {
  return randomBytes(6).toString('hex');
}
