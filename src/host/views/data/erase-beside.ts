import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../places/missing-file';

/** What lies in a storage folder beside the store: copies of files, and records of commands. */
export const besideStore = ['changes', 'snapshots', 'commands'] as const;

/**
 * Removes all that these folders hold; the folders stay, since an open window counts on its own, and
 * so does this window's empty place for snapshots. Rejects with the first error, after trying
 * everything.
 */
export async function eraseBeside(folder: string, ownPid: number): Promise<void> {
  const errors: unknown[] = [];
  for (const name of besideStore) {
    const inside = path.join(folder, name);
    for (const item of await namesIn(inside)) {
      if (isOwnSnapshots(item, ownPid)) continue;
      try {
        await rm(path.join(inside, item), { recursive: true, force: true, maxRetries: 3 });
      } catch (error) {
        errors.push(error);
      }
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** `window-<machine>-<pid>-<random>`: its contents go when its chats are closed. */
function isOwnSnapshots(name: string, ownPid: number): boolean {
  return new RegExp(`^window-[0-9a-f]+-${String(ownPid)}-`).test(name);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
