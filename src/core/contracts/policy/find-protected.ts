import { say, sayOf, type Sentence } from '../../base/sentence';
import { shippedProtectedFiles, type ProtectedFile } from './protected-files';

export interface JudgedPath {
  readonly path: string;
  /** Index of the outermost open folder's own name: what ends above it does not count. */
  readonly from: number;
}

type Finder = (judged: JudgedPath) => Sentence | undefined;

interface CompiledPattern {
  /** Of the rest of a path in lower case, from a name on, with `/` between names. */
  readonly matcher: RegExp;
  readonly why: Sentence;
}

/** Patterns by their first name; those whose first name has a wildcard are tried for every name. */
interface PatternTable {
  readonly byName: ReadonlyMap<string, readonly CompiledPattern[]>;
  readonly wild: readonly CompiledPattern[];
}

const shippedTable = tableOf(shippedProtectedFiles);

/** The user's patterns change rarely. */
const finders = new WeakMap<readonly string[], Finder>();

/**
 * Finds why a path is protected (decision protected-files): a shipped pattern, or one of the user's, at
 * any depth, with all that is below, ignoring case.
 */
export function findProtected(patterns: readonly string[]): Finder {
  const known = finders.get(patterns);
  if (known !== undefined) return known;
  const why = say`${''} is in your list of protected files`;
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

function findIn({ byName, wild }: PatternTable, { path, from }: JudgedPath): Sentence | undefined {
  const spelled = namesOf(path);
  const names = spelled.map((name) => name.toLowerCase());
  for (const [at, name] of names.entries()) {
    const rest = names.slice(at).join('/');
    for (const { matcher, why } of [...(byName.get(name) ?? []), ...wild]) {
      const count = matcher.exec(rest)?.[0].split('/').length ?? 0;
      if (count > 0 && at + count > from) {
        return sayOf(spelled.slice(at, at + count).join('/'), why);
      }
    }
  }
  return undefined;
}
