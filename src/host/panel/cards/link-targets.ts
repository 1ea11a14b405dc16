import { realpath } from 'node:fs/promises';
import path from 'node:path';

/**
 * The path of a file on a card within the open folders; undefined when it is outside or does not
 * exist. Links are resolved on both sides, so that a link cannot lead out.
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

const workspaceScheme = 'workspace:';

/**
 * The file that a link of ours names by its path in an open folder, with the folder's name before it
 * if there are several; undefined for any other link, and for a file that is not there.
 */
export async function linkedFile(
  link: string,
  folders: readonly string[],
): Promise<string | undefined> {
  if (!link.startsWith(workspaceScheme)) return undefined;
  const names = link.slice(workspaceScheme.length).split('/').map(decoded);
  for (const folder of folders) {
    for (const inside of [names, names.slice(1)]) {
      const found = inside.length > 0 && (await pathInside(path.join(folder, ...inside), folders));
      if (found) return found;
    }
  }
  return undefined;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // Not of ours: it names nothing.
    return name;
  }
}

function leadsOut(relative: string): boolean {
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
}

async function realOf(file: string): Promise<string | undefined> {
  if (!path.isAbsolute(file)) return undefined;
  try {
    return await realpath(file);
  } catch {
    // A file that is gone cannot be opened; the caller reports it.
    return undefined;
  }
}
