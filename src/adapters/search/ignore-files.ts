import path from 'node:path';
import { constants } from 'node:fs';
import { access, open, type FileHandle } from 'node:fs/promises';
import { compilePathGlob } from '../../core/base/path-pattern';

/** In order of precedence, whatever folder they are in, as in ripgrep. */
export const ignoreFileNames = ['.rgignore', '.ignore', '.gitignore'] as const;

/** The text of an ignore file and its location. */
export interface IgnoreText {
  readonly folder: string;
  readonly name: (typeof ignoreFileNames)[number];
  readonly text: string;
}

/** Longer than any real ignore file; a longer one is ignored. */
export const maxIgnoreBytes = 128 * 1024;

/** The rules of one ignore file, for paths relative to its folder. */
export interface IgnoreRules {
  /** Undefined if no rule matches the path. */
  judge(relative: string, isFolder: boolean): Verdict;
}

/** Rules with their location. */
export interface ScopedRules extends Pick<IgnoreText, 'folder' | 'name'> {
  readonly rules: IgnoreRules;
}

interface IgnoreRule {
  /** Higher ranks take precedence. */
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
 * True if an ignore file excludes the path. `below` are the files from the searched folder down to
 * the path, outermost first; if they say nothing, `above` decides, as in ripgrep.
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

/**
 * For each kind of ignore file the nearest one with a matching rule; then the kind with the highest
 * precedence.
 */
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
 * Reads a `.gitignore`: the last matching rule decides, `!` includes, a final `/` means folders.
 * Rules are looked up by name or ending, because hundreds of them apply to every file.
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

/** A key that no name equals. */
const anyKey = '/';

function endingKey(name: string): string {
  return `/${name.slice(name.lastIndexOf('.') + 1)}`;
}

/** The rules of an ignore file, without trailing blanks. */
function ruleLines(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.replace(/(?<!\\)\s+$/, ''))
    .filter((line) => !/^(?:#.*|!?\/?)$/s.test(line));
}

interface KeyedRule {
  /** The name or ending that a path must have, or `anyKey`. */
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
  // Braces are alternatives, as in ripgrep and VS Code's search; git differs.
  const glob = body === '' ? undefined : compilePathGlob(body, { ignoreCase: false });
  if (glob === undefined) return [];
  const key = /^\*\.\w+$/.test(body) ? endingKey(body) : anyKey;
  return [{ key, rule: { ...common, matches: (relative) => glob.matches(relative) } }];
}

/**
 * The folder from which ignore files count, and the files between it and the target. It is the
 * folder of the repository, or the root if there is none: ignore files above belong to others, such
 * as a `*` in the home folder.
 */
export async function findIgnoreBase(target: string, root: string): Promise<IgnoreBase> {
  const folder = (await repositoryOf(target)) ?? root;
  return { folder, above: await readIgnoreTexts(folder, target) };
}

/**
 * The ignore files from a folder down to a path below it, outermost first, without the path's own.
 */
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
    // Do not block: it may be a pipe.
    file = await open(path.join(folder, name), constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxIgnoreBytes) return undefined;
    return { folder, name, text: await file.readFile('utf8') };
  } catch {
    // Most folders have none, and an unreadable one excludes nothing.
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
    // Missing or unreadable: not a repository.
    return false;
  }
}

/** The start of ignore files. */
export interface IgnoreBase {
  /** The repository of the target, otherwise the root; ignore files above it do not count. */
  readonly folder: string;
  /** The ignore files from there down to the target, without the target's own. */
  readonly above: readonly IgnoreText[];
}

/** The rules of ignore files above the target, relative to the base; later rules take precedence. */
export function rulesFrom({ folder, above }: IgnoreBase): readonly string[] {
  return ignoreFileNames.toReversed().flatMap((name) =>
    above
      .filter((text) => text.name === name)
      .flatMap((text) => {
        const place = path.relative(folder, text.folder).split(path.sep).join('/');
        return rebase(text, place === '' ? '' : `${escapeGlob(place)}/`);
      }),
  );
}

function rebase({ text }: IgnoreText, place: string): readonly string[] {
  return ruleLines(text).map((line) => {
    const keeps = line.startsWith('!');
    const pattern = keeps ? line.slice(1) : line;
    const isAnchored = pattern.slice(0, -1).includes('/');
    const body = isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
    return `${keeps ? '!' : ''}/${place}${body}`;
  });
}

function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}!#]/g, '\\$&');
}
