import { access, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from './missing-file';

/**
 * When a storage folder was last written in, in epoch milliseconds; undefined when it is gone. All
 * that a store writes goes into a file of its folder, so nothing in it is newer.
 */
export async function lastWrite(folder: string): Promise<number | undefined> {
  try {
    const names = await readdir(folder);
    const times = await Promise.all(names.map((name) => modifiedAt(path.join(folder, name))));
    return Math.max(0, ...times);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A file that goes meanwhile was not the newest for long. */
async function modifiedAt(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/**
 * True when VS Code itself has removed the folder of a workspace: what holds such folders is there.
 * Otherwise a drive or a home folder may be missing, and it may come back.
 */
export async function isRemoved(folder: string): Promise<boolean> {
  try {
    // <data>/User/workspaceStorage/<workspace>/<extension>
    await access(path.dirname(path.dirname(folder)));
    return true;
  } catch {
    // Not there, or not to be looked into: both mean that nobody can say.
    return false;
  }
}
