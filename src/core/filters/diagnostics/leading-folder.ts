/**
 * The folder that all absolute paths stand in, with its separator at the end; empty where naming it
 * once saves nothing.
 */
export function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(first)) return '';
  let folder = folderOf(first);
  for (const path of others) {
    while (!path.startsWith(folder)) folder = folderOf(folder.slice(0, -1));
  }
  return folder.length > 1 && folder.length * (paths.length - 1) > cost ? folder : '';
}

/** Of the line that names it. */
const cost = 12;

export function shortPath(path: string, folder: string): string {
  return path.slice(folder.length);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
