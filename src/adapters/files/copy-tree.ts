import { say } from '../../core/base/sentence';
import type { BigIntStats } from 'node:fs';
import path from 'node:path';
import type { Failure } from '../../core/contracts/failure';
import type { DiskAccess } from './disk-access';
import { kindOf, nameText, type EntryName, type Folder } from './folder';
import { cancelled, deniedBelow, special } from './file-refusals';
import { scanFile } from './scan-file';
import { createOnly, keepRights } from './temporary-file';

export interface CopySource {
  readonly folder: Folder;
  readonly name: EntryName;
  /** Canonical path for rules and messages. */
  readonly real: string;
}

export interface CopyDestination {
  readonly folder: Folder;
  /** Name of an entry that does not exist yet. */
  readonly name: EntryName;
}

export interface CopyOptions {
  /** Copies owner, mode and times too and flushes: the source will be removed. */
  readonly isMove: boolean;
  /** The file replaced by a single copied file: its mode and owner are kept. */
  readonly replaced?: BigIntStats | undefined;
  readonly signal: AbortSignal;
}

/**
 * Copies by lstat: files by content, links as links (003-tools-5); checks each entry again. A
 * failed copy stays for the caller to clean up. Rejects with the errno.
 */
export async function copyTree(
  disk: DiskAccess,
  from: CopySource,
  to: CopyDestination,
  options: CopyOptions,
): Promise<Failure | undefined> {
  const shown = disk.show(from.real);
  if (options.signal.aborted) return cancelled(shown, say`Copying was cancelled: ${shown}`);
  if (!disk.mayRead(from.real)) return deniedBelow(shown);
  const stats = await from.folder.stat(from.name);
  switch (kindOf(stats)) {
    case 'dir':
      return copyFolder(disk, from, to, { ...options, stats });
    case 'file':
      return copyFile(from, to, { ...options, stats, shown });
    case 'symlink':
      await to.folder.makeLink(to.name, await from.folder.linkTarget(from.name));
      return undefined;
    default:
      return special(stats, shown);
  }
}

async function copyFolder(
  disk: DiskAccess,
  from: CopySource,
  to: CopyDestination,
  options: CopyOptions & { readonly stats: BigIntStats },
): Promise<Failure | undefined> {
  const mode = Number(options.stats.mode & 0o7777n);
  // The copy must be writable for us, whatever the source allows.
  await to.folder.makeFolder(to.name, (mode & 0o777) | 0o700);
  const source = await from.folder.openFolder(from.name);
  let target: Folder | undefined;
  try {
    target = await to.folder.openFolder(to.name);
    for (const { name } of await source.entries()) {
      const below = { folder: source, name, real: path.join(from.real, nameText(name)) };
      const refused = await copyTree(disk, below, { folder: target, name }, options);
      if (refused !== undefined) return refused;
    }
    if (options.isMove) await target.setMode(mode);
    else if ((mode & 0o700) !== 0o700) await target.setMode(await narrowed(to, mode));
    return undefined;
  } finally {
    await source.close();
    await target?.close();
  }
}

/** Sets the final mode: limited by the umask, and without the rights added for the owner. */
async function narrowed({ folder, name }: CopyDestination, mode: number): Promise<number> {
  const made = Number((await folder.stat(name)).mode);
  return made & 0o777 & ~(0o700 & ~mode);
}

async function copyFile(
  from: CopySource,
  to: CopyDestination,
  options: CopyOptions & { readonly stats: BigIntStats; readonly shown: string },
): Promise<Failure | undefined> {
  const { stats, signal, shown, isMove, replaced } = options;
  const handle = await to.folder.openFile(to.name, createOnly, Number(stats.mode & 0o777n));
  try {
    // Of a growing file, only its original length is copied.
    const limits = { maxBytes: Number(stats.size), larger: 'cut', signal } as const;
    const copied = await scanFile({ ...from, shown }, limits, (chunk) => handle.writeFile(chunk));
    if (!copied.ok) return copied.failure;
    const rights = isMove ? stats : replaced;
    if (rights !== undefined) await keepRights(handle, rights);
    if (isMove) await handle.utimes(seconds(stats.atimeNs), seconds(stats.mtimeNs));
    if (rights !== undefined) await handle.sync();
    return undefined;
  } finally {
    await handle.close();
  }
}

function seconds(nanoseconds: bigint): number {
  return Number(nanoseconds) / 1e9;
}
