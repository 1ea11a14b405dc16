/** Folders that are told; with more of them, the folder above is told instead. */
const maxFolders = 40;
/** Folders that are counted at once. */
const maxCounted = 400;
/** Names of one folder that are told one by one. */
const fewNames = 2;
/** The same, of those that stand in no folder. */
const manyNames = 100;

interface Folder {
  files: number;
  /** The first of them. */
  readonly names: string[];
}

/** Names of files by folder. Holds a bounded number of both. */
export interface FolderCounts {
  add(name: string): void;
  /** A line for each folder with several files, and for each other file. */
  lines(): readonly string[];
}

export function createFolderCounts(): FolderCounts {
  let folders = new Map<string, Folder>();
  let depth = Infinity;

  function folderOf(name: string): Folder {
    const known = folders.get(name);
    if (known !== undefined) return known;
    const begun = { files: 0, names: [] };
    folders.set(name, begun);
    return begun;
  }

  function count(name: string, files: number, names: readonly string[]): void {
    const folder = folderOf(name);
    const most = name === '' ? manyNames : fewNames;
    folder.files += files;
    if (folder.names.length < most) {
      folder.names.push(...names.slice(0, most - folder.names.length));
    }
  }

  /** Tells more by the folders above, until there are few enough. */
  function narrow(most: number): void {
    while (folders.size > most && depth > 1) {
      const deepest = Math.max(
        ...[...folders.keys()].map((folder) => folder.split('/').length - 1),
      );
      depth = Math.max(1, Math.min(depth, deepest) - 1);
      const before = folders;
      folders = new Map();
      for (const [folder, { files, names }] of before) count(above(folder, depth), files, names);
    }
  }

  return {
    add(name) {
      const inner = name.endsWith('/') ? name.slice(0, -1) : name;
      const folder = above(inner.slice(0, inner.lastIndexOf('/') + 1), depth);
      // In a tree of countless folders even the uppermost ones are only counted.
      const isFull = folders.size > maxCounted && depth === 1 && !folders.has(folder);
      count(isFull ? '' : folder, 1, [name]);
      if (folders.size > maxCounted) narrow(maxCounted);
    },
    lines() {
      narrow(maxFolders);
      return [...folders].flatMap(([folder, { files, names }]) => linesOf(folder, files, names));
    },
  };
}

function linesOf(folder: string, files: number, names: readonly string[]): readonly string[] {
  if (files <= names.length) return names;
  if (folder !== '') return [`${folder} (${String(files)} files)`];
  return [...names, `./ (${String(files - names.length)} files)`];
}

/** The first `depth` folders of one that ends with a slash. */
function above(folder: string, depth: number): string {
  if (depth === Infinity) return folder;
  let end = -1;
  for (let at = 0; at < depth; at += 1) {
    const next = folder.indexOf('/', end + 1);
    if (next === -1) return folder;
    end = next;
  }
  return folder.slice(0, end + 1);
}
