import { defineGate } from '../contracts/policy/define-gate';
import type { CallPath } from '../contracts/calls/call-paths';
import type { Verdict } from '../contracts/calls/decision';
import type { Capabilities } from '../ports/capabilities';
import { shippedProtectedFiles, type ProtectedFile } from '../contracts/policy/protected-files';
import { copiedPaths, writtenPaths } from './rules/path-matching';

/**
 * Asks before a protected file is written, removed or moved, alone or with its folder, whatever the
 * rules allow (decision protected-files). Judges the canonical path and the path as asked, from the
 * outermost open folder on, ignoring case; if the path is unknown, the path as given.
 */
export default defineGate<Capabilities>()({
  name: 'protected-files',
  slot: 'policy-rules',
  needs: [],
  check: (call): Verdict => {
    const { paths, policy } = call;
    const find = finderOf(policy.protectedFiles);
    const written = [...writtenPaths(call), ...copiedPaths(call)];
    for (const path of [...paths.writes, ...paths.removes, ...paths.below, ...written]) {
      const found = judgedPaths(path, paths.roots).map(find).find(isFound);
      if (found !== undefined) {
        return { verdict: 'ask', reason: `${found.name} ${found.why}, so every write to it asks` };
      }
    }
    if (!paths.isBelowKnown) {
      return { verdict: 'ask', reason: 'the folder may hold protected files' };
    }
    return { verdict: 'allow', reason: 'writes no protected file' };
  },
});

interface JudgedPath {
  readonly path: string;
  /** Index of the outermost open folder's own name: what ends above it does not count. */
  readonly from: number;
}

/** The path it leads to, and the path as asked: either may be a link. */
function judgedPaths(
  { given, resolved: place }: CallPath,
  roots: readonly string[],
): readonly JudgedPath[] {
  if (!place.ok) return [{ path: given, from: 0 }];
  const { asked, real, root } = place.value;
  const isAskedInside = [root, ...roots].some((other) => isBelow(other, asked));
  return [real, ...(isAskedInside ? [asked] : [])].map((path) => {
    const outermost = roots
      .filter((other) => isBelow(other, path))
      .reduce((outer, other) => (other.length < outer.length ? other : outer), root);
    return { path, from: namesOf(outermost.replace(/[\\/]$/, '')).length - 1 };
  });
}

function isFound(found: Found | undefined): found is Found {
  return found !== undefined;
}

/** Accepts either separator, which can only protect more. */
function isBelow(root: string, path: string): boolean {
  const folder = root.replace(/[\\/]$/, '');
  return path.startsWith(folder) && /^(?:[\\/]|$)/.test(path.slice(folder.length));
}

interface Found {
  /** The names that match, as the path spells them. */
  readonly name: string;
  readonly why: string;
}

type Finder = (judged: JudgedPath) => Found | undefined;

interface CompiledPattern {
  /** Of the rest of a path in lower case, from a name on, with `/` between names. */
  readonly matcher: RegExp;
  readonly why: string;
}

/** Patterns by their first name; those whose first name has a wildcard are tried for every name. */
interface PatternTable {
  readonly byName: ReadonlyMap<string, readonly CompiledPattern[]>;
  readonly wild: readonly CompiledPattern[];
}

const shippedTable = tableOf(shippedProtectedFiles);

/** The user's patterns change rarely. */
const finders = new WeakMap<readonly string[], Finder>();

function finderOf(patterns: readonly string[]): Finder {
  const known = finders.get(patterns);
  if (known !== undefined) return known;
  const why = 'is in your list of protected files';
  const own = tableOf(patterns.map((pattern) => ({ pattern, why })));
  const find: Finder = (judged) => findIn(shippedTable, judged) ?? findIn(own, judged);
  finders.set(patterns, find);
  return find;
}

function tableOf(files: readonly ProtectedFile[]): PatternTable {
  const byName = new Map<string, CompiledPattern[]>();
  const wild: CompiledPattern[] = [];
  for (const { pattern, why } of files) {
    const names = patternNames(pattern);
    const [first = ''] = names;
    const compiled = { matcher: matcherOf(names), why };
    if (first.includes('*')) wild.push(compiled);
    else byName.set(first, [...(byName.get(first) ?? []), compiled]);
  }
  return { byName, wild };
}

/** Patterns match anywhere and with all that is below: `**` at either end adds nothing. */
function patternNames(pattern: string): readonly string[] {
  const names = namesOf(pattern.toLowerCase()).filter((name) => name !== '' && name !== '.');
  const first = names.findIndex((name) => name !== '**');
  const last = names.findLastIndex((name) => name !== '**');
  return first === -1 ? ['*'] : names.slice(first, last + 1);
}

function matcherOf(names: readonly string[]): RegExp {
  const parts = names.map((name, at) =>
    name === '**' ? '(?:[^/]*/)*' : `${nameSource(name)}${at === names.length - 1 ? '' : '/'}`,
  );
  return new RegExp(`^${parts.join('')}(?=/|$)`);
}

function nameSource(name: string): string {
  const parts = name.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return parts.join('[^/]*');
}

function namesOf(path: string): readonly string[] {
  return path.split(/[\\/]/);
}

function findIn({ byName, wild }: PatternTable, { path, from }: JudgedPath): Found | undefined {
  const spelled = namesOf(path);
  const names = spelled.map((name) => name.toLowerCase());
  for (const [at, name] of names.entries()) {
    const rest = names.slice(at).join('/');
    for (const { matcher, why } of [...(byName.get(name) ?? []), ...wild]) {
      const count = matcher.exec(rest)?.[0].split('/').length ?? 0;
      if (count > 0 && at + count > from) {
        return { name: spelled.slice(at, at + count).join('/'), why };
      }
    }
  }
  return undefined;
}
