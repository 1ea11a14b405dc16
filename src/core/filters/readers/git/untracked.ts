import type { EmitLine } from '../../lines/line-strategy';

/** Names that are always listed one by one. */
const maxNames = 20;
/** Names held back to be shown unchanged. */
const maxHeld = 1000;

/** A list of names that git does not know. Holds a bounded number of them. */
export class Untracked {
  private names: string[] = [];
  private whole: string[] = [];
  private counts = new FolderCounts();
  private total = 0;
  private prefix = '';

  /**
   * `before` precedes a name, and the text given instead of names. `isPreserved`: the name is
   * always listed.
   */
  push(name: string, before: string, isPreserved: boolean): void {
    this.prefix = before;
    this.total += 1;
    if (this.names.length < maxHeld) this.names.push(name);
    if (isPreserved) this.whole.push(name);
    else this.counts.add(name);
  }

  /** Gives the list, a long one by folder. True when names are gone. */
  end(give: EmitLine): boolean {
    if (this.total === 0) return false;
    const shown = this.shownNames();
    for (const name of shown) give(this.prefix + name);
    const isFolded = shown !== this.names;
    this.names = [];
    this.whole = [];
    this.counts = new FolderCounts();
    this.total = 0;
    return isFolded;
  }

  private shownNames(): readonly string[] {
    const { names, total } = this;
    if (total <= maxNames) return names;
    // Already filtered: its counts would be lost.
    if (total <= maxHeld && names.some((name) => / \(\d+ files\)$/.test(name))) return names;
    const folded = [...this.counts.lines(), ...this.whole];
    return folded.length < total ? folded : names;
  }
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
class FolderCounts {
  private folders = new Map<string, Folder>();
  private depth = Infinity;

  add(name: string): void {
    const inner = name.endsWith('/') ? name.slice(0, -1) : name;
    const folder = above(inner.slice(0, inner.lastIndexOf('/') + 1), this.depth);
    const { size } = this.folders;
    // In a tree of countless folders even the uppermost ones are only counted.
    const isFull = size > maxCounted && this.depth === 1 && !this.folders.has(folder);
    this.count(isFull ? '' : folder, 1, [name]);
    if (this.folders.size > maxCounted) this.narrow(maxCounted);
  }

  /** A line for each folder with several files, and for each other file. */
  lines(): readonly string[] {
    this.narrow(maxFolders);
    return [...this.folders].flatMap(([folder, { files, names }]) => linesOf(folder, files, names));
  }

  private count(name: string, files: number, names: readonly string[]): void {
    const folder = this.folders.get(name) ?? { files: 0, names: [] };
    this.folders.set(name, folder);
    const most = name === '' ? manyNames : fewNames;
    folder.files += files;
    if (folder.names.length < most) {
      folder.names.push(...names.slice(0, most - folder.names.length));
    }
  }

  /** Merges folders into the folders above, until there are few enough. */
  private narrow(most: number): void {
    while (this.folders.size > most && this.depth > 1) {
      const depths = [...this.folders.keys()].map((folder) => folder.split('/').length - 1);
      this.depth = Math.max(1, Math.min(this.depth, Math.max(...depths)) - 1);
      const before = this.folders;
      this.folders = new Map();
      for (const [folder, { files, names }] of before) {
        this.count(above(folder, this.depth), files, names);
      }
    }
  }
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
