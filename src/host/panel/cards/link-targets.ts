import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** A link that a page may open, in the form the browser receives. */
export interface WebLink {
  readonly url: string;
  /** Host as ASCII, so that look-alike letters show. */
  readonly host: string;
}

/** Only http and https, without a user name that could pass for the host. */
export function parseWebLink(text: string): WebLink | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.password !== '') return undefined;
  return { url: url.href, host: url.host };
}

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
