import path from 'node:path';
import { constants } from 'node:fs';
import { access, open, type FileHandle } from 'node:fs/promises';
import { compilePathGlob } from '../../core/base/path-pattern';

/** Whose rules count most comes first, whatever folder they are in, as for ripgrep. */
export const ignoreFileNames = ['.rgignore', '.ignore', '.gitignore'] as const;

/** What an ignore file says, and from where. */
export interface IgnoreText {
  readonly folder: string;
  readonly name: (typeof ignoreFileNames)[number];
  readonly text: string;
}

/** More rules than any real file has; a longer file leaves nothing out. */
export const maxIgnoreBytes = 128 * 1024;

/** The rules of one ignore file, for paths relative to its folder. */
export interface IgnoreRules {
  /** Undefined when no rule speaks of the path. */
  judge(relative: string, isFolder: boolean): Verdict;
}

/** Rules and where they stand. */
export interface ScopedRules extends Pick<IgnoreText, 'folder' | 'name'> {
  readonly rules: IgnoreRules;
}

interface IgnoreRule {
  /** Later rules have greater ones, and win. */
  readonly rank: number;
  readonly keeps: boolean;
  readonly foldersOnly: boolean;
  matches(relative: string): boolean;
}

export function scopeRules({ folder, name, text }: IgnoreText): ScopedRules {
  return { folder, name, rules: parseIgnoreRules(text) };
}

type Verdict = 'ignored' | 'kept' | undefined;

/**
 * True for what an ignore file leaves out. `below` are those from the folder that is searched down to
 * the path, outermost first; where they say nothing, `above` decides, as for ripgrep.
 */
export function isIgnored(
  { above, below }: IgnoreScopes,
  file: string,
  isFolder: boolean,
): boolean {
  return (judge(below, file, isFolder) ?? judge(above, file, isFolder)) === 'ignored';
}

export interface IgnoreScopes {
  readonly above: readonly ScopedRules[];
  readonly below: readonly ScopedRules[];
}

/** Of each kind of file the nearest that speaks of a path, and of the kinds the first in rank. */
function judge(scopes: readonly ScopedRules[], file: string, isFolder: boolean): Verdict {
  if (scopes.length === 0) return undefined;
  for (const name of ignoreFileNames) {
    for (let at = scopes.length - 1; at >= 0; at -= 1) {
      const scope = scopes[at];
      if (scope?.name !== name) continue;
      const verdict = scope.rules.judge(relativeName(scope.folder, file), isFolder);
      if (verdict !== undefined) return verdict;
    }
  }
  return undefined;
}

/** `file` below `folder`, with `/`. */
export function relativeName(folder: string, file: string): string {
  const from = folder.endsWith(path.sep) ? folder.length : folder.length + 1;
  const name = file.slice(from);
  return path.sep === '/' ? name : name.replaceAll(path.sep, '/');
}

/**
 * Reads a `.gitignore`: the last rule that matches decides, `!` keeps, a final `/` means folders. Most
 * rules are for one name or one ending, and are looked up by it: a file of hundreds of them is tried
 * on every file there is.
 */
export function parseIgnoreRules(text: string): IgnoreRules {
  const byKey = new Map<string, IgnoreRule[]>();
  for (const { key, rule } of ruleLines(text).flatMap(parseRule)) {
    const sameKey = byKey.get(key);
    if (sameKey === undefined) byKey.set(key, [rule]);
    else sameKey.push(rule);
  }
  return {
    judge: (relative, isFolder) => {
      const name = relative.slice(relative.lastIndexOf('/') + 1);
      let last: IgnoreRule | undefined;
      for (const key of [name, endingKey(name), anyKey]) {
        const found = byKey
          .get(key)
          ?.findLast((rule) => (isFolder || !rule.foldersOnly) && rule.matches(relative));
        if (found !== undefined && found.rank > (last?.rank ?? -1)) last = found;
      }
      return last && (last.keeps ? 'kept' : 'ignored');
    },
  };
}

/** No name has a `/`. */
const anyKey = '/';

function endingKey(name: string): string {
  return `/${name.slice(name.lastIndexOf('.') + 1)}`;
}

/** The lines of an ignore file that are rules, without blanks at their ends. */
export function ruleLines(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.replace(/(?<!\\)\s+$/, ''))
    .filter((line) => !/^(?:#.*|!?\/?)$/s.test(line));
}

interface KeyedRule {
  /** The name or the ending that a path must have, or `anyKey`. */
  readonly key: string;
  readonly rule: IgnoreRule;
}

function parseRule(line: string, rank: number): readonly KeyedRule[] {
  const keeps = line.startsWith('!');
  const pattern = keeps ? line.slice(1) : line;
  const foldersOnly = pattern.endsWith('/');
  const body = foldersOnly ? pattern.slice(0, -1) : pattern;
  const common = { rank, keeps, foldersOnly };
  if (/^[\w. @+~-]+$/.test(body)) return [{ key: body, rule: { ...common, matches: () => true } }];
  // Braces stand for alternatives, as ripgrep and so VS Code's search read them; git does not.
  const glob = body === '' ? undefined : compilePathGlob(body, { ignoreCase: false });
  if (glob === undefined) return [];
  const key = /^\*\.\w+$/.test(body) ? endingKey(body) : anyKey;
  return [{ key, rule: { ...common, matches: (relative) => glob.matches(relative) } }];
}

/**
 * The folder from which ignore files count, and those between it and the target. It is that of the
 * repository, or the root where there is none: ignore files above it belong to others, such as a
 * `*` in the home folder.
 */
export async function findIgnoreBase(target: string, root: string): Promise<IgnoreBase> {
  const folder = (await repositoryOf(target)) ?? root;
  return { folder, above: await readIgnoreTexts(folder, target) };
}

/** The ignore files from a folder down to a path below it, outermost first; the path's own left out. */
export async function readIgnoreTexts(base: string, below: string): Promise<readonly IgnoreText[]> {
  const texts = foldersBetween(base, below).flatMap((folder) =>
    ignoreFileNames.map((name) => readIgnoreText(folder, name)),
  );
  return (await Promise.all(texts)).filter((text) => text !== undefined);
}

async function repositoryOf(target: string): Promise<string | undefined> {
  for (let folder = target; ; folder = path.dirname(folder)) {
    if (await exists(path.join(folder, '.git'))) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

function foldersBetween(base: string, below: string): readonly string[] {
  const names = path.relative(base, below).split(path.sep);
  if (names[0] === '' || names[0] === '..') return [];
  return names.map((_, count) => path.join(base, ...names.slice(0, count)));
}

async function readIgnoreText(
  folder: string,
  name: IgnoreText['name'],
): Promise<IgnoreText | undefined> {
  let file: FileHandle | undefined;
  try {
    // Without waiting: a pipe may stand there.
    file = await open(path.join(folder, name), constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxIgnoreBytes) return undefined;
    return { folder, name, text: await file.readFile('utf8') };
  } catch {
    // Most folders have none, and one that cannot be read leaves nothing out.
    return undefined;
  } finally {
    await file?.close();
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    // Missing or not readable: either way no repository that could be read.
    return false;
  }
}

/** Where ignore files are read from. */
export interface IgnoreBase {
  /** The repository that holds the target, else the root; ignore files above it do not count. */
  readonly folder: string;
  /** The ignore files from there down to the target, the target's own left out. */
  readonly above: readonly IgnoreText[];
}
