/** The path syntax of a machine; `'\\'` is Windows. */
export type Separator = '/' | '\\';

export interface PathStyle {
  readonly separator: Separator;
  /** True when `a` and `A` are different files. */
  readonly caseSensitive: boolean;
}

/**
 * True for `/a`, and on Windows for `C:\a`, `C:/a` and `\\server\share`; `C:a` and `\a` depend on
 * hidden state.
 */
export function isAbsolutePath(path: string, separator: Separator): boolean {
  return rootOf(path, separator) !== undefined;
}

/**
 * Removes `.`, `..`, repeated and trailing separators by text alone. An absolute path never climbs
 * above its root; a relative one keeps the `..` that leave it, and is `.` when nothing is left.
 */
export function normalizePath(path: string, separator: Separator): string {
  if (separator === '/' && isPlain(path)) return path;
  const { root, names } = parse(path, separator);
  const text = names.join(separator);
  return root === undefined && text === '' ? '.' : (root ?? '') + text;
}

/** Most paths are in normal form, and their text shows it: parsing one costs ten times this look. */
function isPlain(path: string): boolean {
  const isBare = path !== '' && !path.startsWith('.') && !path.endsWith('/');
  return isBare && !path.includes('/.') && !path.includes('//');
}

interface ParsedPath {
  /** Undefined for a relative path. */
  readonly root: string | undefined;
  readonly names: readonly string[];
}

function parse(path: string, separator: Separator): ParsedPath {
  const root = rootOf(path, separator);
  const names = path.slice(root?.length ?? 0).split(separator === '/' ? '/' : /[\\/]/);
  return { root, names: collapse(names, root === undefined) };
}

function collapse(names: readonly string[], mayLeave: boolean): readonly string[] {
  const kept: string[] = [];
  for (const name of names) {
    if (name === '' || name === '.') continue;
    if (name !== '..') kept.push(name);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (mayLeave) kept.push(name);
  }
  return kept;
}

export function joinPath(base: string, path: string, separator: Separator): string {
  return normalizePath(`${base}${separator}${path}`, separator);
}

/**
 * The absolute form of a path: as it is, or below `root`. Makes no promise that it stays inside.
 */
export function resolveAgainst(root: string, path: string, separator: Separator): string {
  return isAbsolutePath(path, separator)
    ? normalizePath(path, separator)
    : joinPath(root, path, separator);
}

/**
 * True when `path` is `root` or lies below it, compared by segment, so that `/ws-old` is not inside
 * `/ws` (000-files-2). Both must be absolute.
 */
export function isInside(root: string, path: string, style: PathStyle): boolean {
  return isPlainlyInside(root, path, style) || relativeInside(root, path, style) !== undefined;
}

/**
 * Most paths are in normal form, and their text shows it: for thousands of paths, parsing costs.
 */
function isPlainlyInside(root: string, path: string, { separator }: PathStyle): boolean {
  if (separator !== '/' || !root.startsWith('/') || !path.startsWith(root)) return false;
  const below = path.slice(root.length);
  return below === '' || (below.startsWith('/') && !below.includes('/.') && !below.includes('//'));
}

/** The path below `root` (`.` for the root itself), or undefined when it lies outside. */
export function relativeInside(root: string, path: string, style: PathStyle): string | undefined {
  if (isPlainlyInside(root, path, style) && !path.endsWith('/')) {
    return path.slice(root.length + 1) || '.';
  }
  const outer = parse(root, style.separator);
  const inner = parse(path, style.separator);
  if (outer.root === undefined || !isSameName(outer.root, inner.root, style)) return undefined;
  if (!outer.names.every((name, at) => isSameName(name, inner.names[at], style))) return undefined;
  const rest = inner.names.slice(outer.names.length);
  return rest.length === 0 ? '.' : rest.join(style.separator);
}

/**
 * How a path is shown to users and models: relative to the first root, which is also how relative
 * paths are resolved; absolute anywhere else.
 */
export function displayPath(roots: readonly string[], path: string, style: PathStyle): string {
  const [first] = roots;
  return (first === undefined ? undefined : relativeInside(first, path, style)) ?? path;
}

function isSameName(name: string, other: string | undefined, style: PathStyle): boolean {
  if (other === undefined || style.caseSensitive) return name === other;
  return name.toLowerCase() === other.toLowerCase();
}

/** The root in its normal form; it may be one separator longer than in `path`. */
function rootOf(path: string, separator: Separator): string | undefined {
  if (separator === '/') return path.startsWith('/') ? '/' : undefined;
  const isDrive = path.charAt(1) === ':';
  if (!isDrive && !/^[\\/]/.test(path)) return undefined;
  const share = /^[\\/]{2}([^\\/]+)[\\/]([^\\/]+)(?:[\\/]|$)/.exec(path);
  if (share !== null) return `\\\\${share[1] ?? ''}\\${share[2] ?? ''}\\`;
  return /^[a-z]:[\\/]/i.exec(path)?.[0].replace('/', '\\');
}

/** The last name of a path, whichever separator precedes it: `/bin/rm` is `rm`. */
export function pathBaseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
