import path from 'node:path';
import type { Clock, Ids } from '../../../core/ports/system';
import { Leases, parseOwner, type Lease, type LeaseKind } from '../../leases/leases';
import type { Processes } from '../../system/processes';
import { withFile, withOpened, writeAll } from '../../system/whole-file';
import type { Disk, DiskFile, OpenMode } from '../../system/disk';
import { isTemporary, spoolToken, type StoreFolder } from './file-names';
import { errnoOf } from '../../system/errno';

/** main: the only window that writes the shared files and the database. */
export type WindowRole = 'main' | 'second';

/**
 * A window's claim to the storage folder. Each window has a lease: a file of its own, named by its
 * owner.
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
  /**
   * Whether the other window that a file names by its token lives. Without a token the file is
   * still being written, or its window died before.
   */
  isLive(token: string, file: string): Promise<boolean>;
  /** Process id of the main window; undefined if there is none now. */
  mainPid(): Promise<number | undefined>;
  release(): Promise<void>;
}

export interface LockContext extends StoreFolder {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly processes: Processes;
}

/** Other windows wait for twice the time in which a window may write after a heartbeat. */
const leaseKind: LeaseKind = { patienceMs: 60_000, isFenced: true };

const decidePollMs = 20;
const maxPolls = 100;

const lockPattern = /^window-(.+)\.lock$/;

/** As long as "opening", so that one write replaces the whole text. */
const roleMarks: Readonly<Record<WindowRole, string>> = { main: 'main   ', second: 'second ' };

/** Enters the folder; rejects only on disk errors. */
export async function takeLock(context: LockContext): Promise<WindowLock> {
  const token = context.ids.uuid();
  const leases = new Leases({ ...context, kind: leaseKind, token });
  const file = path.join(context.folder, `window-${await leases.own()}.lock`);
  const lock = new FolderLock(context, { token, leases, file });
  try {
    await lock.enter();
    return lock;
  } catch (error) {
    // Report the first error; the next lock of this process removes a leftover file.
    await lock.release().catch(() => undefined);
    throw error;
  }
}

interface LockParts {
  readonly token: string;
  readonly leases: Leases;
  readonly file: string;
}

class FolderLock implements WindowLock {
  role: WindowRole = 'second';
  readonly token: string;
  private lease: Lease | undefined;

  constructor(
    private readonly context: LockContext,
    private readonly parts: LockParts,
  ) {
    this.token = parts.token;
  }

  async enter(): Promise<void> {
    await this.write('opening', 'create');
    this.role = await this.decideRole();
    await this.write(roleMarks[this.role], 'write');
  }

  isHeld(): boolean {
    return this.lease?.isHeld() === true;
  }

  async others(): Promise<ReadonlySet<string>> {
    return new Set((await this.peers()).map((peer) => peer.token));
  }

  async isLive(token: string, file: string): Promise<boolean> {
    if (token === '') return this.parts.leases.isLive('', file);
    return (await this.others()).has(token);
  }

  async mainPid(): Promise<number | undefined> {
    if (this.role === 'main') return this.context.processes.pid;
    return (await this.peers()).find((peer) => peer.state === 'main')?.pid;
  }

  release(): Promise<void> {
    this.parts.leases.close();
    return this.context.disk.remove(this.parts.file);
  }

  private async write(text: string, mode: OpenMode): Promise<void> {
    const { file: path, leases } = this.parts;
    await withOpened(this.context.disk, path, mode, (file) => writeAll(file, Buffer.from(text), 0));
    this.lease = leases.acquire(path);
    await this.lease.beat();
  }

  private async decideRole(): Promise<WindowRole> {
    for (let poll = 0; poll < maxPolls; poll += 1) {
      const peers = await this.peers();
      if (peers.some((peer) => peer.state === 'main')) return 'second';
      const deciding = peers.filter((peer) => peer.state === 'opening');
      if (deciding.some((peer) => peer.token < this.token)) return 'second';
      if (deciding.length === 0) return 'main';
      await new Promise<void>((settle) => this.context.clock.after(decidePollMs, settle));
    }
    return 'second';
  }

  /** The other live windows. */
  private async peers(): Promise<readonly Peer[]> {
    const { disk, folder } = this.context;
    const peers: Peer[] = [];
    for (const name of await disk.names(folder)) {
      const owner = ownerIn(name);
      if (owner === undefined || tokenOf(owner) === this.token) continue;
      const file = path.join(folder, name);
      if (!(await this.parts.leases.isLive(owner, file))) continue;
      const text = await withFile(disk, file, (opened) => opened.read(0, 7));
      if (text === undefined) continue;
      const pid = parseOwner(owner)?.pid ?? unknownPid;
      peers.push({ pid, token: tokenOf(owner), state: stateOf(Buffer.from(text).toString()) });
    }
    return peers;
  }
}

/** Of an owner that cannot be read. */
const unknownPid = 0;

interface Peer {
  readonly pid: number;
  readonly token: string;
  readonly state: WindowRole | 'opening';
}

/** Undefined for other files. */
function ownerIn(name: string): string | undefined {
  return lockPattern.exec(name)?.[1];
}

function tokenOf(owner: string): string {
  return parseOwner(owner)?.token ?? owner;
}

function stateOf(text: string): Peer['state'] {
  const role = text.trim();
  return role === 'main' || role === 'second' ? role : 'opening';
}

/** Removes what dead windows left, and, in the main window, files that are not finished. */
export async function removeLeftovers(context: LockContext, lock: WindowLock): Promise<void> {
  // Listed before checking for live windows: a window that arrives meanwhile is not in the list.
  const names = await context.disk.names(context.folder);
  const alive = await lock.others();
  for (const name of names) {
    const owner = ownerIn(name);
    const token = owner === undefined ? (spoolToken(name) ?? lock.token) : tokenOf(owner);
    const isDead = token !== lock.token && !alive.has(token);
    if (isDead || (lock.role === 'main' && isTemporary(name))) {
      await context.disk.remove(path.join(context.folder, name));
    }
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
  return errnoOf(error) === code;
}

/**
 * A disk that rejects changes once other windows may consider this one dead: after sleep, another
 * window may own the files it was about to change. Reading still works.
 */
export function fencedDisk(disk: Disk, isHeld: () => boolean | Promise<boolean>): Disk {
  async function whileHeld<T>(change: () => Promise<T>): Promise<T> {
    if (!(await isHeld())) throw lostLock();
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
    removeTree: (path) => whileHeld(() => disk.removeTree(path)),
  };
}
