import path from 'node:path';
import type { Clock, Ids } from '../../../core/ports/system';
import type { Disposable } from '../../../core/ports/disposable';
import { isAlive } from '../../system/processes';
import { withFile, writeAll, type Disk, errorCodeOf, type DiskFile } from './disk';

/** main: the only window that writes the shared files and the database. */
export type WindowRole = 'main' | 'second';

/**
 * A window's claim to the storage folder. Each window has its own file, named by pid and random
 * token; its modification time is the heartbeat.
 *
 * There are never two main windows. Each creates its file before it looks for others, so at least
 * one of two windows sees the other. A window that sees a main window becomes second. If both are
 * still deciding, the one with the larger token yields immediately and the other waits for that.
 */
export interface WindowLock {
  readonly role: WindowRole;
  readonly token: string;
  /** False once other windows may consider this one dead (the machine slept): take a new lock. */
  isHeld(): boolean;
  /** Tokens of the other live windows. */
  others(): Promise<ReadonlySet<string>>;
  release(): Promise<void>;
}

export interface LockContext {
  readonly disk: Disk;
  readonly folder: string;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * A window may write for `writeAllowedMs` after a heartbeat and is considered dead after
 * `leaseTimeoutMs`.
 */
const heartbeatMs = 10_000;
const writeAllowedMs = 30_000;
const leaseTimeoutMs = 60_000;

const decidePollMs = 20;
const maxPolls = 100;

const lockName = /^window-(\d+)-([\w-]+)\.lock$/;

/** As long as "opening", so that one write replaces the whole text. */
const roleMarks: Readonly<Record<WindowRole, string>> = { main: 'main   ', second: 'second ' };

/** Enters the folder; rejects only on disk errors. */
export async function takeLock(context: LockContext): Promise<WindowLock> {
  const { disk, folder, clock, ids } = context;
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
      // Never after it has expired: another window may be taking over.
      if (!isHeld()) return;
      // A failed heartbeat lets the lock expire: the next write takes a new lock and reports the
      // error.
      void beat().then(keepAlive, keepAlive);
    });
  }

  try {
    await mark('opening', 'create');
    const role = await decideRole(context, token);
    await mark(roleMarks[role], 'write');
    keepAlive();
    return {
      role,
      token,
      isHeld,
      others: async () => new Set((await livePeers(context, token)).map((peer) => peer.token)),
      release: async () => {
        released = true;
        timer?.dispose();
        await disk.remove(own);
      },
    };
  } catch (error) {
    // Report the first error; a leftover file goes stale.
    await disk.remove(own).catch(() => undefined);
    throw error;
  }
}

async function decideRole(context: LockContext, token: string): Promise<WindowRole> {
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const peers = await livePeers(context, token);
    if (peers.some((peer) => peer.state === 'main')) return 'second';
    const deciding = peers.filter((peer) => peer.state === 'opening');
    if (deciding.some((peer) => peer.token < token)) return 'second';
    if (deciding.length === 0) return 'main';
    await new Promise<void>((settle) => context.clock.after(decidePollMs, settle));
  }
  return 'second';
}

/** Process id of the main window; undefined if there is none now. */
export async function ownerOf(
  context: Pick<LockContext, 'disk' | 'folder' | 'clock'>,
  lock: WindowLock,
): Promise<number | undefined> {
  if (lock.role === 'main') return process.pid;
  return (await livePeers(context, lock.token)).find((peer) => peer.state === 'main')?.pid;
}

interface Peer {
  readonly pid: number;
  readonly token: string;
  readonly state: WindowRole | 'opening';
}

async function livePeers(
  context: Omit<LockContext, 'ids'>,
  ownToken: string,
): Promise<readonly Peer[]> {
  const { disk, folder } = context;
  const peers: Peer[] = [];
  for (const name of await disk.names(folder)) {
    const [, pid, token] = lockName.exec(name) ?? [];
    if (token === undefined || token === ownToken) continue;
    if (!isAlive(Number(pid)) || !(await isBeating(context, name))) continue;
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

/** A pid may have been reused, so a process must also keep its file fresh. */
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

/** Removes files of dead windows. */
export async function removeDeadLocks(context: LockContext, lock: WindowLock): Promise<void> {
  // Listed before checking for live windows: a window that arrives meanwhile is not in the list.
  const names = await context.disk.names(context.folder);
  const alive = await lock.others();
  for (const name of names) {
    const token = lockName.exec(name)?.[2];
    if (token === undefined || token === lock.token || alive.has(token)) continue;
    await context.disk.remove(path.join(context.folder, name));
  }
}

const code = 'LOST_LOCK';

/**
 * Thrown by a write that ended after this window may have been considered dead: it is not
 * confirmed.
 */
export function lostLock(): Error {
  return Object.assign(new Error('The machine slept during a write.'), { code });
}

export function isLostLock(error: unknown): boolean {
  return errorCodeOf(error) === code;
}

/**
 * A disk that rejects changes once other windows may consider this one dead: after sleep, another
 * window may own the files it was about to change. Reading still works.
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
