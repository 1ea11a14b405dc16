import path from 'node:path';
import type { Clock, Ids } from '../../../core/ports/system';
import type { Disposable } from '../../../core/ports/disposable';
import { isAlive } from '../../system/process-identity';
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
  const token = context.ids.uuid();
  const file = new LockFile(context, token);
  try {
    await file.write('opening', 'create');
    const role = await decideRole(context, token);
    await file.write(roleMarks[role], 'write');
    file.keepAlive();
    return {
      role,
      token,
      isHeld: () => file.isHeld(),
      others: async () => new Set((await livePeers(context, token)).map((peer) => peer.token)),
      release: () => file.release(),
    };
  } catch (error) {
    // Report the first error; a leftover file goes stale.
    await file.remove().catch(() => undefined);
    throw error;
  }
}

/** A window's own file, with its heartbeat. */
class LockFile {
  private readonly path: string;
  private beatAt: number;
  private timer: Disposable | undefined;
  private isReleased = false;

  constructor(
    private readonly context: LockContext,
    token: string,
  ) {
    this.path = path.join(context.folder, `window-${process.pid}-${token}.lock`);
    this.beatAt = context.clock.now();
  }

  async write(text: string, mode: 'create' | 'write'): Promise<void> {
    const file = await this.context.disk.open(this.path, mode);
    try {
      await writeAll(file, Buffer.from(text), 0);
    } finally {
      await file.close();
    }
    await this.beat();
  }

  isHeld(): boolean {
    return !this.isReleased && this.context.clock.now() - this.beatAt < writeAllowedMs;
  }

  keepAlive(): void {
    if (this.isReleased) return;
    this.timer = this.context.clock.after(heartbeatMs, () => {
      // Never after it has expired: another window may be taking over.
      if (!this.isHeld()) return;
      // A failed heartbeat lets the lock expire: the next write takes a new lock and reports the
      // error.
      const next = () => this.keepAlive();
      void this.beat().then(next, next);
    });
  }

  async release(): Promise<void> {
    this.isReleased = true;
    this.timer?.dispose();
    await this.remove();
  }

  remove(): Promise<void> {
    return this.context.disk.remove(this.path);
  }

  private async beat(): Promise<void> {
    const at = this.context.clock.now();
    await this.context.disk.touch(this.path, at);
    this.beatAt = at;
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
