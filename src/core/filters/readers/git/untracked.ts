import type { EmitLine } from '../../lines/line-strategy';

/** Names that are always listed one by one. */
const maxNames = 20;
/** Names held back to be shown unchanged. */
const maxHeld = 1000;

/** A list of names that git does not know. Holds a bounded number of them. */
export interface Untracked {
  /**
   * `before` precedes a name, and the text given instead of names. `isPreserved`: the name is
   * always listed.
   */
  push(name: string, before: string, isPreserved: boolean): void;
  /** Gives the list, a long one by folder. True when names are gone. */
  end(give: EmitLine): boolean;
}

export function createUntracked(): Untracked {
  let names: string[] = [];
  let whole: string[] = [];
  let counts = createFolderCounts();
  let total = 0;
  let prefix = '';

  function shownNames(): readonly string[] {
    if (total <= maxNames) return names;
    // Already filtered: its counts would be lost.
    if (total <= maxHeld && names.some((name) => / \(\d+ files\)$/.test(name))) return names;
    const folded = [...counts.lines(), ...whole];
    return folded.length < total ? folded : names;
  }

  return {
    push(name, before, isPreserved) {
      prefix = before;
      total += 1;
      if (names.length < maxHeld) names.push(name);
      if (isPreserved) whole.push(name);
      else counts.add(name);
    },
    end(give) {
      if (total === 0) return false;
      const shown = shownNames();
      for (const name of shown) give(prefix + name);
      const isFolded = shown !== names;
      names = [];
      whole = [];
      counts = createFolderCounts();
      total = 0;
      return isFolded;
    },
  };
}

/** Folders that are listed; with more of them, the folder above is listed instead. */
const maxFolders = 40;
/** Folders that are counted at once. */
const maxCounted = 400;
/** Names of one folder that are listed one by one. */
const fewNames = 2;
/** The same, for files in no folder. */
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

function createFolderCounts(): FolderCounts {
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

  /** Merges folders into the folders above, until there are few enough. */
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
