import path from 'node:path';
import { detectChanges, type CommandChange, type CommandChanges } from './detect-changes';
import { copyPathsIn, type TreeNode, scanTarget, type TreeScan, ScanStopped } from './scan-tree';
import type { SnapshotTarget } from './snapshot-targets';
import { formatSize } from '../../../core/base/wording';
import { failure } from '../../../core/contracts/failure';
import type { Disk, DiskEntry } from '../../system/disk';

/** The copies made before one command. */
export interface SnapshotCopies {
  /** Contains the copies and nothing else. */
  readonly folder: string;
  readonly before: readonly { readonly target: SnapshotTarget; readonly entry: TreeNode }[];
  /** Milliseconds since the epoch at which the copying began. */
  readonly takenAt: number;
}

/** The changes since the copying, found by scanning every target again. */
export async function changesSince(
  { before, takenAt }: Pick<SnapshotCopies, 'before' | 'takenAt'>,
  walk: TreeScan,
): Promise<CommandChanges> {
  const changes: CommandChange[] = [];
  const uncovered: string[] = [];
  for (const { target, entry } of before) {
    const looked = { before: entry, after: await scanTarget(target, walk) };
    const found = await detectChanges(target, looked, { disk: walk.disk, takenAt });
    changes.push(...found.changes);
    uncovered.push(...found.uncovered);
  }
  return { changes, uncovered };
}

/** Removes copies of unchanged files. */
export async function removeUnneededCopies(
  changes: readonly CommandChange[],
  { folder }: SnapshotCopies,
  { disk }: TreeScan,
): Promise<void> {
  const needed = new Set(
    changes.flatMap((change) => (change.kind === 'place' ? copyPathsIn(change.before) : [])),
  );
  for (const name of await disk.names(folder)) {
    const copy = path.join(folder, name);
    if (!needed.has(copy)) await disk.removeTree(copy);
  }
}

/** Lists which copy belongs to which file, for manual recovery after a failed rollback. */
export function copyIndex(changes: readonly CommandChange[]): string {
  const files = changes.flatMap((change) =>
    change.kind === 'place' ? filesIn(change.before, change.path) : [],
  );
  return `${JSON.stringify(files, null, 2)}\n`;
}

interface IndexedFile {
  readonly copy: string;
  readonly of: string;
  /** As an octal number. */
  readonly mode: string;
}

function filesIn(entry: TreeNode, place: string): readonly IndexedFile[] {
  if (entry.kind === 'folder') {
    return [...entry.children].flatMap(([name, child]) => filesIn(child, path.join(place, name)));
  }
  if (entry.kind !== 'file' || entry.copy === undefined) return [];
  return [{ copy: path.basename(entry.copy), of: place, mode: entry.mode.toString(8) }];
}

export interface CopierDeps {
  readonly disk: Disk;
  /** The folder of this snapshot. */
  readonly folder: string;
  /** 0 is unlimited; any other value is a hard cap (000-transaction-5). */
  readonly maxBytes: number;
  readonly show: (path: string) => string;
}

/** Copies contents to numbered files in a folder and returns their paths. */
export function createCopier(place: CopierDeps) {
  const { disk, folder, maxBytes, show } = place;
  let bytes = 0;
  let count = 0;

  return async (file: string, entry: DiskEntry): Promise<string> => {
    bytes += entry.size;
    if (maxBytes > 0 && bytes > maxBytes) throw new ScanStopped(overCap(maxBytes));
    count += 1;
    const copy = path.join(folder, String(count));
    await disk.copy(file, copy);
    const after = await disk.entry(file);
    if (after?.state === entry.state) return copy;
    // A file that is being written, such as a log, may differ: this copy is as good as any.
    if (after?.identity !== entry.identity) throw new ScanStopped(swapped(show(file)));
    await disk.removeTree(copy);
    await disk.copy(file, copy);
    return copy;
  };
}

function overCap(maxBytes: number) {
  const most = formatSize(maxBytes);
  return failure('snapshot_failed', `the copies would exceed ${most}`, {
    suggestion: 'Do not repeat the same call. Change fewer files at once.',
  });
}

function swapped(shown: string) {
  return failure('snapshot_failed', `a file was replaced while it was being copied: ${shown}`);
}
