import { randomBytes } from 'node:crypto';
import { constants, fstatSync, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Failure } from '../../core/contracts/failure';
import { cleanUp, type DiskAccess, type ParentFolder } from './disk-access';
import { statOrMissing, type EntryName, type Folder } from './folder';
import { changed, notRegular, swapped, writeProtected } from './file-refusals';
import { errnoOf } from '../system/errno';
import { viaTemporary } from '../system/whole-file';

/** A rename needs no right to the file itself, so write protection is checked here. */
export async function replaceRefusal(
  folder: Folder,
  name: EntryName,
  old: BigIntStats,
  shown: string,
): Promise<Failure | undefined> {
  const refused = notRegular(old, shown);
  if (refused !== undefined) return refused;
  const isProtected = (old.mode & 0o222n) === 0n || !(await isWritable(folder, name, old));
  return isProtected ? writeProtected(shown) : undefined;
}

/** On Linux, the mode decides for the owner. */
async function isWritable(folder: Folder, name: EntryName, old: BigIntStats): Promise<boolean> {
  const isOwners = process.platform === 'linux' && old.uid === BigInt(process.getuid?.() ?? -1);
  return isOwners ? (old.mode & 0o200n) !== 0n : folder.isWritable(name);
}

export const createOnly = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

export interface NewFile {
  readonly bytes: Uint8Array;
  /** The file to be replaced: its mode and owner are kept. */
  readonly old?: BigIntStats | undefined;
  /** Permission bits of a new file. */
  readonly mode?: number;
}

/** Writes and flushes it; returns its permission bits. */
export async function writeTemporary(
  folder: Folder,
  temporary: string,
  { bytes, old, mode }: NewFile,
): Promise<number> {
  const wanted = old === undefined ? mode : Number(old.mode);
  // Before its owner is right, only a file that everyone may read has its mode.
  const isOpen = wanted === undefined || (wanted & 0o004) !== 0;
  const early = isOpen ? (wanted ?? 0o666) & 0o777 : 0o600;
  const handle = await folder.openFile(temporary, createOnly, early);
  try {
    const made = old === undefined ? await ownMode(handle, mode) : await keepRights(handle, old);
    await handle.writeFile(bytes);
    // Writing takes these bits away.
    if ((made & 0o6000) !== 0) await handle.chmod(made);
    // Before the rename, or a crash could leave an empty file in place of the old one.
    await handle.sync();
    return made;
  } finally {
    await handle.close();
  }
}

/** Of a new file: the one asked for, or the usual one. */
async function ownMode(handle: FileHandle, mode: number | undefined): Promise<number> {
  const fresh = fstatSync(handle.fd).mode & 0o7777;
  const wanted = mode === undefined ? fresh : mode & 0o7777;
  if (wanted !== fresh) await handle.chmod(wanted);
  return wanted;
}

/** Copies mode and owner of another file; returns the mode. */
export async function keepRights(handle: FileHandle, old: BigIntStats): Promise<number> {
  const fresh = fstatSync(handle.fd, { bigint: true });
  const isSameOwner = fresh.uid === old.uid && fresh.gid === old.gid;
  let isOwners = true;
  if (!isSameOwner) {
    try {
      await handle.chown(Number(old.uid), Number(old.gid));
    } catch (error) {
      // Only an administrator may change the owner; the content is still written as requested.
      if (errnoOf(error) !== 'EPERM') throw error;
      isOwners = false;
    }
  }
  // Another user's file must not run with our permissions.
  const mode = Number(old.mode & (isOwners ? 0o7777n : 0o777n));
  if (!isSameOwner || mode !== Number(fresh.mode & 0o7777n)) await handle.chmod(mode);
  return mode;
}

/** Repeats the checks: the path, the file or its content may have changed since. */
export async function lateRefusal(
  { folder, name }: ParentFolder,
  old: BigIntStats | undefined,
  shown: string,
): Promise<Failure | undefined> {
  const [isStill, now] = await Promise.all([folder.isStill(), statOrMissing(folder, name)]);
  if (!isStill) return swapped(shown);
  return isSameState(old, now) ? undefined : changed(shown);
}

function isSameState(before: BigIntStats | undefined, now: BigIntStats | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  const isSameFile = before.ino === now.ino && before.dev === now.dev;
  const isSameTime = before.mtimeNs === now.mtimeNs && before.ctimeNs === now.ctimeNs;
  return isSameFile && isSameTime && before.size === now.size;
}

/** A unique name. */
export function temporaryName(): string {
  return `.gatehouse-${randomBytes(6).toString('hex')}.tmp`;
}

/** `viaTemporary` in a folder that is held open. */
export function viaTemporaryIn(
  disk: DiskAccess,
  folder: Folder,
  make: (temporary: string) => Promise<Failure | undefined>,
  place: (temporary: string) => Promise<Failure | undefined>,
): Promise<Failure | undefined> {
  const temporary = temporaryName();
  return viaTemporary({
    make: () => make(temporary),
    place: () => place(temporary),
    discard: () => cleanUp(disk, folder, temporary),
  });
}
