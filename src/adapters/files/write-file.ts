import { say } from '../../core/base/sentence';
import type { BigIntStats } from 'node:fs';
import type { PathState } from '../../core/contracts/file-changes';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { FileText, TextCodec, TextEncoding, WriteOptions } from '../../core/ports/files';
import { isAborted } from '../../core/base/async';
import {
  inMadeParent,
  inParent,
  type DiskAccess,
  type GuardedTarget,
  type ParentFolder,
} from './disk-access';
import {
  cancelled,
  changed,
  notEncodable,
  notRegular,
  swapped,
  tooLarge,
  writeProtected,
} from './file-refusals';
import { statOrMissing, type Folder } from './folder';
import {
  isSamePathState,
  lookAt,
  pathStateAt,
  pathStateOf,
  stateWith,
  type FileState,
  type LookedAt,
} from './path-state';
import {
  lateRefusal,
  replaceRefusal,
  temporaryName,
  viaTemporaryIn,
  writeTemporary,
  type NewFile,
} from './temporary-file';

export interface WriteRequest extends Pick<WriteOptions, 'expect' | 'signal'> {
  /** The whole new text. */
  readonly text: string;
}

/** A write that is possible, and what it would change. */
export interface WritePlan {
  readonly before: PathState;
  /** Null for a new file and for a file that was not text. */
  readonly oldText: string | null;
  readonly intended: FileState;
  /** May begin at once, and changes nothing before `recorded` has resolved. */
  readonly apply: (
    signal: AbortSignal,
    recorded: Promise<unknown>,
  ) => Promise<Result<AppliedWrite>>;
}

export interface AppliedWrite {
  readonly text: string;
  /** The file with its content. */
  readonly after: FileState;
  /** False if it is in an editor, unsaved. */
  readonly saved: boolean;
  readonly notes: readonly string[];
}

/** A write to the disk. */
export interface DiskWritePlan extends WritePlan {
  /** Undefined for a new file and for a file that is not text. */
  readonly old: FileText | undefined;
  /** Without byte order mark. */
  readonly text: string;
}

/** Larger files are not replaced whole: the loss could not be reviewed. */
const maxReplacedBytes = 64 * 1024 * 1024;

interface PlanDeps {
  readonly disk: DiskAccess;
  readonly codec: TextCodec;
}

/** Keeps encoding and byte order mark; refuses what does not fit. Rejects with the errno. */
export async function planWriteOnDisk(
  { disk, codec }: PlanDeps,
  at: GuardedTarget,
  request: WriteRequest,
): Promise<Result<DiskWritePlan>> {
  const { signal } = request;
  const state = await stateToReplace(disk, at, signal);
  if (!state.ok) return state;
  if (isAborted(signal)) return fail(cancelled(at.shown));
  const { state: before, stats } = state.value;
  const { real } = at.resolved;
  const kept = before.kind === 'file' ? before.bytes : undefined;
  const old = kept && (await codec.decode(kept, real));
  const refused = refusal(before, old, request.expect, at.shown);
  if (refused !== undefined) return fail(refused);
  const text = withoutMark(request.text);
  const as = old ?? (await newEncoding(codec, real, request.text));
  const encoded = await encodeExactly(codec, { text, as, shown: at.shown });
  if (!encoded.ok) return encoded;
  const bytes = encoded.value;
  const intended = stateWith(bytes, before, -1);
  return succeed({
    before,
    old,
    oldText: old?.text ?? null,
    text,
    intended,
    // Temporary file and rename, unless the checked file was replaced meanwhile.
    apply: async (stop, recorded) => {
      // Without its folder, there is nothing to prepare that is no change.
      if (before.kind !== 'file') await recorded;
      const write = { seen: stats, recorded };
      const image = { ...intended, bytes };
      const made = await replaceState(disk, at, image, { expect: before, signal: stop, write });
      if (!made.ok) return made;
      const after = { ...image, mode: made.value };
      return succeed({ text, after, saved: true, notes: [] });
    },
  });
}

