import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pathInside } from './link-targets';

/** How many names are looked up at once. */
const atOnce = 8;

/** Those of the names that are files in the open folders; the page links them. */
export async function existingFiles(
  names: readonly string[],
  folders: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let start = 0; start < names.length; start += atOnce) {
    const some = names.slice(start, start + atOnce);
    const files = await Promise.all(some.map((name) => namedFile(name, folders)));
    found.push(...some.filter((_, at) => files[at] !== undefined));
  }
  return found;
}

/**
 * The file that a text names: absolute, or relative to an open folder, whose name may come first.
 * Undefined if there is none in the open folders; a name that leads out of them is not looked up.
 */
export async function namedFile(
  name: string,
  folders: readonly string[],
): Promise<string | undefined> {
  for (const folder of folders) {
    for (const file of placesOf(name, folder)) {
      const inside = leadsInto(folder, file) ? await pathInside(file, folders) : undefined;
      if (inside !== undefined && (await isFile(inside))) return inside;
    }
  }
  return undefined;
}

function placesOf(name: string, folder: string): readonly string[] {
  if (path.isAbsolute(name)) return [path.normalize(name)];
  const [first, ...rest] = name.split(/[\\/]/);
  const isNamed = first === path.basename(folder) && rest.length > 0;
  const names = isNamed ? [name, rest.join('/')] : [name];
  return names.map((each) => path.join(folder, each));
}

/** By the words alone: a share of the network is not asked. */
function leadsInto(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  const isOut = relative === '..' || relative.startsWith(`..${path.sep}`);
  return relative !== '' && !isOut && !path.isAbsolute(relative);
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    // Deleted meanwhile.
    return false;
  }
}
