import { isUtf8 } from 'node:buffer';
import type { BigIntStats } from 'node:fs';
import path from 'node:path';
import type { PathState } from '../../core/contracts/file-changes';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import { inParent, type DiskAccess, type GuardedTarget, countMissing } from './disk-access';
import { statOrMissing, type Folder } from './folder';
import { cancelled } from './file-refusals';
import { maxStampedBytes, readBytes, stampFile, stampOf } from './scan-file';
import { isMissing } from '../system/errno';

export interface PathStateOptions {
  /** Maximum size of contents to read; undefined returns the state alone. */
  readonly maxBytes?: number;
  readonly signal: AbortSignal;
}

export type FileState = Extract<PathState, { kind: 'file' }>;

export interface FolderEntryRef {
  readonly folder: Folder;
  readonly name: string;
  readonly shown: string;
  /** Undefined if there is none. */
  readonly stats: BigIntStats | undefined;
}

/** A state, and what the disk says of the entry; undefined if there is none. */
export interface LookedAt {
  readonly state: PathState;
  readonly stats: BigIntStats | undefined;
}

/** The state of a path, without following a final link. Rejects with the errno. */
export async function pathStateAt(
  disk: DiskAccess,
  target: GuardedTarget,
  options: PathStateOptions,
): Promise<Result<PathState>> {
  const looked = await lookAt(disk, target, options);
  return looked.ok ? succeed(looked.value.state) : looked;
}

export async function lookAt(
  disk: DiskAccess,
  target: GuardedTarget,
  options: PathStateOptions,
): Promise<Result<LookedAt>> {
  const { shown } = target;
  try {
    return await inParent(disk, target, async (parent) => {
      if (options.signal.aborted) return fail(cancelled(shown));
      const stats = await statOrMissing(parent.folder, parent.name);
      const state = await pathStateOf({ ...parent, shown, stats }, options);
      return state.ok ? succeed({ state: state.value, stats }) : state;
    });
  } catch (error) {
    // Its folder is missing too.
    if (!isMissing(error)) throw error;
    const missingFolders = await countMissing(disk, path.dirname(target.resolved.real));
    const state = { kind: 'absent' as const, ...(missingFolders > 0 && { missingFolders }) };
    return succeed({ state, stats: undefined });
  }
}

/** The state of an entry of an open folder, from what the disk says of it. */
export async function pathStateOf(
  place: FolderEntryRef,
  options: PathStateOptions,
): Promise<Result<PathState>> {
  const { stats } = place;
  if (stats === undefined) return succeed({ kind: 'absent' });
  if (stats.isFile()) return fileState({ ...place, stats }, options);
  if (stats.isDirectory()) return succeed({ kind: 'folder', mode: modeOf(stats) });
  if (!stats.isSymbolicLink()) return succeed({ kind: 'other' });
  const target = await place.folder.linkTarget(place.name);
  // A target that is not text could not be restored.
  return succeed(isUtf8(target) ? { kind: 'link', target: target.toString() } : { kind: 'other' });
}

/** The state of a file with this content, and up to a size the content itself. */
export function stateWith(bytes: Uint8Array, saved: PathState, maxBytes = Infinity): FileState {
  const mode = saved.kind === 'file' ? saved.mode : defaultFileMode;
  const state = { kind: 'file' as const, stamp: stampOf(bytes), size: bytes.length, mode };
  return bytes.length <= maxBytes ? { ...state, bytes } : state;
}

/** Permission bits of a file whose own are not known yet. */
const defaultFileMode = 0o644;

/** True if both are the same state: files by content, folders by being one. */
export function isSamePathState(a: PathState, b: PathState): boolean {
  if (a.kind === 'file') return b.kind === 'file' && a.stamp === b.stamp;
  if (a.kind === 'link') return b.kind === 'link' && a.target === b.target;
  return a.kind === b.kind;
}

async function fileState(
  place: FolderEntryRef & { readonly stats: BigIntStats },
  { maxBytes = -1, signal }: PathStateOptions,
): Promise<Result<PathState>> {
  const { stats } = place;
  const size = Number(stats.size);
  const known = { kind: 'file', size, mode: modeOf(stats) } as const;
  if (size <= maxBytes) {
    const read = await readBytes(place, { maxBytes, larger: 'refuse', signal });
    if (!read.ok) return read;
    const { bytes } = read.value;
    return succeed({ ...known, size: bytes.length, stamp: stampOf(bytes), bytes });
  }
  // Hashing it would take too long; a hash contains no dash, so stamps of other files differ.
  const large = `${String(size)}-${String(stats.mtimeNs)}`;
  if (size > maxStampedBytes) return succeed({ ...known, stamp: large });
  const limits = { maxBytes: maxStampedBytes, larger: 'refuse', signal } as const;
  const stamped = await stampFile(place, limits);
  return stamped.ok ? succeed({ ...known, stamp: stamped.value.stamp }) : stamped;
}

function modeOf(stats: BigIntStats): number {
  return Number(stats.mode & 0o7777n);
}
