import { defineGate } from '../contracts/policy/define-gate';
import type { CallPath } from '../contracts/calls/call-paths';
import type { Verdict } from '../contracts/calls/decision';
import type { Capabilities } from '../ports/capabilities';
import { shippedProtectedFiles, type ProtectedFile } from '../contracts/policy/protected-files';
import { writtenPaths } from './rules/path-matching';

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
    for (const path of [...paths.writes, ...paths.removes, ...paths.below, ...writtenPaths(call)]) {
      const found = judgedParts(path, paths.roots).map(find).find(isFound);
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

/**
 * The path it leads to, and the path as asked: either may be a link. Names above the open folders
 * do not count.
 */
function judgedParts(
  { given, resolved: place }: CallPath,
  roots: readonly string[],
): readonly string[] {
  if (!place.ok) return [given];
  const { asked, real, root } = place.value;
  const isAskedInside = [root, ...roots].some((other) => isBelow(other, asked));
  return [real, ...(isAskedInside ? [asked] : [])].map((path) => {
    const outermost = roots
      .filter((other) => isBelow(other, path))
      .reduce((outer, other) => (other.length < outer.length ? other : outer), root);
    return path.slice(outermost.search(/[^\\/]*[\\/]?$/));
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

type Finder = (path: string) => Found | undefined;

interface CompiledPattern {
  readonly names: readonly RegExp[];
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
  const find: Finder = (path) => findIn(shippedTable, path) ?? findIn(own, path);
  finders.set(patterns, find);
  return find;
}

function tableOf(files: readonly ProtectedFile[]): PatternTable {
  const byName = new Map<string, CompiledPattern[]>();
  const wild: CompiledPattern[] = [];
  for (const { pattern, why } of files) {
    const [first = '', ...more] = pattern.toLowerCase().split(/[\\/]/).filter(isName);
    const compiled = { names: [first, ...more].map(nameMatcher), why };
    const others = byName.get(first) ?? [];
    if (first.includes('*')) wild.push(compiled);
    else byName.set(first, [...others, compiled]);
  }
  return { byName, wild };
}

function isName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '**';
}

function nameMatcher(name: string): RegExp {
  const parts = name.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`);
}

function findIn({ byName, wild }: PatternTable, path: string): Found | undefined {
  const spelled = path.split(/[\\/]/);
  const names = spelled.map((name) => name.toLowerCase());
  for (const [at, name] of names.entries()) {
    const found = [...(byName.get(name) ?? []), ...wild].find((pattern) =>
      pattern.names.every((matcher, offset) => matcher.test(names[at + offset] ?? '')),
    );
    if (found === undefined) continue;
    return { name: spelled.slice(at, at + found.names.length).join('/'), why: found.why };
  }
  return undefined;
}