export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** State and content of the file to replace; fails when it is not a regular file. */
export async function stateToReplace(
  disk: DiskAccess,
  at: GuardedTarget,
  signal: AbortSignal,
): Promise<Result<LookedAt>> {
  const limits = { maxBytes: maxReplacedBytes, signal };
  const looked = await lookAt(disk, at, limits);
  if (!looked.ok) return looked;
  const { state, stats } = looked.value;
  if (stats === undefined || (state.kind === 'file' && state.bytes !== undefined)) return looked;
  const { shown } = at;
  return fail(notRegular(stats, shown) ?? tooLarge(shown, Number(stats.size), maxReplacedBytes));
}

function refusal(
  before: PathState,
  old: FileText | undefined,
  expect: WriteOptions['expect'],
  shown: string,
): Failure | undefined {
  const isThere = before.kind === 'file';
  if ('absent' in expect && isThere) return changed(shown);
  if ('text' in expect && old?.text !== expect.text) return changed(shown);
  return isThere && (before.mode & 0o222) === 0 ? writeProtected(shown) : undefined;
}

/** A byte order mark at the beginning of a new text is meant as one. */
async function newEncoding(codec: TextCodec, real: string, text: string): Promise<TextEncoding> {
  const { encoding, byteOrderMark } = await codec.encodingFor(real);
  return { encoding, byteOrderMark: byteOrderMark || text.startsWith('\uFEFF') };
}

/** Fails for a text that the encoding of the file cannot hold, and names the character. */
export async function encodeExactly(
  codec: TextCodec,
  { text, as, shown }: { readonly text: string; readonly as: TextEncoding; readonly shown: string },
): Promise<Result<Uint8Array>> {
  const { bytes, lostAt } = await codec.encode(text, as);
  return lostAt === undefined
    ? succeed(bytes)
    : fail(notEncodable(shown, as.encoding, text, lostAt));
}

export interface RestoreOptions {
  readonly expect: PathState;
  readonly signal: AbortSignal;
}

interface ReplaceOptions extends RestoreOptions {
  /** For a write: owner and mode of the file are kept, and a write-protected one is refused. */
  readonly write?: {
    /** The file when it was looked at. */
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
function replaceState(
  disk: DiskAccess,
  target: GuardedTarget,
  image: PathState,
  options: ReplaceOptions,
): Promise<Result<number>> {
  const { shown } = target;
  const { expect, write, signal } = options;
  const act = async (parent: ParentFolder): Promise<Result<number>> => {
    const { folder, name } = parent;
    // A write checks it again in the end.
    const old = write === undefined ? await statOrMissing(folder, name) : write.seen;
    const refused = await replacingRefusal(parent, shown, { ...options, old });
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
        if (signal.aborted) return cancelled(shown, say`Nothing was written: ${shown}`);
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
async function replacingRefusal(
  parent: ParentFolder,
  shown: string,
  { expect, signal, write, old }: ReplaceOptions & { readonly old: BigIntStats | undefined },
): Promise<Failure | undefined> {
  const { folder, name } = parent;
  if (write !== undefined) return old && replaceRefusal(folder, name, old, shown);
  if (signal.aborted) return cancelled(shown);
  if (!(await folder.isStill())) return swapped(shown);
  // Only touched, perhaps.
  const now = await pathStateOf({ ...parent, shown, stats: old }, { signal });
  if (!now.ok) return now.failure;
  return isSamePathState(now.value, expect) ? undefined : changedSince(shown);
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
  return failure('execution', say`It has changed since and was left unchanged: ${shown}`, {
    suggestion: 'Check the current content.',
  });
}

function noCopyKept(shown: string): Failure {
  return failure(
    'execution',
    say`The previous content was not kept, so it cannot be restored: ${shown}`,
  );
}

function untouchable(shown: string): Failure {
  return failure('policy_denied', say`Devices, pipes and sockets are not restored: ${shown}`);
}
