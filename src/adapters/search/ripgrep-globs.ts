import { braceExpand } from 'minimatch';

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
