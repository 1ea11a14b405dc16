import path from 'node:path';
import type { Disk, DiskEntry } from '../../system/disk';
import { say } from '../../../core/base/sentence';
import { matchesPathPattern } from '../../../core/base/path-pattern';
import { relativeInside, type PathStyle } from '../../../core/base/paths';
import { failure, type Failure } from '../../../core/contracts/failure';
import { absent, other, type FileImage } from '../history/file-steps';
import type { SnapshotRequest } from '../../../core/ports/snapshots';
import type { SnapshotTarget } from './snapshot-targets';

/**
 * What a path was, with everything below it. `other` is a device, a pipe or an ignored folder: it is
 * never changed.
 */
export type TreeNode = FileNode | FolderNode | ImageOf<'link' | 'absent' | 'other'>;

type ImageOf<K extends FileImage['kind']> = Extract<FileImage, { readonly kind: K }>;

/** Its stamp is the state on disk; `copy` is a path, undefined if it was only scanned. */
export interface FileNode extends ImageOf<'file'> {
  readonly disk: DiskEntry;
}

export interface FolderNode extends ImageOf<'folder'> {
  readonly disk: DiskEntry;
  /** False for a folder that only leads to paths in the scope: it is not created or removed. */
  readonly inScope: boolean;
  readonly children: ReadonlyMap<string, TreeNode>;
}

function fileNode(disk: DiskEntry, copy: string | undefined): FileNode {
  const { state: stamp, size, mode } = disk;
  return { kind: 'file', stamp, size, mode, disk, ...(copy !== undefined && { copy }) };
}

/** True for a tree that contains a file or a link. */
export function holdsFiles(entry: TreeNode): boolean {
  if (entry.kind !== 'folder') return entry.kind === 'file' || entry.kind === 'link';
  return [...entry.children.values()].some(holdsFiles);
}

/** Stops a scan; `failure` is the reason. */
export class ScanStopped extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

export interface TreeScan {
  readonly disk: Disk;
  readonly style: PathStyle;
  readonly limits: SnapshotRequest['limits'];
  readonly signal: AbortSignal | undefined;
  /** Formats a path for display. */
  readonly show: (path: string) => string;
  /** Copies a file's content and returns the path of the copy. */
  readonly keep: (file: string, entry: DiskEntry) => Promise<string | undefined>;
}

/** Concurrent reads: faster than one at a time. */
const maxConcurrentReads = 16;

/** Scans a path and everything below it in the scope, without following links. */
export async function scanTarget(target: SnapshotTarget, walk: TreeScan): Promise<TreeNode> {
  const { disk } = walk;
  const { maxEntries, skip } = walk.limits;
  let seen = 0;

  const look = async (place: string): Promise<TreeNode> => {
    if (walk.signal?.aborted === true) throw new ScanStopped(cancelled());
    seen += 1;
    if (seen > maxEntries) throw new ScanStopped(tooMany(maxEntries));
    const found = await disk.entry(place);
    if (found === undefined) return missing(place, walk);
    const inScope = isInScope(place, target, walk);
    if (found.kind === 'folder') {
      const children = await below(place);
      return { kind: 'folder', mode: found.mode, disk: found, inScope, children };
    }
    if (!inScope) return absent;
    if (found.kind === 'other') return other;
    if (found.kind === 'link') return { kind: 'link', target: await disk.linkTarget(place) };
    return fileNode(found, await walk.keep(place, found));
  };

  const lookBelow = (folder: string, name: string): Promise<TreeNode> =>
    target.isWide && skip.includes(name) ? Promise.resolve(other) : look(path.join(folder, name));

  const below = async (folder: string): Promise<ReadonlyMap<string, TreeNode>> => {
    const names = [...(await disk.names(folder))].sort();
    const children = new Map<string, TreeNode>();
    for (let at = 0; at < names.length; at += maxConcurrentReads) {
      const some = names.slice(at, at + maxConcurrentReads);
      const looking = some.map((name) => lookBelow(folder, name));
      // Wait for all before reporting a failure, so that nothing is written afterwards.
      await Promise.allSettled(looking);
      for (const [index, entry] of (await Promise.all(looking)).entries()) {
        if (entry.kind !== 'absent') children.set(some[index] ?? '', entry);
      }
    }
    // Some disks respell Unicode names.
    if ((await disk.realPath(folder)).normalize() !== folder.normalize()) {
      throw new ScanStopped(replaced(walk.show(folder)));
    }
    return children;
  };

  return look(target.path);
}

function isInScope(place: string, { root }: SnapshotTarget, { limits, style }: TreeScan): boolean {
  const { scope } = limits;
  const { caseSensitive, separator } = style;
  const options = { ignoreCase: !caseSensitive, separator, unreadable: true };
  const relative = relativeInside(root, place, style) ?? place;
  return scope.length === 0 || scope.some((glob) => matchesPathPattern(glob, relative, options));
}

/**
 * Removed since its name was read; or a name that JavaScript cannot represent, which must not be
 * lost.
 */
function missing(place: string, { show }: TreeScan): TreeNode {
  if (place.includes('\ufffd')) throw new ScanStopped(unreadableName(show(place)));
  return absent;
}

function cancelled(): Failure {
  return failure('cancelled', say`The call was cancelled before it ran.`);
}

function tooMany(maxEntries: number): Failure {
  const most = { amount: maxEntries };
  return failure('snapshot_failed', say`it may change more than ${most} files and folders`);
}

function replaced(folder: string): Failure {
  return failure(
    'snapshot_failed',
    say`a folder was replaced while it was being copied: ${folder}`,
  );
}

function unreadableName(place: string): Failure {
  return failure('snapshot_failed', say`a file name is not valid Unicode: ${place}`);
}
