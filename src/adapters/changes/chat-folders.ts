import { rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { nodeDisk, type Disk } from '../store/disk/disk';
import { errnoOf } from '../files/errno-failure';
import type { SharedFolder } from '../system/processes';

/** The file system calls of the change log, so that tests can make each of them fail. */
export interface ChangeLogDisk extends Disk {
  /** Removes the folder with its content; does nothing if it does not exist. */
  removeFolder(folder: string): Promise<void>;
}

export const nodeChangeLogDisk: ChangeLogDisk = {
  ...nodeDisk,
  removeFolder: (folder) => rm(folder, { recursive: true, force: true }),
};

/** The owner of a chat folder, stored as the name of a file in it. */
interface LeaseHolder {
  readonly machine: string;
  readonly pid: number;
  /** Distinguishes windows whose process id was reused. */
  readonly token: string;
}

/** Marks a folder that its window has released. */
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

/** The record folder of a chat, and who owns it. */
export type ChatClaim =
  | { readonly kind: 'ours'; readonly folder: string }
  /** Another window works with it. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'none' };

/**
 * The record folders of all chats. Several windows share them. A chat belongs to one window; after
 * that window is gone, any other can claim it by renaming the owner file, which only one of them
 * can do.
 */
export interface ChatFolders {
  /** Takes over the folder of a window that is gone. */
  claim(sessionId: string): Promise<ChatClaim>;
  /** Creates the folder if necessary; fails if another window owns it. */
  create(sessionId: string): Promise<string>;
  /** Chats of windows that are gone. */
  abandoned(): Promise<readonly string[]>;
  folderOf(sessionId: string): string;
  /** Milliseconds since the last record line. */
  age(sessionId: string): Promise<number>;
  /**
   * Removes the folder; it disappears for other windows at once. Call only for own or closed chats.
   */
  remove(sessionId: string): Promise<void>;
  /** Lets another window claim the folder. */
  release(sessionId: string): Promise<void>;
  /** Removes folders that a closed window was creating or removing. */
  removeLeftovers(): Promise<void>;
}

export const recordName = 'index.jsonl';
export const copiesName = 'copies';

/** Liveness cannot be checked for windows on another machine that shares the storage. */
const otherMachineMs = 7 * 24 * 60 * 60 * 1000;
const newPrefix = '.new-';
const removedPrefix = '.gone-';
const safeName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

/** True if the id is valid as a folder name. */
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

  /** A temporary name that no other window uses. */
  const temporaryName = (prefix: string) => {
    count += 1;
    return path.join(root, `${prefix}${own}-${String(count)}`);
  };

  async function make(sessionId: string): Promise<void> {
    await disk.makeFolder(root);
    await disk.flushFolder(path.dirname(root));
    const fresh = temporaryName(newPrefix);
    try {
      await fill(disk, fresh, [own, recordName]);
      await disk.rename(fresh, folderOf(sessionId));
    } catch (error) {
      // Report the first error; a leftover folder is removed later.
      await disk.removeFolder(fresh).catch(() => undefined);
      throw error;
    }
  }

  return {
    ...owners,
    create: async (sessionId) => {
      // If creating it failed at the last step, the folder is already ours.
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
      const gone = temporaryName(removedPrefix);
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

/** Manages the owner files of the folders. */
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

/** True for a window on this machine that is gone; the own process id may have been reused. */
function isGone(other: LeaseHolder, { shared, owner }: ChatFoldersDeps): boolean {
  if (other.pid === owner.pid) return other.token !== owner.token;
  return !shared.processes.isAlive(other.pid);
}

/** Temporary folders of windows that are gone. */
function isLeftover(name: string, place: ChatFoldersDeps): boolean {
  if (name.startsWith(removedPrefix)) return true;
  if (!name.startsWith(newPrefix)) return false;
  const maker = parseLeaseName(name.slice(newPrefix.length).replace(/-\d+$/, ''));
  if (maker === undefined) return true;
  return maker.machine === place.owner.machine && isGone(maker, place);
}

/** Empty if the folder does not exist. */
async function namesIn(disk: ChangeLogDisk, folder: string): Promise<readonly string[]> {
  try {
    return await disk.names(folder);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}
