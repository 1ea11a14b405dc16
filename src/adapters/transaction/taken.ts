import path from 'node:path';
import { detectChanges, type CommandChange, type CommandChanges } from './changes';
import { copyPathsIn, type TreeNode } from './entry';
import type { SnapshotTarget } from './target';
import { scanTarget, type TreeScan } from './walk';

/** The copies made before one command. */
export interface SnapshotCopies {
  /** Where they lie, and nothing else. */
  readonly folder: string;
  readonly before: readonly { readonly target: SnapshotTarget; readonly entry: TreeNode }[];
  /** Milliseconds since the epoch at which the copying began. */
  readonly takenAt: number;
}

/** What has changed since, by looking at every target anew. */
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

/** Removes the copies of what has not changed. */
export async function removeUnneededCopies(
  changes: readonly CommandChange[],
  { folder }: SnapshotCopies,
  { disk }: TreeScan,
): Promise<void> {
  const needed = new Set(
    changes.flatMap((change) => (change.kind === 'content' ? copyPathsIn(change.before) : [])),
  );
  for (const name of await disk.names(folder)) {
    const copy = path.join(folder, name);
    if (!needed.has(copy)) await disk.remove(copy);
  }
}

/** Which copy is of which file, for a person who needs them after a rollback that broke off. */
export function copyIndex(changes: readonly CommandChange[]): string {
  const files = changes.flatMap((change) =>
    change.kind === 'content' ? filesIn(change.before, change.path) : [],
  );
  return `${JSON.stringify(files, null, 2)}\n`;
}

interface IndexedFile {
  readonly copy: string;
  readonly of: string;
  /** Octal. */
  readonly mode: string;
}

function filesIn(entry: TreeNode, place: string): readonly IndexedFile[] {
  if (entry.kind === 'folder') {
    return [...entry.children].flatMap(([name, child]) => filesIn(child, path.join(place, name)));
  }
  if (entry.kind !== 'file' || entry.copy === undefined) return [];
  return [{ copy: path.basename(entry.copy), of: place, mode: entry.disk.mode.toString(8) }];
}
