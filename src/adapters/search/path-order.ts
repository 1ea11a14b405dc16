import path from 'node:path';

/**
 * The order in which ripgrep walks if it sorts: by the names of each folder, with a folder's content
 * at the position of its name. Names compare by code point, like UTF-8 bytes.
 */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

const separator = path.sep.charCodeAt(0);

/** A separator ends a name, so it sorts first; surrogates sort after all other characters. */
function rank(unit: number): number {
  if (unit === separator) return -1;
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
