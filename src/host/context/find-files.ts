import * as path from 'node:path';
import type { Search } from '../../core/ports/search';
import type { Workspace } from '../../core/ports/workspace';
import { rootName } from './root-name';
import type { FileMatch } from './types';

const maxShown = 20;
const maxLooked = 2_000;

export interface FindFilesSources {
  readonly search: Pick<Search, 'find'>;
  readonly workspace: Pick<Workspace, 'roots'>;
}

/**
 * Files whose path holds what was typed, in any case: those whose name begins with it first, then
 * those whose name holds it, then by the length of the path.
 */
export async function findFilesByName(
  { search, workspace }: FindFilesSources,
  query: string,
  signal: AbortSignal,
): Promise<readonly FileMatch[]> {
  const typed = query.trim().toLowerCase();
  const pattern = globOf(typed);
  const roots = workspace.roots();
  const found = await Promise.all(
    roots.map(async (root) => {
      const request = { pattern, path: root, includeIgnored: false, maxResults: maxLooked };
      const result = await search.find({ ...request, signal });
      return result.ok ? result.value.paths.map((file) => shown(file, root, roots)) : [];
    }),
  );
  return found
    .flat()
    .filter((file) => segmentsOf(typed).every((part) => nameOf(file).includes(part)))
    .toSorted((a, b) => rank(a, typed) - rank(b, typed) || a.path.length - b.path.length)
    .slice(0, maxShown);
}

/** Any case, on every file system: `ca/t` becomes `**\/*[cC][aA]*\/*[tT]*`. */
function globOf(typed: string): string {
  const parts = segmentsOf(typed).map((segment) => `*${segment.replaceAll(/[^]/gu, charGlob)}*`);
  return `**/${parts.length === 0 ? '*' : parts.join('/')}`;
}

function segmentsOf(typed: string): readonly string[] {
  return typed.split(/[\\/]/).filter((segment) => segment !== '');
}

function nameOf({ label, detail }: FileMatch): string {
  return path.join(detail, label).toLowerCase();
}

/** Signs that mean something in globs stand for any sign; the names are compared after. */
function charGlob(char: string): string {
  const upper = char.toUpperCase();
  if (upper !== char && upper.length === 1) return `[${char}${upper}]`;
  return /[\w.\- ]/.test(char) ? char : '?';
}

function rank({ label }: FileMatch, typed: string): number {
  const name = label.toLowerCase();
  const last = typed.split(/[\\/]/).at(-1) ?? '';
  return name.startsWith(last) ? 0 : name.includes(last) ? 1 : 2;
}

function shown(file: string, root: string, roots: readonly string[]): FileMatch {
  const folder = path.dirname(path.relative(root, file));
  const inside = folder === '.' ? '' : folder;
  const detail = roots.length > 1 ? path.join(rootName(root, roots), inside) : inside;
  return { path: file, label: path.basename(file), detail };
}
