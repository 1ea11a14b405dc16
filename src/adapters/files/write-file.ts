import { constants, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import {
  type DiskAccess,
  type ParentFolder,
  type GuardedTarget,
  inMadeParent,
  cleanUp,
} from './disk-access';
import { statOrMissing, type EntryName, type Folder } from './folder';
import { cancelled, changed, notRegular, swapped, writeProtected } from './file-refusals';
import { maxStampedBytes, stampFile, stampOf } from './scan-file';
import { errnoOf } from '../system/errno';
import { viaTemporary } from '../system/whole-file';

export interface DiskWriteOptions {
  /** Fails with `execution` ("changed since") unless the file matches. */
  readonly expect: { readonly stamp: string } | { readonly absent: true } | { readonly any: true };
  readonly signal: AbortSignal;
}

export interface DiskWritten {
  readonly stamp: string;
  readonly created: boolean;
}

/**
 * Replaces or creates the file at a canonical path. A reader sees the old or the new content, never
 * a mixture; a crash leaves at most a temporary file. Rejects with the errno.
 */
export function writeFile(
  disk: DiskAccess,
  target: GuardedTarget,
  bytes: Uint8Array,
  options: DiskWriteOptions,
): Promise<Result<DiskWritten>> {
  const { shown } = target;
  return inMadeParent(disk, target, async (parent) => {
    const { folder, name } = parent;
    const old = await checkOld(parent, shown, options);
    if (!old.ok) return old;
    const refused = await viaTemporaryIn(
      disk,
      folder,
      (temporary) => writeTemporary(folder, temporary, { bytes, old: old.value, ...options }),
      async (temporary) => {
        if (options.signal.aborted) return cancelled(shown, 'Nothing was written');
        const late = await lateRefusal(parent, old.value, shown);
        if (late === undefined) await folder.rename(temporary, folder, name);
        return late;
      },
    );
    if (refused !== undefined) return fail(refused);
    const created = old.value === undefined;
    return succeed({ stamp: stampOf(bytes), created });
  });
}

/** State of the file to be replaced; fails if it must not be, or is not as expected. */
async function checkOld(
  { folder, name }: ParentFolder,
  shown: string,
  { expect, signal }: DiskWriteOptions,
): Promise<Result<BigIntStats | undefined>> {
  const old = await statOrMissing(folder, name);
  if (old === undefined) return 'stamp' in expect ? fail(changed(shown)) : succeed(undefined);
  const refused = await replaceRefusal(folder, name, old, shown);
  if (refused !== undefined) return fail(refused);
  if ('absent' in expect) return fail(changed(shown));
  if ('any' in expect) return succeed(old);
  const options = { maxBytes: maxStampedBytes, larger: 'refuse', signal } as const;
  const stamped = await stampFile({ folder, name, shown }, options);
  if (!stamped.ok) return stamped;
  return stamped.value.stamp === expect.stamp ? succeed(stamped.value.stats) : fail(changed(shown));
}

/** A rename needs no right to the file itself, so write protection is checked here. */
export async function replaceRefusal(
  folder: Folder,
  name: EntryName,
  old: BigIntStats,
  shown: string,
): Promise<Failure | undefined> {
  const refused = notRegular(old, shown);
  if (refused !== undefined) return refused;
  const isProtected = (old.mode & 0o222n) === 0n || !(await folder.isWritable(name));
  return isProtected ? writeProtected(shown) : undefined;
}

export const createOnly = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

export interface NewFile {
  readonly bytes: Uint8Array;
  /** The file to be replaced: its mode and owner are kept. */
  readonly old?: BigIntStats | undefined;
  /** Permission bits of a new file. */
  readonly mode?: number;
}

export async function writeTemporary(
  folder: Folder,
  temporary: string,
  { bytes, old, mode }: NewFile,
): Promise<undefined> {
  const isOpen = old === undefined && mode === undefined;
  const handle = await folder.openFile(temporary, createOnly, isOpen ? 0o666 : 0o600);
  try {
    await handle.writeFile(bytes);
    if (old !== undefined) await keepRights(handle, old);
    else if (mode !== undefined) await handle.chmod(mode & 0o7777);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Copies mode and owner of another file. */
export async function keepRights(handle: FileHandle, old: BigIntStats): Promise<void> {
  const fresh = await handle.stat({ bigint: true });
  let isOwners = true;
  if (fresh.uid !== old.uid || fresh.gid !== old.gid) {
    try {
      await handle.chown(Number(old.uid), Number(old.gid));
    } catch (error) {
      // Only an administrator may change the owner; the content is still written as requested.
      if (errnoOf(error) !== 'EPERM') throw error;
      isOwners = false;
    }
  }
  // Another user's file must not run with our permissions.
  await handle.chmod(Number(old.mode & (isOwners ? 0o7777n : 0o777n)));
}

/** Repeats the checks: the path, the file or its content may have changed since. */
export async function lateRefusal(
  { folder, name }: ParentFolder,
  old: BigIntStats | undefined,
  shown: string,
): Promise<Failure | undefined> {
  if (!(await folder.isStill())) return swapped(shown);
  return isSameState(old, await statOrMissing(folder, name)) ? undefined : changed(shown);
}

function isSameState(before: BigIntStats | undefined, now: BigIntStats | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  const isSameFile = before.ino === now.ino && before.dev === now.dev;
  return isSameFile && before.mtimeNs === now.mtimeNs && before.size === now.size;
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
