/** Which form of path a machine has; `'\\'` is Windows. */
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
  const root = rootOf(path, separator);
  const names = path.slice(root?.length ?? 0).split(separator === '/' ? '/' : /[\\/]/);
  const text = collapse(names, root === undefined).join(separator);
  if (root !== undefined) return root + text;
  return text === '' ? '.' : text;
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

/** The absolute form of a path: as it is, or below `root`. Makes no promise that it stays inside. */
export function resolveAgainst(root: string, path: string, separator: Separator): string {
  return isAbsolutePath(path, separator)
    ? normalizePath(path, separator)
    : joinPath(root, path, separator);
}

/**
 * True when `path` is `root` or lies below it, compared by segment, so that `/ws-old` is not inside
 * `/ws` (000 Per-Path File Read Sandbox). Both must be absolute.
 */
export function isInside(root: string, path: string, style: PathStyle): boolean {
  return relativeInside(root, path, style) !== undefined;
}

/** The path below `root` (`.` for the root itself), or undefined when it lies outside. */
export function relativeInside(root: string, path: string, style: PathStyle): string | undefined {
  const { separator } = style;
  if (!isAbsolutePath(root, separator) || !isAbsolutePath(path, separator)) return undefined;
  const outer = segmentsOf(root, separator);
  const inner = segmentsOf(path, separator);
  if (!outer.every((segment, at) => isSameName(segment, inner[at], style))) return undefined;
  const rest = inner.slice(outer.length);
  return rest.length === 0 ? '.' : rest.join(separator);
}

/**
 * How a path is named to people and models: relative to the first root, which is also what a
 * relative path means when it comes back; absolute anywhere else.
 */
export function displayPath(roots: readonly string[], path: string, style: PathStyle): string {
  const [first] = roots;
  return (first === undefined ? undefined : relativeInside(first, path, style)) ?? path;
}

function segmentsOf(path: string, separator: Separator): string[] {
  return normalizePath(path, separator)
    .split(separator)
    .filter((segment) => segment !== '');
}

function isSameName(name: string, other: string | undefined, style: PathStyle): boolean {
  if (other === undefined || style.caseSensitive) return name === other;
  return name.toLowerCase() === other.toLowerCase();
}

/** The root in its normal form; it may be one separator longer than in `path`. */
function rootOf(path: string, separator: Separator): string | undefined {
  if (separator === '/') return path.startsWith('/') ? '/' : undefined;
  const share = /^[\\/]{2}([^\\/]+)[\\/]([^\\/]+)(?:[\\/]|$)/.exec(path);
  if (share !== null) return `\\\\${share[1] ?? ''}\\${share[2] ?? ''}\\`;
  return /^[a-z]:[\\/]/i.exec(path)?.[0].replace('/', '\\');
}
