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

/**
 * The record folders of all chats. Several windows share them. A chat belongs to one window; after
 * that window is gone, any other can claim it by renaming the owner file, which only one of them
 * can do.
 */
export class ChatFolders {
  private readonly disk: ChangeLogDisk;
  private readonly root: string;
  private readonly own: string;
  private temporaryCount = 0;

  constructor(private readonly place: ChatFoldersDeps) {
    this.disk = place.shared.disk;
    this.root = place.shared.folder;
    this.own = leaseName(place.owner);
  }

  folderOf(sessionId: string): string {
    return path.join(this.root, sessionId);
  }

  /** Takes over the folder of a window that is gone. */
  async claim(sessionId: string): Promise<ChatClaim> {
    const name = await this.ownerIn(sessionId);
    if (name === undefined) return { kind: 'none' };
    if (name !== this.own) {
      if (!(await this.isLeftBy(name, sessionId))) return { kind: 'foreign' };
      if (!(await this.rename(sessionId, name, this.own))) return { kind: 'foreign' };
    }
    return { kind: 'ours', folder: this.folderOf(sessionId) };
  }

  /** Creates the folder if necessary; fails if another window owns it. */
  async create(sessionId: string): Promise<string> {
    // If creating it failed at the last step, the folder is already ours.
    if ((await this.ownerIn(sessionId)) !== this.own) await this.make(sessionId);
    await this.disk.flushFolder(this.root);
    return this.folderOf(sessionId);
  }

  /** Chats of windows that are gone. */
  async abandoned(): Promise<readonly string[]> {
    const names = (await namesIn(this.disk, this.root)).filter(isSafeId);
    const left: string[] = [];
    for (const name of names) if (await this.isLeft(name)) left.push(name);
    return left;
  }

  /** Milliseconds since the last record line. */
  async age(sessionId: string): Promise<number> {
    const record = path.join(this.folderOf(sessionId), recordName);
    return this.place.now() - (await this.disk.modifiedAt(record));
  }

  /**
   * Removes the folder; it disappears for other windows at once. Call only for own or closed chats.
   */
  async remove(sessionId: string): Promise<void> {
    const gone = this.temporaryName(removedPrefix);
    await this.disk.rename(this.folderOf(sessionId), gone);
    await this.disk.removeFolder(gone);
  }

  /** Lets another window claim the folder. */
  async release(sessionId: string): Promise<void> {
    await this.rename(sessionId, this.own, freeLeaseName);
  }

  /** Removes folders that a closed window was creating or removing. */
  async removeLeftovers(): Promise<void> {
    for (const name of await namesIn(this.disk, this.root)) {
      if (isLeftover(name, this.place)) await this.disk.removeFolder(path.join(this.root, name));
    }
  }

  private async make(sessionId: string): Promise<void> {
    const { disk, root } = this;
    await disk.makeFolder(root);
    await disk.flushFolder(path.dirname(root));
    const fresh = this.temporaryName(newPrefix);
    try {
      await fill(disk, fresh, [this.own, recordName]);
      await disk.rename(fresh, this.folderOf(sessionId));
    } catch (error) {
      // Report the first error; a leftover folder is removed later.
      await disk.removeFolder(fresh).catch(() => undefined);
      throw error;
    }
  }

  /** A temporary name that no other window uses. */
  private temporaryName(prefix: string): string {
    this.temporaryCount += 1;
    return path.join(this.root, `${prefix}${this.own}-${String(this.temporaryCount)}`);
  }

  private async ownerIn(sessionId: string): Promise<string | undefined> {
    return (await namesIn(this.disk, this.folderOf(sessionId))).find(isLeaseName);
  }

  private async isLeft(sessionId: string): Promise<boolean> {
    const name = await this.ownerIn(sessionId);
    return name !== undefined && name !== this.own && (await this.isLeftBy(name, sessionId));
  }

  private async isLeftBy(name: string, sessionId: string): Promise<boolean> {
    const other = parseLeaseName(name);
    if (other === undefined) return true;
    if (other.machine !== this.place.owner.machine) {
      return (await this.age(sessionId)) > otherMachineMs;
    }
    return isGone(other, this.place);
  }

  /** Renames the owner file; false if another window was faster. */
  private async rename(sessionId: string, from: string, to: string): Promise<boolean> {
    const folder = this.folderOf(sessionId);
    try {
      await this.disk.rename(path.join(folder, from), path.join(folder, to));
      return true;
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return false;
      throw error;
    }
  }
}

async function fill(disk: ChangeLogDisk, folder: string, names: readonly string[]): Promise<void> {
  await disk.makeFolder(path.join(folder, copiesName));
  for (const name of names) await (await disk.open(path.join(folder, name), 'create')).close();
  await disk.flushFolder(folder);
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
