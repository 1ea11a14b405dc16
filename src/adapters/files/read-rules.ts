import { Minimatch } from 'minimatch';
import { say } from '../../core/base/sentence';
import { alternativesOf, nameWithin } from '../../core/base/path-pattern';
import type { PathStyle } from '../../core/base/paths';
import type { ReadLimit } from '../../core/contracts/calls/call-paths';
import { shippedAskRead, shippedDenyRead } from '../../core/contracts/policy/read-lists';

/** Decides whether canonical paths may be read. */
export interface ReadRules {
  /** Undefined for a path that is read freely. */
  limitOf(real: string): ReadLimit | undefined;
}

export interface ReadRuleLists {
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly allow: readonly string[];
}

/** What is made of lists of texts, once for each change; settings give a new list each time. */
export function perLists<T>(read: () => readonly (readonly string[])[], make: () => T): () => T {
  let known: { readonly lists: readonly (readonly string[])[]; readonly made: T } | undefined;
  return () => {
    const lists = read();
    const isKnown = lists.every((list, at) => isSameList(list, known?.lists[at]));
    if (known === undefined || !isKnown) known = { lists, made: make() };
    return known.made;
  };
}

function isSameList(a: readonly string[], b: readonly string[] = []): boolean {
  return a === b || (a.length === b.length && a.every((text, at) => text === b[at]));
}

type Test = (path: string) => boolean;
/** The glob that covers a path. */
type Find = (path: string) => string | undefined;

const reasons = new Map(
  [...shippedDenyRead, ...shippedAskRead].map(({ glob, why }) => [glob, why]),
);

/**
 * Compiles the read lists (000-files-1; decision 61): deny first, then allow, then ask; an empty
 * allow list allows all. A glob that cannot be compiled covers everything: fail closed. Denying and
 * asking ignore case on every system, because its disks may be case-insensitive (a Windows disk
 * under Linux).
 */
export function compileReadRules(lists: ReadRuleLists, style: PathStyle): ReadRules {
  const denied = compileList(lists.deny, style);
  const asking = compileList(lists.ask, style);
  const allows = lists.allow.map((glob) =>
    compile(treeForms(slashed(glob, style)), !style.caseSensitive, false),
  );
  const limit = (verdict: ReadLimit['verdict'], glob: string): ReadLimit => {
    const setting = verdict === 'deny' ? 'gatehouse.file.denyRead' : 'gatehouse.file.askRead';
    return { verdict, why: reasons.get(glob) ?? say`${''} matches ${glob} in ${setting}` };
  };
  return {
    limitOf: (real) => {
      const path = slashed(real, style);
      const deny = denied(path);
      if (deny !== undefined) return limit('deny', deny);
      if (allows.length > 0 && !allows.some((test) => test(path))) {
        return { verdict: 'deny', why: say`${''} matches nothing in gatehouse.file.allowRead` };
      }
      const ask = asking(path);
      return ask === undefined ? undefined : limit('ask', ask);
    },
  };
}

function compileList(list: readonly string[], style: PathStyle): Find {
  const rows = list.map((glob) => {
    const text = slashed(glob, style).replace(/\/+$/, '');
    return { glob, text, name: nameOf(text) };
  });
  const names = rows.flatMap(({ glob, name }) =>
    name === undefined ? [] : [{ glob, test: compile([name], true, true) }],
  );
  const anywhere = rows.filter(({ name }) => name === undefined);
  const isSuspect = compileSuspicion(anywhere.map(({ text }) => text));
  const others = anywhere.map(({ glob, text }) => {
    return { glob, test: compile(coveredForms(text), true, true) };
  });
  const named = cacheAnswers((name) => names.find(({ test }) => name !== '' && test(name))?.glob);
  // A search asks about thousands of files in few folders.
  const inFolder = cacheAnswers((folder) => firstOf(folder.split('/'), named));
  return (path) => {
    const nameAt = path.lastIndexOf('/') + 1;
    return (
      inFolder(path.slice(0, nameAt)) ??
      named(path.slice(nameAt)) ??
      (isSuspect(path) ? others.find(({ test }) => test(path))?.glob : undefined)
    );
  };
}

function firstOf(names: readonly string[], find: Find): string | undefined {
  for (const name of names) {
    const found = find(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The name that a glob covers at any depth, with everything below: most globs are of this form.
 * Names are matched separately and cached, since paths share few names.
 */
function nameOf(glob: string): string | undefined {
  const name = /^(?:\*\*\/)*([^/]+)(?:\/\*\*)?$/.exec(glob)?.[1] ?? '';
  return ['', '.', '..', '**'].includes(name) || isAnchored(name) ? undefined : name;
}

/** Limits the cache on disks of any size. */
const maxCachedAnswers = 20_000;

function cacheAnswers(find: Find): Find {
  const known = new Map<string, string | undefined>();
  return (name) => {
    const kept = known.get(name);
    if (kept !== undefined || known.has(name)) return kept;
    if (known.size >= maxCachedAnswers) known.clear();
    const answer = find(name);
    known.set(name, answer);
    return answer;
  };
}

/** `dir/*` covers the whole tree (decision 12), and `dir/**` the folder itself too. */
function treeForms(glob: string): readonly string[] {
  const anywhere = isAnchored(glob) ? glob : `**/${glob}`;
  const folder = /^(.+?)\/\*\*?$/.exec(anywhere)?.[1];
  if (folder === undefined) return [anywhere];
  return anywhere.endsWith('/**') ? [anywhere, folder] : [`${folder}/**`];
}

/** The content of a covered folder is covered too. */
function coveredForms(glob: string): readonly string[] {
  const forms = treeForms(glob);
  return [...forms, ...forms.filter((form) => !form.endsWith('/**')).map((form) => `${form}/**`)];
}

/** A glob without a root matches at any depth, as in an ignore file. */
function isAnchored(glob: string): boolean {
  return /^(?:\/|\*\*|[a-z]:\/)/i.test(glob);
}

/**
 * False for most paths that none of these globs matches: an expression of the names of which each
 * requires one is faster than the globs.
 */
function compileSuspicion(globs: readonly string[]): Test {
  // One with too many alternatives is tried on every path.
  const names = globs.flatMap((glob) => alternativesOf(glob) ?? ['']).map(nameWithin);
  // What is certain of no path is in every one.
  const text = [...new Set(names)].map((name) => name.replaceAll('.', '\\.')).join('|');
  const expression = new RegExp(text);
  return (path) => expression.test(path.toLowerCase());
}

function compile(globs: readonly string[], ignoreCase: boolean, broken: boolean): Test {
  try {
    const matchers = globs.map(
      (glob) =>
        new Minimatch(glob, {
          dot: true,
          nocase: ignoreCase,
          nocomment: true,
          nonegate: true,
          platform: 'linux',
        }),
    );
    return (path) => matchers.some((matcher) => matcher.match(path));
  } catch {
    // minimatch throws for a glob that is too long; the settings editor reports it, we fail closed.
    return () => broken;
  }
}

function slashed(text: string, style: PathStyle): string {
  return style.separator === '\\' ? text.replaceAll('\\', '/') : text;
}
