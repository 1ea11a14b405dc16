import { randomBytes } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { PathState } from '../../core/contracts/file-changes';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import {
  cleanUp,
  inMadeParent,
  inParent,
  type DiskAccess,
  type GuardedTarget,
  type ParentFolder,
} from './disk-access';
import { statOrMissing, type EntryName, type Folder } from './folder';
import { pathStateAt, pathStateOf, isSamePathState } from './path-state';
import { cancelled, changed, notRegular, swapped, writeProtected } from './file-refusals';
import { errnoOf } from '../system/errno';
import { viaTemporary } from '../system/whole-file';

export interface RestoreOptions {
  readonly expect: PathState;
  readonly signal: AbortSignal;
}

interface ReplaceOptions extends RestoreOptions {
  /** For a write: owner and mode of the file are kept, and a write-protected one is refused. */
  readonly write?: {
    /** The file when it was looked at: if it is the same, it is not read again. */
    readonly seen: BigIntStats | undefined;
    /** Until then, only a temporary file is made. */
    readonly recorded: Promise<unknown>;
  };
}

/**
 * Restores a state in place of the expected one; changes nothing if something else is there.
 * Rejects with the errno.
 */
export async function restorePath(
  disk: DiskAccess,
  target: GuardedTarget,
  image: PathState,
  options: RestoreOptions,
): Promise<Result<void>> {
  const { shown } = target;
  if (image.kind === 'other' || options.expect.kind === 'other') return fail(untouchable(shown));
  if (options.expect.kind === 'absent' && image.kind === 'absent') {
    const now = await pathStateAt(disk, target, options);
    if (!now.ok) return now;
    return now.value.kind === 'absent' ? succeed(undefined) : fail(changedSince(shown));
  }
  if (image.kind === 'file' && image.bytes === undefined) return fail(noCopyKept(shown));
  const done = await replaceState(disk, target, image, options);
  return done.ok ? succeed(undefined) : done;
}

/**
 * Puts a state in place of the expected one; returns the mode of a file. A reader sees the old or
 * the new content, never a mixture; a crash leaves at most a temporary file. Rejects with the errno.
 */
export function replaceState(
  disk: DiskAccess,
  target: GuardedTarget,
  image: PathState,
  options: ReplaceOptions,
): Promise<Result<number>> {
  const { shown } = target;
  const { expect, write, signal } = options;
  const act = async (parent: ParentFolder): Promise<Result<number>> => {
    const { folder, name } = parent;
    const old = await statOrMissing(folder, name);
    const refused = await refusal(parent, shown, { ...options, old });
    if (refused !== undefined) return fail(refused);
    if (image.kind === 'absent') {
      await removeOne(folder, name, expect);
      return succeed(0);
    }
    if (image.kind === 'folder' && expect.kind === 'folder') {
      await setMode(folder, name, image.mode);
      return succeed(image.mode);
    }
    let mode = 0;
    const failed = await viaTemporaryIn(
      disk,
      folder,
      async (temporary) => {
        mode = await makeTemporary(folder, temporary, image, write && { old });
        return undefined;
      },
      async (temporary) => {
        await write?.recorded;
        if (signal.aborted) return cancelled(shown, 'Nothing was written');
        const late = await lateRefusal(parent, old, shown);
        if (late === undefined) await swapIn(parent, temporary, { image, expect });
        return late;
      },
    );
    return failed === undefined ? succeed(mode) : fail(failed);
  };
  return image.kind === 'absent' ? inParent(disk, target, act) : inMadeParent(disk, target, act);
}

/** Why it must not be replaced, or is not what is expected. */
async function refusal(
  parent: ParentFolder,
  shown: string,
  { expect, signal, write, old }: ReplaceOptions & { readonly old: BigIntStats | undefined },
): Promise<Failure | undefined> {
  const { folder, name } = parent;
  if (write !== undefined && old !== undefined) {
    const refused = await replaceRefusal(folder, name, old, shown);
    if (refused !== undefined) return refused;
    if (isSameState(write.seen, old)) return undefined;
  } else if (signal.aborted) return cancelled(shown);
  if (!(await folder.isStill())) return swapped(shown);
  // Only touched, perhaps.
  const now = await pathStateOf({ ...parent, shown, stats: old }, { signal });
  if (!now.ok) return now.failure;
  if (isSamePathState(now.value, expect)) return undefined;
  return write === undefined ? changedSince(shown) : changed(shown);
}

