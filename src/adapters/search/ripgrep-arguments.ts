import path from 'node:path';
import { braceExpand } from 'minimatch';
import { maxNamedBytes, maxWalkedBytes, type GrepJob, type SearchScope } from './search-engine';

/**
 * `--no-config`: a configuration file could run a preprocessor. Hidden files are files like others,
 * but the repository's own folder is not. Only ignore files of the tree count, not the user's, and
 * not those above it: what of these counts is in the file that `ignoreFile` names.
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

export function grepArguments(job: GrepJob, ignoreFile: string | undefined): string[] {
  const { scope } = job;
  const maxBytes = scope.targetIsFile ? maxNamedBytes : maxWalkedBytes;
  return [
    ...common,
    ...scopeArguments(scope, ignoreFile),
    ...(job.inOrder ? ['--sort=path'] : []),
    '--json',
    '--crlf',
    // A file that is cut short meanwhile would end ripgrep with it.
    '--no-mmap',
    `--max-filesize=${String(maxBytes)}`,
    `--max-count=${String(job.maxPerFile)}`,
    ...(job.context > 0 ? [`--context=${String(job.context)}`] : []),
    job.caseSensitive ? '--case-sensitive' : '--ignore-case',
    `--regexp=${job.pattern}`,
    '--',
    scope.target,
  ];
}

/**
 * Globs only spare ripgrep work: what it finds goes through `file-filter`. They are never given as a
 * `--glob` that includes, which would bring back what ignore files leave out.
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

/** ripgrep reads globs and ignore files from the folder it runs in. */
export function workingFolder({ ignore, root }: SearchScope): string {
  return ignore?.folder ?? root;
}

/** The root, relative to that folder; undefined when it is above. */
function relativeRoot(scope: SearchScope): string | undefined {
  const relative = path.relative(workingFolder(scope), scope.root).split(path.sep).join('/');
  return relative.startsWith('..') || path.isAbsolute(relative) ? undefined : relative;
}

/** Signs that mean themselves in our globs and in ripgrep's alike. */
const plain = /^[\w.\-+~@ ]+$/;
const plainWithStars = /^[\w.\-+~@ *]+$/;

/**
 * Globs for names of files such that no file matches `glob` whose name matches none of them. Empty
 * when that cannot be said.
 */
export function nameGlobs(glob: string, ignoreCase: boolean): readonly string[] {
  if (glob.startsWith('!')) return [];
  const names = braceExpand(glob).map((path) => path.slice(path.lastIndexOf('/') + 1));
  const isKnown = names.every((name) => plainWithStars.test(name) && !name.includes('**'));
  if (!isKnown) return [];
  return [...new Set(names)].map((name) => (ignoreCase ? anyCase(name) : name));
}

/**
 * Those of the excluding globs that ripgrep reads as we do, from the folder that it runs in. `root`
 * is where they are relative to, as seen from there.
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

/** `a.Ts` becomes `[aA].[tT][sS]`. */
function anyCase(name: string): string {
  return name.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}
