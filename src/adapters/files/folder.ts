import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { FileEntry } from '../../core/ports/files';
import { isMissing } from '../system/errno';

/**
 * A name as bytes if it is not valid UTF-8: such an entry can still be listed, copied and removed.
 */
export type EntryName = string | Buffer;

export interface FolderEntry {
  readonly name: EntryName;
  readonly kind: FileEntry['kind'];
}

/**
 * An open folder: names refer to its own entries, whatever happens to the path by which it was
 * found, so that nothing swapped between check and use is touched. No method follows a final link.
 * All reject with the errno of the file system.
 */
export interface Folder {
  /** Canonical path for messages and rules, not for access. */
  readonly real: string;
  /** False if its path now leads elsewhere. */
  isStill(): Promise<boolean>;
  entries(): Promise<readonly FolderEntry[]>;
  stat(name: EntryName): Promise<BigIntStats>;
  /** True if the file system permits changes to this file. */
  isWritable(name: EntryName): Promise<boolean>;
  openFile(name: EntryName, flags: number, mode?: number): Promise<FileHandle>;
  openFolder(name: EntryName): Promise<Folder>;
  makeFolder(name: EntryName, mode?: number): Promise<void>;
  makeLink(name: EntryName, target: Buffer): Promise<void>;
  linkTarget(name: EntryName): Promise<Buffer>;
  rename(name: EntryName, to: Folder, newName: EntryName): Promise<void>;
  /** Removes anything but a folder; of a link, the link itself. */
  removeFile(name: EntryName): Promise<void>;
  removeFolder(name: EntryName): Promise<void>;
  /** Permission bits of the folder itself. */
  setMode(mode: number): Promise<void>;
  /** A path to the entry that is valid now; only for `rename` of another folder. */
  pathOf(name: EntryName): string | Buffer;
  close(): Promise<void>;
}

/** Opens a folder by its canonical path; undefined if that path now leads elsewhere. */
export type FolderOpener = (real: string) => Promise<Folder | undefined>;

/** Runs `act` with folders that are opened once and held until it ends. */
export async function holding<Disk extends { readonly open: FolderOpener }, T>(
  disk: Disk,
  act: (disk: Disk) => Promise<T>,
): Promise<T> {
  const held = new Map<string, Folder>();
  const open: FolderOpener = async (real) => {
    const known = held.get(real);
    if (known !== undefined && !(await known.isStill())) return undefined;
    const folder = known ?? (await disk.open(real));
    if (folder === undefined) return undefined;
    held.set(real, folder);
    return { ...folder, close: () => Promise.resolve() };
  };
  try {
    return await act({ ...disk, open });
  } finally {
    for (const folder of held.values()) await folder.close();
  }
}

/** A name as text; bytes that are not UTF-8 become `\xNN`. */
export function nameText(name: EntryName): string {
  if (typeof name === 'string') return name;
  return Array.from(name, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).toUpperCase()}`,
  ).join('');
}

/** State of an entry; undefined if it does not exist. */
export async function statOrMissing(
  folder: Folder,
  name: EntryName,
): Promise<BigIntStats | undefined> {
  try {
    return await folder.stat(name);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function kindOf(stats: BigIntStats): FileEntry['kind'] {
  if (stats.isSymbolicLink()) return 'symlink';
  if (stats.isDirectory()) return 'dir';
  return stats.isFile() ? 'file' : 'other';
}

/**
 * Removes an entry and all below it, without following links. Rejects with the errno of the file
 * system, or with the signal's reason, when part of it may be removed.
 */
export async function removeTree(
  folder: Folder,
  name: EntryName,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const stats = await folder.stat(name);
  if (stats.isDirectory()) await removeFolderTree(folder, name, signal);
  else await folder.removeFile(name);
}

async function removeFolderTree(
  folder: Folder,
  name: EntryName,
  signal: AbortSignal | undefined,
): Promise<void> {
  const below = await folder.openFolder(name);
  try {
    for (const entry of await below.entries()) {
      await removeBelow(below, entry, signal);
    }
  } finally {
    await below.close();
  }
  await folder.removeFolder(name);
}

async function removeBelow(
  folder: Folder,
  { name, kind }: FolderEntry,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  try {
    if (kind === 'dir') await removeFolderTree(folder, name, signal);
    else await folder.removeFile(name);
  } catch (error) {
    // Another program removed it.
    if (!isMissing(error)) throw error;
  }
}
