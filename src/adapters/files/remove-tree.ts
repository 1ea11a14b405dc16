import { errnoOf } from './errno-failure';
import type { EntryName, Folder, FolderEntry } from './folder';

/**
 * Removes an entry and all below it; links are removed, never followed. Rejects with the errno of
 * the file system, or with the signal's reason: then a part may be gone.
 */
export async function removeTree(
  folder: Folder,
  name: EntryName,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const stats = await folder.stat(name);
  if (stats.isDirectory()) await removeFolderTree(folder, name, signal);
  else await folder.removeFile(name);
}

async function removeFolderTree(
  folder: Folder,
  name: EntryName,
  signal: AbortSignal | undefined,
): Promise<void> {
  const below = await folder.openFolder(name);
  try {
    for (const entry of await below.entries()) {
      await removeBelow(below, entry, signal);
    }
  } finally {
    await below.close();
  }
  await folder.removeFolder(name);
}

async function removeBelow(
  folder: Folder,
  { name, kind }: FolderEntry,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  try {
    if (kind === 'dir') await removeFolderTree(folder, name, signal);
    else await folder.removeFile(name);
  } catch (error) {
    // Somebody else has removed it.
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}
