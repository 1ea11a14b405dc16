import path from 'node:path';
import { alternativesOf } from '../../core/base/path-pattern';
import { maxNamedBytes, maxWalkedBytes, type GrepJob, type SearchScope } from './search-job';

/**
 * `--no-config`: a configuration file could run a preprocessor. Hidden files are searched, the
 * repository's own folder is not. ripgrep applies only ignore files below its folder; the rules of
 * those above are in the file `ignoreFile`.
 */
const common = [
  '--no-config',
  '--no-messages',
  '--hidden',
  '--glob=!.git',
  '--no-ignore-global',
  '--no-ignore-exclude',
  '--no-ignore-parent',
  '--no-require-git',
];

/** Lists files, each with a NUL after it: a name may contain line breaks. */
export function findArguments(scope: SearchScope, ignoreFile: string | undefined): string[] {
  return [...common, ...scopeArguments(scope, ignoreFile), '--files', '--null', '--', scope.target];
}

/** Lists every file, also hidden, ignored and of the repository. An including glob overrides all. */
export function listArguments(folder: string, globs: readonly string[]): string[] {
  const common = ['--no-config', '--no-messages', '--hidden', '--no-ignore'];
  return [...common, ...globs.map((glob) => `--iglob=${glob}`), '--files', '--null', '--', folder];
}

export function grepArguments(job: GrepJob, ignoreFile: string | undefined): string[] {
  const { scope } = job;
  const maxBytes = scope.targetIsFile ? maxNamedBytes : maxWalkedBytes;
  return [
    ...common,
    ...scopeArguments(scope, ignoreFile),
    ...(job.inOrder ? ['--sort=path'] : []),
    '--json',
    '--crlf',
    // With memory mapping, a file that shrinks meanwhile would crash ripgrep.
    '--no-mmap',
    ...(job.asksSizes ? [`--max-filesize=${String(maxBytes)}`] : []),
    `--max-count=${String(job.maxPerFile)}`,
    ...(job.context > 0 ? [`--context=${String(job.context)}`] : []),
    job.caseSensitive ? '--case-sensitive' : '--ignore-case',
    `--regexp=${job.pattern}`,
    '--',
    scope.target,
  ];
}

/**
 * Globs only save work: results also pass `file-filter`. Never pass an including `--glob`, which
 * would override ignore files.
 */
function scopeArguments(scope: SearchScope, ignoreFile: string | undefined): string[] {
  const names = scope.glob === undefined ? [] : nameGlobs(scope.glob, scope.ignoreCase);
  return [
    ...(scope.ignore === undefined ? ['--no-ignore'] : []),
    ...(ignoreFile === undefined ? [] : [`--ignore-file=${ignoreFile}`]),
    ...excludingGlobs(scope.excluded, relativeRoot(scope)).map((glob) => `--glob=!${glob}`),
    ...names.map((glob) => `--type-add=searched:${glob}`),
    ...(names.length > 0 ? ['--type=searched'] : []),
  ];
}

/** ripgrep resolves globs and ignore files relative to its working folder. */
export function workingFolder({ ignore, root }: SearchScope): string {
  return ignore?.folder ?? root;
}

/** The root relative to that folder; undefined if it is above. */
function relativeRoot(scope: SearchScope): string | undefined {
  const relative = path.relative(workingFolder(scope), scope.root).split(path.sep).join('/');
  return relative.startsWith('..') || path.isAbsolute(relative) ? undefined : relative;
}

/** Characters that are literal in our globs and in ripgrep's. */
const plain = /^[\w.\-+~@ ]+$/;
const plainWithStars = /^[\w.\-+~@ *]+$/;
/** The same, with classes such as `[aA]`, by which the user's files are found in any case. */
const plainWithClasses = /^(?:[\w.\-+~@ *]|\[\w+\])+$/;

/**
 * Globs for file names such that every file matched by `glob` matches one of them. Empty if there
 * are none.
 */
export function nameGlobs(glob: string, ignoreCase: boolean): readonly string[] {
  if (glob.startsWith('!')) return [];
  const names = (alternativesOf(glob) ?? []).map((path) => path.slice(path.lastIndexOf('/') + 1));
  const isKnown = names.every((name) => plainWithClasses.test(name) && !name.includes('**'));
  if (!isKnown) return [];
  return [...new Set(names)].map((name) => (ignoreCase ? anyCase(name) : name));
}

/**
 * The excluding globs that ripgrep reads as we do, relative to its working folder. `root` is their
 * base, relative to that folder.
 */
export function excludingGlobs(
  globs: readonly string[],
  root: string | undefined,
): readonly string[] {
  return globs
    .map((glob) => glob.replace(/^\/+|\/+$/g, ''))
    .filter((glob) => glob.split('/').every((part) => part === '**' || isPlainPart(part)))
    .flatMap((glob) => {
      if (glob.startsWith('**/')) return [glob];
      const isReadable = root !== undefined && root.split('/').every((part) => plain.test(part));
      if (root === '') return [`/${glob}`];
      return isReadable ? [`/${root}/${glob}`] : [];
    });
}

function isPlainPart(part: string): boolean {
  return plainWithStars.test(part) && !part.includes('**');
}

/** `a[bc].Ts` becomes `[aA][bcBC].[tT][sS]`. */
function anyCase(name: string): string {
  return name.replace(/\[(\w+)\]|[a-z]/gi, (part, content?: string) => {
    const letters = content ?? part;
    return `[${letters.toLowerCase()}${letters.toUpperCase()}]`;
  });
}
