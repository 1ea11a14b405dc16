import path from 'node:path';

/**
 * The order in which both engines walk: by the names of each folder, what is in a folder where its
 * own name stands, and names by code points, as the bytes of UTF-8 are.
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

/** A separator ends a name, so it sorts first; surrogates are code points above all. */
function rank(unit: number): number {
  if (unit === separator) return -1;
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** As `comparePaths`, for names of one folder; by far most have no surrogates. */
export function compareNames(a: string, b: string): number {
  if (surrogate.test(a) || surrogate.test(b)) return comparePaths(a, b);
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const surrogate = /[\ud800-\udfff]/;
