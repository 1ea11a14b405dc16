import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Dirent,
} from 'node:fs';
import path from 'node:path';
import type { FileFilter } from './file-filter';
import { ignoreFileNames, maxIgnoreBytes } from './ignore-files';
import { isIgnored, scopeRules, type IgnoreScopes, type ScopedRules } from './ignore-rules';
import { compareNames } from './path-order';
import type { IgnoreBase } from './search-engine';

export interface WalkOptions {
  readonly filter: FileFilter;
  readonly visit: (file: string) => void;
}

/**
 * Visits every regular file below a folder that the filter takes and no ignore file leaves out, in
 * the order of `path-order`. Links are not followed. Synchronous, for a worker thread: asynchronous
 * reads cost four times as much (performance section 3).
 */
export function walkFiles(
  target: string,
  options: WalkOptions,
  ignore: IgnoreBase | undefined,
): void {
  walk(target, options, ignore && { above: ignore.above.map(scopeRules), below: [] });
}

/** `known`: the rules so far; undefined when ignore files do not count. */
function walk(folder: string, options: WalkOptions, known: IgnoreScopes | undefined): void {
  const { filter, visit } = options;
  const entries = readEntries(folder);
  const scopes = known && withRules(known, folder, entries);
  const isLeftOut = (file: string, isFolder: boolean): boolean =>
    scopes !== undefined && isIgnored(scopes, file, isFolder);
  const prefix = folder.endsWith(path.sep) ? folder : folder + path.sep;
  for (const entry of entries) {
    if (entry.name === '.git') continue;
    const file = prefix + entry.name;
    if (entry.isDirectory()) {
      if (filter.enters(file) && !isLeftOut(file, true)) walk(file, options, scopes);
    } else if (entry.isFile() && filter.accepts(file) && !isLeftOut(file, false)) visit(file);
  }
}

function withRules(known: IgnoreScopes, folder: string, entries: readonly Dirent[]): IgnoreScopes {
  const rules = rulesOf(folder, entries);
  return rules.length === 0 ? known : { ...known, below: [...known.below, ...rules] };
}

function rulesOf(folder: string, entries: readonly Dirent[]): readonly ScopedRules[] {
  return ignoreFileNames
    .filter((name) => entries.some((entry) => entry.name === name))
    .map((name) => scopeRules({ folder, name, text: readRules(path.join(folder, name)) }));
}

function readEntries(folder: string): readonly Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((a, b) => compareNames(a.name, b.name));
  } catch {
    // A folder that cannot be read holds nothing to find, as for ripgrep.
    return [];
  }
}

function readRules(file: string): string {
  let opened: number | undefined;
  try {
    // Without waiting: a pipe may stand there.
    opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(opened);
    return stats.isFile() && stats.size <= maxIgnoreBytes ? readFileSync(opened, 'utf8') : '';
  } catch {
    // An ignore file that cannot be read leaves nothing out.
    return '';
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}
