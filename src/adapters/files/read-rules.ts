import { Minimatch } from 'minimatch';
import { nameWithin } from '../../core/base/path-pattern';
import type { PathStyle } from '../../core/base/paths';

/** Decides whether canonical paths may be read. */
export interface ReadRules {
  mayRead(real: string): boolean;
}

export interface ReadRuleLists {
  readonly deny: readonly string[];
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

/**
 * Compiles the two read lists (000-files-1): deny first, then allow; an empty allow list allows
 * all. A glob that cannot be compiled denies everything: fail closed. Denying ignores case on every
 * system, because its disks may be case-insensitive (a Windows disk under Linux).
 */
export function compileReadRules(lists: ReadRuleLists, style: PathStyle): ReadRules {
  const globs = lists.deny.map((glob) => slashed(glob, style).replace(/\/+$/, ''));
  const isDeniedName = cacheAnswers(compileNames(globs.flatMap(nameOf)));
  // A search asks about thousands of files in few folders.
  const isDeniedFolder = cacheAnswers((folder) => folder.split('/').some(isDeniedName));
  const others = globs.filter((glob) => nameOf(glob).length === 0);
  const denies = others.map((glob) => compile(deniedForms(glob), true, true, nameWithin(glob)));
  const allows = lists.allow.map((glob) =>
    compile(treeForms(slashed(glob, style)), !style.caseSensitive, false),
  );
  return {
    mayRead: (real) => {
      const path = slashed(real, style);
      const nameAt = path.lastIndexOf('/') + 1;
      if (isDeniedFolder(path.slice(0, nameAt)) || isDeniedName(path.slice(nameAt))) return false;
      if (denies.some((test) => test(path))) return false;
      return allows.length === 0 || allows.some((test) => test(path));
    },
  };
}

/**
 * The name that a glob denies at any depth, with everything below: most globs are of this form.
 * Names are matched separately and cached, since paths share few names.
 */
function nameOf(glob: string): readonly string[] {
  const name = /^(?:\*\*\/)*([^/]+)(?:\/\*\*)?$/.exec(glob)?.[1] ?? '';
  return ['', '.', '..', '**'].includes(name) || isAnchored(name) ? [] : [name];
}

function compileNames(names: readonly string[]): Test {
  const tests = names.map((name) => compile([name], true, true));
  return (name) => name !== '' && tests.some((test) => test(name));
}

/** Limits the cache on disks of any size. */
const maxCachedAnswers = 20_000;

function cacheAnswers(test: Test): Test {
  const known = new Map<string, boolean>();
  return (name) => {
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    if (known.size >= maxCachedAnswers) known.clear();
    const answer = test(name);
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

/** The content of a denied folder is denied too. */
function deniedForms(glob: string): readonly string[] {
  const forms = treeForms(glob);
  return [...forms, ...forms.filter((form) => !form.endsWith('/**')).map((form) => `${form}/**`)];
}

/** A glob without a root matches at any depth, as in an ignore file. */
function isAnchored(glob: string): boolean {
  return /^(?:\/|\*\*|[a-z]:\/)/i.test(glob);
}

/**
 * `within`: a lowercase text in each covered path, because comparing texts is faster than globs.
 */
function compile(
  globs: readonly string[],
  ignoreCase: boolean,
  broken: boolean,
  within = '',
): Test {
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
    return (path) =>
      path.toLowerCase().includes(within) && matchers.some((matcher) => matcher.match(path));
  } catch {
    // minimatch throws for a glob that is too long; the settings editor reports it, we fail closed.
    return () => broken;
  }
}

function slashed(text: string, style: PathStyle): string {
  return style.separator === '\\' ? text.replaceAll('\\', '/') : text;
}
