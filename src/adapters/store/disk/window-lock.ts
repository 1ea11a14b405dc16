import path from 'node:path';
import type { Clock, Ids } from '../../../core/ports/system';
import type { Disposable } from '../../../core/ports/disposable';
import { isAlive } from '../../system/process-alive';
import { withFile, writeAll, type Disk, errorCodeOf, type DiskFile } from './disk';

/** main: the one window that writes the shared files and the database. */
export type WindowRole = 'main' | 'second';

/**
 * A window's claim on the storage folder. Each window has a file of its own, named by pid and
 * random token, whose modification time is its heartbeat.
 *
 * There are never two main windows: each creates its file before it looks for others, so of two
 * windows at least one sees the other. One that sees a main window is second. Of two that are both
 * still deciding, the larger token yields at once and the smaller waits for that.
 */
export interface WindowLock {
  readonly role: WindowRole;
  readonly token: string;
  /** False once other windows may take this one for dead (the machine slept): take a new lock. */
  isHeld(): boolean;
  /** Tokens of the other windows that are alive. */
  others(): Promise<ReadonlySet<string>>;
  release(): Promise<void>;
}

export interface LockContext {
  readonly disk: Disk;
  readonly folder: string;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** In milliseconds. A window writes for `heldFor` after a beat and is taken for dead after `deadAfter`. */
const heartbeatMs = 10_000;
const writeAllowedMs = 30_000;
const leaseTimeoutMs = 60_000;

const decidePollMs = 20;
const maxPolls = 100;

const lockName = /^window-(\d+)-([\w-]+)\.lock$/;

/** As long as "opening", so that one write replaces another whole. */
const roleMarks: Readonly<Record<WindowRole, string>> = { main: 'main   ', second: 'second ' };

/** Takes a place in the folder; rejects on disk errors only. */
export async function takeLock(place: LockContext): Promise<WindowLock> {
  const { disk, folder, clock, ids } = place;
  const token = ids.uuid();
  const own = path.join(folder, `window-${process.pid}-${token}.lock`);
  let beatAt = clock.now();
  let timer: Disposable | undefined;
  let released = false;

  const isHeld = () => !released && clock.now() - beatAt < writeAllowedMs;

  async function beat(): Promise<void> {
    const at = clock.now();
    await disk.touch(own, at);
    beatAt = at;
  }

  async function mark(text: string, mode: 'create' | 'write'): Promise<void> {
    const file = await disk.open(own, mode);
    try {
      await writeAll(file, Buffer.from(text), 0);
    } finally {
      await file.close();
    }
    await beat();
  }

  function keepAlive(): void {
    if (released) return;
    timer = clock.after(heartbeatMs, () => {
      // Never anew once it has expired: another window may be taking over right now.
      if (!isHeld()) return;
      // A failed beat lets the lock expire: the next write takes a new one and tells the error.
      void beat().then(keepAlive, keepAlive);
    });
  }

  try {
    await mark('opening', 'create');
    const role = await decideRole(place, token);
    await mark(roleMarks[role], 'write');
    keepAlive();
    return {
      role,
      token,
      isHeld,
      others: async () => new Set((await livePeers(place, token)).map((peer) => peer.token)),
      release: async () => {
        released = true;
        timer?.dispose();
        await disk.remove(own);
      },
    };
  } catch (error) {
    // The first error is the one to tell; a file left behind goes stale.
    await disk.remove(own).catch(() => undefined);
    throw error;
  }
}

async function decideRole(place: LockContext, token: string): Promise<WindowRole> {
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const peers = await livePeers(place, token);
    if (peers.some((peer) => peer.state === 'main')) return 'second';
    const deciding = peers.filter((peer) => peer.state === 'opening');
    if (deciding.some((peer) => peer.token < token)) return 'second';
    if (deciding.length === 0) return 'main';
    await new Promise<void>((settle) => place.clock.after(decidePollMs, settle));
  }
  return 'second';
}

/** Process of the main window; undefined when there is none right now. */
export async function ownerOf(
  place: Pick<LockContext, 'disk' | 'folder' | 'clock'>,
  lock: WindowLock,
): Promise<number | undefined> {
  if (lock.role === 'main') return process.pid;
  return (await livePeers(place, lock.token)).find((peer) => peer.state === 'main')?.pid;
}

interface Peer {
  readonly pid: number;
  readonly token: string;
  readonly state: WindowRole | 'opening';
}

async function livePeers(
  place: Omit<LockContext, 'ids'>,
  ownToken: string,
): Promise<readonly Peer[]> {
  const { disk, folder } = place;
  const peers: Peer[] = [];
  for (const name of await disk.names(folder)) {
    const [, pid, token] = lockName.exec(name) ?? [];
    if (token === undefined || token === ownToken) continue;
    if (!isAlive(Number(pid)) || !(await isBeating(place, name))) continue;
    const text = await withFile(disk, path.join(folder, name), (file) => file.read(0, 7));
    if (text !== undefined) {
      peers.push({ pid: Number(pid), token, state: stateOf(Buffer.from(text).toString()) });
    }
  }
  return peers;
}

function stateOf(text: string): Peer['state'] {
  const role = text.trim();
  return role === 'main' || role === 'second' ? role : 'opening';
}

/** A pid may belong to another program by now, so a process also has to keep its file fresh. */
async function isBeating(
  { disk, folder, clock }: Omit<LockContext, 'ids'>,
  name: string,
): Promise<boolean> {
  try {
    return clock.now() - (await disk.modifiedAt(path.join(folder, name))) < leaseTimeoutMs;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Removes what windows that are gone have left. */
export async function removeDeadLocks(place: LockContext, lock: WindowLock): Promise<void> {
  // Listed before asking who is alive: a window that comes in between is not in the list.
  const names = await place.disk.names(place.folder);
  const alive = await lock.others();
  for (const name of names) {
    const token = lockName.exec(name)?.[2];
    if (token === undefined || token === lock.token || alive.has(token)) continue;
    await place.disk.remove(path.join(place.folder, name));
  }
}

const code = 'LOST_LOCK';

/** For a write that ended when others may have taken this window for dead: it is not acknowledged. */
export function lostLock(): Error {
  return Object.assign(new Error('The machine slept in the middle of a write.'), { code });
}

export function isLostLock(error: unknown): boolean {
  return errorCodeOf(error) === code;
}

/**
 * A disk that changes nothing once others may have taken this window for dead: what it was about to
 * write, cut off or rename when it fell asleep is by now the work of another one. Reading goes on.
 */
export function fencedDisk(disk: Disk, isHeld: () => boolean): Disk {
  async function whileHeld<T>(change: () => Promise<T>): Promise<T> {
    if (!isHeld()) throw lostLock();
    return change();
  }

  const heldFile = (file: DiskFile): DiskFile => ({
    ...file,
    write: (bytes, position) => whileHeld(() => file.write(bytes, position)),
    truncate: (size) => whileHeld(() => file.truncate(size)),
  });

  return {
    ...disk,
    open: async (path, mode) =>
      mode === 'read'
        ? disk.open(path, mode)
        : heldFile(await whileHeld(() => disk.open(path, mode))),
    rename: (from, to) => whileHeld(() => disk.rename(from, to)),
    copy: (from, to) => whileHeld(() => disk.copy(from, to)),
    remove: (path) => whileHeld(() => disk.remove(path)),
  };
}
