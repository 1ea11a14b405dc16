import { constants, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import type { PathState } from '../../core/contracts/file-changes';
import { type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { FileText, TextCodec, TextEncoding, WriteOptions } from '../../core/ports/files';
import { isAborted } from '../../core/base/async';
import { statOrMissing, type EntryName, type Folder } from './folder';
import {
  cleanUp,
  inMadeParent,
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
import { lookAt, stateWith, type FileState, type LookedAt } from './path-state';
import { maxStampedBytes, stampFile } from './scan-file';
import { errnoOf } from '../system/errno';
import { viaTemporary } from '../system/whole-file';

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
      const made = await replaceFile(disk, at, { bytes, before, stats, signal: stop, recorded });
      if (!made.ok) return made;
      const after = { ...intended, mode: made.value, bytes };
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

interface Replacing {
  readonly bytes: Uint8Array;
  /** What it replaces, as it was read. */
  readonly before: PathState;
  readonly stats: BigIntStats | undefined;
  readonly signal: AbortSignal;
  readonly recorded: Promise<unknown>;
}

/**
 * Replaces or creates the file at a canonical path; returns its mode. A reader sees the old or the
 * new content, never a mixture; a crash leaves at most a temporary file. Rejects with the errno.
 */
function replaceFile(
  disk: DiskAccess,
  target: GuardedTarget,
  replacing: Replacing,
): Promise<Result<number>> {
  const { shown } = target;
  return inMadeParent(disk, target, async (parent) => {
    const { folder, name } = parent;
    const old = await statOrMissing(folder, name);
    const unexpected = await replacingRefusal(parent, shown, { ...replacing, old });
    if (unexpected !== undefined) return fail(unexpected);
    let mode = 0;
    const refused = await viaTemporaryIn(
      disk,
      folder,
      async (temporary) => {
        mode = await writeTemporary(folder, temporary, { bytes: replacing.bytes, old });
        return undefined;
      },
      async (temporary) => {
        await replacing.recorded;
        if (replacing.signal.aborted) return cancelled(shown, 'Nothing was written');
        const late = await lateRefusal(parent, old, shown);
        if (late === undefined) await folder.rename(temporary, folder, name);
        return late;
      },
    );
    return refused === undefined ? succeed(mode) : fail(refused);
  });
}

/** Why the file must not be replaced, or is not as it was read. */
async function replacingRefusal(
  { folder, name }: ParentFolder,
  shown: string,
  { old, before, stats, signal }: Replacing & { readonly old: BigIntStats | undefined },
): Promise<Failure | undefined> {
  if (old === undefined) return before.kind === 'file' ? changed(shown) : undefined;
  const refused = await replaceRefusal(folder, name, old, shown);
  if (refused !== undefined) return refused;
  if (before.kind !== 'file') return changed(shown);
  if (isSameState(stats, old)) return undefined;
  // Only touched, perhaps.
  const options = { maxBytes: maxStampedBytes, larger: 'refuse', signal } as const;
  const stamped = await stampFile({ folder, name, shown, stats: old }, options);
  if (!stamped.ok) return stamped.failure;
  return stamped.value.stamp === before.stamp ? undefined : changed(shown);
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

/** Writes and flushes it; returns its permission bits. */
export async function writeTemporary(
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