/** Returns the permission bits of a file. */
async function makeTemporary(
  folder: Folder,
  temporary: string,
  image: PathState,
  rights: Omit<NewFile, 'bytes'> | undefined,
): Promise<number> {
  if (image.kind === 'file' && image.bytes !== undefined) {
    const { bytes, mode } = image;
    return writeTemporary(folder, temporary, { bytes, ...(rights ?? { mode }) });
  }
  if (image.kind === 'link') await folder.makeLink(temporary, Buffer.from(image.target));
  if (image.kind === 'folder') {
    await folder.makeFolder(temporary);
    await setMode(folder, temporary, image.mode);
  }
  return 0;
}

async function setMode(folder: Folder, name: string, mode: number): Promise<void> {
  const at = await folder.openFolder(name);
  try {
    await at.setMode(mode);
  } finally {
    await at.close();
  }
}

/** A folder with content is not removed: the file system refuses. */
function removeOne(folder: Folder, name: string, there: PathState): Promise<void> {
  return there.kind === 'folder' ? folder.removeFolder(name) : folder.removeFile(name);
}

/** A rename replaces a file with a file; anything else is moved aside first. */
async function swapIn(
  { folder, name }: ParentFolder,
  temporary: string,
  { image, expect }: { readonly image: PathState; readonly expect: PathState },
): Promise<void> {
  const isPlain = image.kind !== 'folder' && expect.kind !== 'folder';
  if (isPlain || expect.kind === 'absent') return folder.rename(temporary, folder, name);
  const aside = temporaryName();
  await folder.rename(name, folder, aside);
  let isIn = false;
  try {
    await folder.rename(temporary, folder, name);
    isIn = true;
    await removeOne(folder, aside, expect);
  } catch (error) {
    if (isIn) await folder.rename(name, folder, temporary);
    await folder.rename(aside, folder, name);
    throw error;
  }
}

function changedSince(shown: string): Failure {
  return failure('execution', `It has changed since and was left unchanged: ${shown}`, {
    suggestion: 'Check the current content.',
  });
}

function noCopyKept(shown: string): Failure {
  return failure(
    'execution',
    `The previous content was not kept, so it cannot be restored: ${shown}`,
  );
}

function untouchable(shown: string): Failure {
  return failure('policy_denied', `Devices, pipes and sockets are not restored: ${shown}`);
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

interface NewFile {
  readonly bytes: Uint8Array;
  /** The file to be replaced: its mode and owner are kept. */
  readonly old?: BigIntStats | undefined;
  /** Permission bits of a new file. */
  readonly mode?: number;
}

/** Writes and flushes it; returns its permission bits. */
async function writeTemporary(
  folder: Folder,
  temporary: string,
  { bytes, old, mode }: NewFile,
): Promise<number> {
  const isOpen = old === undefined && mode === undefined;
  const handle = await folder.openFile(temporary, createOnly, isOpen ? 0o666 : 0o600);
  try {
    await handle.writeFile(bytes);
    const made = old === undefined ? await ownMode(handle, mode) : await keepRights(handle, old);
    // Before the rename, or a crash could leave an empty file in place of the old one.
    await handle.sync();
    return made;
  } finally {
    await handle.close();
  }
}

/** Of a new file: the one asked for, or the usual one. */
async function ownMode(handle: FileHandle, mode: number | undefined): Promise<number> {
  if (mode === undefined) return Number((await handle.stat({ bigint: true })).mode & 0o7777n);
  await handle.chmod(mode & 0o7777);
  return mode & 0o7777;
}

/** Copies mode and owner of another file; returns the mode. */
export async function keepRights(handle: FileHandle, old: BigIntStats): Promise<number> {
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
  const mode = Number(old.mode & (isOwners ? 0o7777n : 0o777n));
  await handle.chmod(mode);
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
