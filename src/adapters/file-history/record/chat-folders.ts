import path from 'node:path';
import type { Disk } from '../../system/disk';
import type { Clock } from '../../../core/ports/system';
import { Leases, type LeaseKind } from '../../leases/leases';
import type { SharedFolder } from '../../system/processes';
import { errnoOf, isMissing } from '../../system/errno';

/** The owner of a chat folder is the name of an empty file in it. */
const ownerPrefix = 'owner-';
/** Marks a folder that its window has released. */
const freeName = `${ownerPrefix}free`;

export interface ChatFoldersDeps {
  readonly shared: SharedFolder<Disk>;
  readonly clock: Clock;
  readonly token: string;
}

/** The record folder of a chat, and who owns it. */
export type ChatClaim =
  | { readonly kind: 'ours'; readonly folder: string }
  /** Another window works with it. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'none' };

export const recordName = 'index.jsonl';
export const copiesName = 'copies';

const leaseKind: LeaseKind = { patienceMs: 7 * 24 * 60 * 60 * 1000, isFenced: false };
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
  private readonly disk: Disk;
  private readonly root: string;
  private readonly leases: Leases;
  /** In use by this window. */
  readonly temporary = new Set<string>();
  private temporaryCount = 0;

  constructor(private readonly place: ChatFoldersDeps) {
    this.disk = place.shared.disk;
    this.root = place.shared.folder;
    const { clock, token, shared } = place;
    const { disk, processes } = shared;
    this.leases = new Leases({ disk, processes, clock, token, kind: leaseKind });
  }

  folderOf(sessionId: string): string {
    return path.join(this.root, sessionId);
  }

  /** Takes over the folder of a window that is gone. */
  async claim(sessionId: string): Promise<ChatClaim> {
    const name = await this.ownerIn(sessionId);
    if (name === undefined) return { kind: 'none' };
    const folder = this.folderOf(sessionId);
    const own = await this.ownName();
    if (name === own) {
      this.leases.acquire(path.join(folder, own));
    } else {
      if (await this.isLive(name, sessionId)) return { kind: 'foreign' };
      const isTaken = await this.leases.takeOver(path.join(folder, name), path.join(folder, own));
      if (!isTaken) return { kind: 'foreign' };
    }
    return { kind: 'ours', folder };
  }

  /** Creates the folder if necessary; fails if another window owns it. */
  async create(sessionId: string): Promise<string> {
    // If creating it failed at the last step, the folder is already ours.
    const own = await this.ownName();
    if ((await this.ownerIn(sessionId)) !== own) await this.make(sessionId, own);
    await this.disk.flushPath(this.root);
    const folder = this.folderOf(sessionId);
    this.leases.acquire(path.join(folder, own));
    return folder;
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
    return this.place.clock.now() - (await this.disk.modifiedAt(record));
  }

  /**
   * Removes the folder; it disappears for other windows at once. Call only for own or closed chats.
   */
  async remove(sessionId: string): Promise<void> {
    const own = await this.ownName();
    const gone = this.temporaryName(removedPrefix, own);
    this.leases.forget(path.join(this.folderOf(sessionId), own));
    await this.disk.rename(this.folderOf(sessionId), gone);
    await this.disk.removeTree(gone);
  }

  /** Lets another window claim the folder. */
  async release(sessionId: string): Promise<void> {
    const folder = this.folderOf(sessionId);
    await this.leases.release(path.join(folder, await this.ownName()), path.join(folder, freeName));
  }

  /** Creates a folder that no other window uses, until it is removed or its window is gone. */
  async createTemporary(): Promise<string> {
    const folder = this.temporaryName(newPrefix, await this.ownName());
    await this.disk.makeFolder(folder);
    this.temporary.add(folder);
    this.leases.acquire(folder);
    return folder;
  }

  async removeTemporary(folder: string): Promise<void> {
    this.leases.forget(folder);
    await this.disk.removeTree(folder);
    this.temporary.delete(folder);
  }

  /** Removes folders that a closed window was creating or using, or was removing. */
  async removeLeftovers(): Promise<void> {
    for (const name of await namesIn(this.disk, this.root)) {
      if (await this.isLeftover(name)) await this.disk.removeTree(path.join(this.root, name));
    }
  }

  /** Temporary folders of windows that are gone. */
  private async isLeftover(name: string): Promise<boolean> {
    if (name.startsWith(removedPrefix)) return true;
    if (!name.startsWith(newPrefix)) return false;
    const maker = name.slice(newPrefix.length).replace(/-\d+$/, '');
    return !(await this.leases.isLive(maker, path.join(this.root, name)));
  }

  private async make(sessionId: string, own: string): Promise<void> {
    const { disk, root } = this;
    await disk.makeFolder(root);
    await disk.flushPath(path.dirname(root));
    const fresh = this.temporaryName(newPrefix, own);
    try {
      await fill(disk, fresh, [own, recordName]);
      await disk.rename(fresh, this.folderOf(sessionId));
    } catch (error) {
      // Report the first error; a leftover folder is removed later.
      await disk.removeTree(fresh).catch(() => undefined);
      throw error;
    }
  }

  /** A temporary name that no other window uses. */
  private temporaryName(prefix: string, own: string): string {
    this.temporaryCount += 1;
    const maker = own.slice(ownerPrefix.length);
    return path.join(this.root, `${prefix}${maker}-${String(this.temporaryCount)}`);
  }

  private async ownerIn(sessionId: string): Promise<string | undefined> {
    return (await namesIn(this.disk, this.folderOf(sessionId))).find((name) =>
      name.startsWith(ownerPrefix),
    );
  }

  private async isLeft(sessionId: string): Promise<boolean> {
    const name = await this.ownerIn(sessionId);
    if (name === undefined || name === (await this.ownName())) return false;
    return !(await this.isLive(name, sessionId));
  }

  private async isLive(name: string, sessionId: string): Promise<boolean> {
    if (name === freeName) return false;
    const file = path.join(this.folderOf(sessionId), name);
    return this.leases.isLive(name.slice(ownerPrefix.length), file);
  }

  private async ownName(): Promise<string> {
    return `${ownerPrefix}${await this.leases.own()}`;
  }
}

async function fill(disk: Disk, folder: string, names: readonly string[]): Promise<void> {
  await disk.makeFolder(path.join(folder, copiesName));
  for (const name of names) await (await disk.open(path.join(folder, name), 'create')).close();
  await disk.flushPath(folder);
}

/** Empty if the folder does not exist. */
async function namesIn(disk: Disk, folder: string): Promise<readonly string[]> {
  try {
    return await disk.names(folder);
  } catch (error) {
    if (isMissing(error) || errnoOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}
