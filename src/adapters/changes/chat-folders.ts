import { rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { nodeDisk, type Disk } from '../store/disk/disk';
import { errnoOf } from '../files/errno-failure';
import type { SharedFolder } from '../system/processes';

/** The file system calls of the way back, so that tests can make each of them fail. */
export interface ChangeLogDisk extends Disk {
  /** With everything in it; does nothing when it is not there. */
  removeFolder(folder: string): Promise<void>;
}

export const nodeChangeLogDisk: ChangeLogDisk = {
  ...nodeDisk,
  removeFolder: (folder) => rm(folder, { recursive: true, force: true }),
};

/** Whose a chat's folder is: the name of a file in it. */
interface LeaseHolder {
  readonly machine: string;
  readonly pid: number;
  /** Of one window, also when its number is used again. */
  readonly token: string;
}

/** Of a folder that its window has let go of. */
const freeLeaseName = 'owner-free';

const leaseNamePattern = /^owner-([0-9a-f]{8})-(\d+)-([\w-]+)$/;

export function leaseName({ machine, pid, token }: LeaseHolder): string {
  return `owner-${machine}-${String(pid)}-${token}`;
}

function parseLeaseName(name: string): LeaseHolder | undefined {
  const [, machine, pid, token] = leaseNamePattern.exec(name) ?? [];
  if (machine === undefined || token === undefined) return undefined;
  return { machine, pid: Number(pid), token };
}

function isLeaseName(name: string): boolean {
  return name === freeLeaseName || leaseNamePattern.test(name);
}

export function machineName(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

export interface ChatFoldersDeps {
  readonly shared: SharedFolder<ChangeLogDisk>;
  readonly owner: LeaseHolder;
  readonly now: () => number;
}

/** Where a chat's record is, and whose it is. */
export type ChatClaim =
  | { readonly kind: 'ours'; readonly folder: string }
  /** Another window works with it. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'none' };

/**
 * The chats' folders. Several windows share them: a chat is its window's, and anybody's once that
 * is gone. Whoever wants it renames the file that names the owner, which one of two can do.
 */
export interface ChatFolders {
  /** Takes over what a window left that is gone. */
  claim(sessionId: string): Promise<ChatClaim>;
  /** A folder of our own, made when it is missing; fails when another has it. */
  create(sessionId: string): Promise<string>;
  /** Chats of windows that are gone. */
  abandoned(): Promise<readonly string[]>;
  folderOf(sessionId: string): string;
  /** Milliseconds since the record last grew. */
  age(sessionId: string): Promise<number>;
  /** Gone at once for others; its window has closed it, or it is ours. */
  remove(sessionId: string): Promise<void>;
  /** Lets another window have it. */
  release(sessionId: string): Promise<void>;
  /** What was being made or removed when a window ended. */
  removeLeftovers(): Promise<void>;
}

export const recordName = 'index.jsonl';
export const copiesName = 'copies';

/** Liveness cannot be checked for windows on another machine that shares the storage. */
const otherMachineMs = 7 * 24 * 60 * 60 * 1000;
const newPrefix = '.new-';
const removedPrefix = '.gone-';
const safeName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

/** True for an id that can name a folder. */
export function isSafeId(sessionId: string): boolean {
  return safeName.test(sessionId);
}

export function createChatFolders(place: ChatFoldersDeps): ChatFolders {
  const { shared, owner } = place;
  const { disk, folder: root } = shared;
  const owners = createLeases(place);
  const { folderOf } = owners;
  const own = leaseName(owner);
  let count = 0;

  /** A name that no window uses. */
  const beside = (prefix: string) => {
    count += 1;
    return path.join(root, `${prefix}${own}-${String(count)}`);
  };

  async function make(sessionId: string): Promise<void> {
    await disk.makeFolder(root);
    await disk.flushFolder(path.dirname(root));
    const fresh = beside(newPrefix);
    try {
      await fill(disk, fresh, [own, recordName]);
      await disk.rename(fresh, folderOf(sessionId));
    } catch (error) {
      // The first error is the one to tell; what stays behind is removed some time.
      await disk.removeFolder(fresh).catch(() => undefined);
      throw error;
    }
  }

  return {
    ...owners,
    create: async (sessionId) => {
      // It is ours already when making it failed at its last step.
      if ((await owners.ownerIn(sessionId)) !== own) await make(sessionId);
      await disk.flushFolder(root);
      return folderOf(sessionId);
    },
    abandoned: async () => {
      const names = (await namesIn(disk, root)).filter(isSafeId);
      const left: string[] = [];
      for (const name of names) if (await owners.isLeft(name)) left.push(name);
      return left;
    },
    remove: async (sessionId) => {
      const gone = beside(removedPrefix);
      await disk.rename(folderOf(sessionId), gone);
      await disk.removeFolder(gone);
    },
    removeLeftovers: async () => {
      for (const name of await namesIn(disk, root)) {
        if (isLeftover(name, place)) await disk.removeFolder(path.join(root, name));
      }
    },
  };
}

async function fill(disk: ChangeLogDisk, folder: string, names: readonly string[]): Promise<void> {
  await disk.makeFolder(path.join(folder, copiesName));
  for (const name of names) await (await disk.open(path.join(folder, name), 'create')).close();
  await disk.flushFolder(folder);
}

/** Who has which folder. */
function createLeases(place: ChatFoldersDeps) {
  const { shared, owner } = place;
  const { disk, folder: root } = shared;
  const folderOf = (sessionId: string) => path.join(root, sessionId);
  const own = leaseName(owner);

  async function age(sessionId: string): Promise<number> {
    return place.now() - (await disk.modifiedAt(path.join(folderOf(sessionId), recordName)));
  }

  async function ownerIn(sessionId: string): Promise<string | undefined> {
    return (await namesIn(disk, folderOf(sessionId))).find(isLeaseName);
  }

  async function isLeftBy(name: string, sessionId: string): Promise<boolean> {
    const other = parseLeaseName(name);
    if (other === undefined) return true;
    if (other.machine !== owner.machine) return (await age(sessionId)) > otherMachineMs;
    return isGone(other, place);
  }

  async function rename(sessionId: string, from: string, to: string): Promise<boolean> {
    const folder = folderOf(sessionId);
    try {
      await disk.rename(path.join(folder, from), path.join(folder, to));
      return true;
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  return {
    folderOf,
    age,
    ownerIn,
    isLeft: async (sessionId: string): Promise<boolean> => {
      const name = await ownerIn(sessionId);
      return name !== undefined && name !== own && (await isLeftBy(name, sessionId));
    },
    claim: async (sessionId: string): Promise<ChatClaim> => {
      const name = await ownerIn(sessionId);
      if (name === undefined) return { kind: 'none' };
      if (name !== own) {
        if (!(await isLeftBy(name, sessionId))) return { kind: 'foreign' };
        if (!(await rename(sessionId, name, own))) return { kind: 'foreign' };
      }
      return { kind: 'ours', folder: folderOf(sessionId) };
    },
    release: async (sessionId: string): Promise<void> => {
      await rename(sessionId, own, freeLeaseName);
    },
  };
}

/** A window of our machine that is no more; our own number may have been another's. */
function isGone(other: LeaseHolder, { shared, owner }: ChatFoldersDeps): boolean {
  if (other.pid === owner.pid) return other.token !== owner.token;
  return !shared.processes.isAlive(other.pid);
}

/** Folders under a name that is not theirs yet, or no more, and whose window is gone. */
function isLeftover(name: string, place: ChatFoldersDeps): boolean {
  if (name.startsWith(removedPrefix)) return true;
  if (!name.startsWith(newPrefix)) return false;
  const maker = parseLeaseName(name.slice(newPrefix.length).replace(/-\d+$/, ''));
  if (maker === undefined) return true;
  return maker.machine === place.owner.machine && isGone(maker, place);
}

/** None when there is no such folder. */
async function namesIn(disk: ChangeLogDisk, folder: string): Promise<readonly string[]> {
  try {
    return await disk.names(folder);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}
