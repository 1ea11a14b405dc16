import type { PathState } from '../../core/contracts/file-changes';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import {
  inParent,
  type DiskAccess,
  type ParentFolder,
  type GuardedTarget,
  inMadeParent,
} from './disk-access';
import { statOrMissing, type Folder } from './folder';
import { pathStateAt, pathStateOf, isSamePathState } from './path-state';
import { cancelled, swapped } from './file-refusals';
import { temporaryName, viaTemporaryIn, writeTemporary } from './write-file';

export interface RestoreOptions {
  readonly expect: PathState;
  readonly signal: AbortSignal;
}

/**
 * Restores a state in place of the expected one; changes nothing if something else is there.
 * Rejects with the errno.
 */
export function restorePath(
  disk: DiskAccess,
  target: GuardedTarget,
  image: PathState,
  options: RestoreOptions,
): Promise<Result<void>> {
  const { shown } = target;
  if (image.kind === 'other' || options.expect.kind === 'other') {
    return Promise.resolve(fail(untouchable(shown)));
  }
  if (options.expect.kind === 'absent' && image.kind === 'absent') {
    return nothingToDo(disk, target, options);
  }
  if (image.kind === 'file' && image.bytes === undefined) {
    return Promise.resolve(fail(noCopyKept(shown)));
  }
  const act = async (parent: ParentFolder): Promise<Result<void>> => {
    const check = (): Promise<Failure | undefined> => refusal(parent, shown, options);
    const refused =
      (await check()) ?? (await placeState({ disk, parent, check, ...options }, image));
    return refused === undefined ? succeed(undefined) : fail(refused);
  };
  return image.kind === 'absent' ? inParent(disk, target, act) : inMadeParent(disk, target, act);
}

async function nothingToDo(
  disk: DiskAccess,
  target: GuardedTarget,
  { signal }: RestoreOptions,
): Promise<Result<void>> {
  const now = await pathStateAt(disk, target, { signal });
  if (!now.ok) return now;
  return now.value.kind === 'absent' ? succeed(undefined) : fail(changedSince(target.shown));
}

async function refusal(
  parent: ParentFolder,
  shown: string,
  { expect, signal }: RestoreOptions,
): Promise<Failure | undefined> {
  if (signal.aborted) return cancelled(shown);
  if (!(await parent.folder.isStill())) return swapped(shown);
  const stats = await statOrMissing(parent.folder, parent.name);
  const now = await pathStateOf({ ...parent, shown, stats }, { signal });
  if (!now.ok) return now.failure;
  return isSamePathState(now.value, expect) ? undefined : changedSince(shown);
}

interface RestoreStep {
  readonly disk: DiskAccess;
  readonly parent: ParentFolder;
  readonly expect: PathState;
  /** A late reason not to do it. */
  readonly check: () => Promise<Failure | undefined>;
}

async function placeState(step: RestoreStep, image: PathState): Promise<Failure | undefined> {
  const { disk, parent, check, expect } = step;
  const { folder, name } = parent;
  if (image.kind === 'absent') {
    await removeOne(folder, name, expect);
    return undefined;
  }
  if (image.kind === 'folder' && expect.kind === 'folder') {
    await setMode(folder, name, image.mode);
    return undefined;
  }
  return viaTemporaryIn(
    disk,
    folder,
    (temporary) => makeTemporary(folder, temporary, image),
    async (temporary) => {
      const refused = await check();
      if (refused === undefined) await swapIn(parent, temporary, { image, expect });
      return refused;
    },
  );
}

async function makeTemporary(
  folder: Folder,
  temporary: string,
  image: PathState,
): Promise<undefined> {
  if (image.kind === 'file' && image.bytes !== undefined) {
    await writeTemporary(folder, temporary, { bytes: image.bytes, mode: image.mode });
  } else if (image.kind === 'link') {
    await folder.makeLink(temporary, Buffer.from(image.target));
  } else if (image.kind === 'folder') {
    await folder.makeFolder(temporary);
    await setMode(folder, temporary, image.mode);
  }
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
