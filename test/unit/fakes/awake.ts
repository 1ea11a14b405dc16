import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { nodeDisk } from '../../../src/adapters/system/node-disk';
import type { Disk, DiskFile } from '../../../src/adapters/system/disk';
import type { FakeClock } from './clock';

/**
 * A machine that is awake: its clock advances only while no disk call is running, so that a slow
 * disk does not look like a machine that slept through its heartbeats.
 */
export interface AwakeMachine {
  readonly disk: Disk;
  /** Advances the clock in steps of `step` milliseconds until the condition is true. */
  until(condition: () => boolean, step: number): Promise<void>;
}

/** Far beyond the time limit of a test: it only ends an abandoned wait. */
const maxTurns = 50_000_000;

export function createAwakeMachine(clock: FakeClock, disk: Disk = nodeDisk): AwakeMachine {
  let underWay = 0;
  const track =
    <A extends readonly unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      underWay += 1;
      try {
        return await call(...args);
      } finally {
        underWay -= 1;
      }
    };
  return {
    disk: trackDisk(disk, track),
    until: async (condition, step) => {
      for (let turn = 0; turn < maxTurns && !condition(); turn += 1) {
        await setImmediate();
        if (underWay === 0) clock.advance(step);
      }
      assert.ok(condition());
    },
  };
}

type Track = <A extends readonly unknown[], T>(
  call: (...args: A) => Promise<T>,
) => (...args: A) => Promise<T>;

function trackDisk(disk: Disk, track: Track): Disk {
  return {
    makeFolder: track((folder) => disk.makeFolder(folder)),
    names: track((folder) => disk.names(folder)),
    open: track(async (path, mode) => trackFile(await disk.open(path, mode), track)),
    rename: track((from, to) => disk.rename(from, to)),
    copy: track((from, to) => disk.copy(from, to)),
    remove: track((path) => disk.remove(path)),
    flushPath: track((folder) => disk.flushPath(folder)),
    modifiedAt: track((path) => disk.modifiedAt(path)),
    touch: track((path, at) => disk.touch(path, at)),
    removeTree: track((path) => disk.removeTree(path)),
    entry: track((path) => disk.entry(path)),
    realPath: track((path) => disk.realPath(path)),
    stamp: track((file) => disk.stamp(file)),
    readText: track((file) => disk.readText(file)),
    linkTarget: track((link) => disk.linkTarget(link)),
  };
}

function trackFile(file: DiskFile, track: Track): DiskFile {
  return {
    read: track((position, length) => file.read(position, length)),
    write: track((bytes, position) => file.write(bytes, position)),
    flush: track(() => file.flush()),
    truncate: track((size) => file.truncate(size)),
    size: track(() => file.size()),
    close: track(() => file.close()),
  };
}
