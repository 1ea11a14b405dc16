import path from 'node:path';
import type { TreeNode } from './entry';
import type { TransactionDisk } from './transaction-disk';

/** Writes what stood at a place under another name, with its rights, so that it survives a power cut. */
export async function stageOriginal(entry: TreeNode, to: string, disk: TransactionDisk): Promise<void> {
  if (entry.kind === 'link') return disk.makeLink(entry.target, to);
  if (entry.kind === 'file' && entry.copy !== undefined) {
    await disk.copy(entry.copy, to);
    await disk.setRights(to, entry.disk);
    return disk.flush(to);
  }
  if (entry.kind !== 'folder') return;
  await disk.makeFolder(to);
  for (const [name, child] of entry.children) await stageOriginal(child, path.join(to, name), disk);
  await disk.flush(to);
  // Last: a folder may have been locked.
  await disk.setRights(to, entry.disk);
}
