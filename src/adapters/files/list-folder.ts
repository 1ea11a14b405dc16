import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { FileEntry } from '../../core/ports/files';
import { errnoOf } from './errno-failure';

/** Entries of a canonical folder that `isVisible` lets through. Rejects with the errno. */
export async function listFolder(
  folder: string,
  isVisible: (real: string) => boolean,
  signal: AbortSignal,
): Promise<Result<FileEntry[]>> {
  const names = await readdir(folder);
  const entries: FileEntry[] = [];
  for (const name of names.sort()) {
    if (signal.aborted) return fail(failure('cancelled', 'Listing was cancelled.'));
    const file = path.join(folder, name);
    const entry = isVisible(file) ? await entryOf(file, name) : undefined;
    if (entry !== undefined) entries.push(entry);
  }
  return succeed(entries);
}

/** Undefined when the entry went away since the folder was read. */
async function entryOf(file: string, name: string): Promise<FileEntry | undefined> {
  try {
    const stats = await lstat(file);
    if (stats.isSymbolicLink()) return { name, kind: 'symlink', size: 0 };
    if (stats.isDirectory()) return { name, kind: 'dir', size: 0 };
    return { name, kind: stats.isFile() ? 'file' : 'other', size: stats.size };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
