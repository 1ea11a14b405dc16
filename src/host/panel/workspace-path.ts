import { realpath } from 'node:fs/promises';
import path from 'node:path';

/**
 * Where a file that a card names lies in the open folders: undefined when it is outside of them or
 * does not exist. Links are resolved on both sides, so that a link cannot lead out.
 */
export async function pathInside(
  file: string,
  folders: readonly string[],
): Promise<string | undefined> {
  const real = await realOf(file);
  if (real === undefined) return undefined;
  for (const folder of folders) {
    const root = await realOf(folder);
    const inside = root === undefined ? undefined : path.relative(root, real);
    if (inside !== undefined && !leadsOut(inside)) return path.join(folder, inside);
  }
  return undefined;
}

function leadsOut(relative: string): boolean {
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
}

async function realOf(file: string): Promise<string | undefined> {
  if (!path.isAbsolute(file)) return undefined;
  try {
    return await realpath(file);
  } catch {
    // A file that is gone cannot be opened; the caller says so.
    return undefined;
  }
}
