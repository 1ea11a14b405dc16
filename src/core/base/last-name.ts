/** The last name of a path, whichever separator stands before it: `/bin/rm` is `rm`. */
export function pathBaseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
