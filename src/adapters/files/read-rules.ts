import { Minimatch } from 'minimatch';
import type { PathStyle } from '../../core/base/paths';

/** Says whether canonical paths may be read. */
export interface ReadRules {
  mayRead(real: string): boolean;
}

export interface ReadRuleLists {
  readonly deny: readonly string[];
  readonly allow: readonly string[];
}

type Test = (path: string) => boolean;

/**
 * Compiles the two lists of 000 Per-Path File Read Sandbox: deny first, then allow; an empty allow
 * list allows all. A glob that cannot be compiled denies everything: fail closed. Denying ignores
 * case everywhere: a disk may ignore it though its system does not (a Windows disk under Linux).
 */
export function compileReadRules(lists: ReadRuleLists, style: PathStyle): ReadRules {
  const denies = lists.deny.map((glob) => compile(deniedForms(slashed(glob, style)), true, true));
  const allows = lists.allow.map((glob) =>
    compile(treeForms(slashed(glob, style)), !style.caseSensitive, false),
  );
  return {
    mayRead: (real) => {
      const path = slashed(real, style);
      if (denies.some((test) => test(path))) return false;
      return allows.length === 0 || allows.some((test) => test(path));
    },
  };
}

/** `dir/*` covers the whole tree (DESIGN decision 12), and `dir/**` the folder itself too. */
function treeForms(glob: string): readonly string[] {
  const anywhere = isAnchored(glob) ? glob : `**/${glob}`;
  const folder = /^(.+?)\/\*\*?$/.exec(anywhere)?.[1];
  if (folder === undefined) return [anywhere];
  return anywhere.endsWith('/**') ? [anywhere, folder] : [`${folder}/**`];
}

/** What lies in a denied folder is denied, or the folder's rule would hide nothing. */
function deniedForms(glob: string): readonly string[] {
  const forms = treeForms(glob.replace(/\/+$/, ''));
  return [...forms, ...forms.filter((form) => !form.endsWith('/**')).map((form) => `${form}/**`)];
}

/** A glob that starts at no root is meant at any depth, as in an ignore file. */
function isAnchored(glob: string): boolean {
  return /^(?:\/|\*\*|[a-z]:\/)/i.test(glob);
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
    // minimatch throws for a glob that is too long; the settings editor shows it, we fail closed.
    return () => broken;
  }
}

function slashed(text: string, style: PathStyle): string {
  return style.separator === '\\' ? text.replaceAll('\\', '/') : text;
}
