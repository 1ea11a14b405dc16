import { isInside } from '../../../src/core/base/paths';
import type { Failure } from '../../../src/core/contracts/failure';
import type { FileEntry, FolderListing, ListOptions } from '../../../src/core/ports/files';
import { encodeText, fileTextOf, type FakeEncoding } from './file-bytes';

/** A file; without text and bytes, the rules for a file that does not exist yet. */
export interface FakeFile extends FileRules {
  /** A leading U+FEFF is its byte order mark. */
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly encoding?: FakeEncoding;
}

export interface FileRules {
  /** True if an editor has unsaved changes of it. */
  readonly unsaved?: boolean;
  /** Reported size, so that a small file can be too large. */
  readonly size?: number;
  /** Simulates save participants for a written text. */
  readonly onSave?: (text: string) => string;
  /** Notes returned after each change. */
  readonly notes?: readonly string[];
  /** Result of reading it. */
  readonly failure?: Failure;
  /** Result of changing it. */
  readonly writeFailure?: Failure;
}

export interface StoredFile extends FileRules {
  readonly bytes: Uint8Array;
  readonly encoding?: FakeEncoding;
}

/** Files and folders in memory, by absolute path. */
export interface FileTree {
  readonly root: string;
  readonly texts: ReadonlyMap<string, string>;
  kindOf(path: string): 'file' | 'dir' | undefined;
  file(path: string): StoredFile | undefined;
  rules(path: string): FileRules;
  /** True if a part of the path before its last name is a file. */
  isBelowFile(path: string): boolean;
  put(path: string, file: string | FakeFile): void;
  /** Returns the created folders, outermost first. */
  makeFolder(path: string): readonly string[];
  /** Entries at and below a path, parents first. */
  below(path: string): readonly string[];
  remove(path: string): void;
  list(path: string, options: ListOptions): FolderListing;
}

const style = { separator: '/', caseSensitive: true } as const;

export function createFileTree(root: string): FileTree {
  const stored = new Map<string, StoredFile>();
  const folders = new Set([root]);
  const rules = new Map<string, FileRules>();
  const texts = new Map<string, string>();

  const makeFolder = (path: string): readonly string[] => {
    if (folders.has(path)) return [];
    const above = makeFolder(parentOf(path));
    folders.add(path);
    return [...above, path];
  };
  const below = (path: string): readonly string[] =>
    [...folders, ...stored.keys()].filter((entry) => isInside(path, entry, style)).sort();
  const kindOf = (path: string) =>
    stored.has(path) ? 'file' : folders.has(path) ? 'dir' : undefined;

  return {
    root,
    texts,
    kindOf,
    file: (path) => stored.get(path),
    rules: (path) => rules.get(path) ?? {},
    isBelowFile: (path) =>
      [...stored.keys()].some((file) => file !== path && isInside(file, path, style)),
    put: (path, file) => {
      const {
        text,
        bytes: given,
        encoding,
        ...own
      } = typeof file === 'string' ? { text: file } : file;
      rules.set(path, own);
      const bytes = given ?? (text === undefined ? undefined : encodeText(text, encoding));
      if (bytes === undefined) return;
      makeFolder(parentOf(path));
      stored.set(path, { ...own, bytes, ...(encoding !== undefined && { encoding }) });
      const read = fileTextOf(bytes, encoding);
      texts.set(path, read === undefined ? '' : (read.byteOrderMark ? '\uFEFF' : '') + read.text);
    },
    makeFolder,
    below,
    remove: (path) => {
      for (const entry of below(path)) {
        stored.delete(entry);
        folders.delete(entry);
        texts.delete(entry);
      }
    },
    list: (path, { depth = 1, maxEntries }) => {
      const prefix = path === '/' ? path : `${path}/`;
      const entriesOf = (folder: string, level: number): FileEntry[] => {
        const own = below(folder).filter((entry) => entry !== folder && parentOf(entry) === folder);
        const rank = (entry: string) => (folders.has(entry) ? 0 : 1);
        return own
          .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
          .flatMap((entry) => {
            const file = stored.get(entry);
            const size = file === undefined ? 0 : (file.size ?? file.bytes.length);
            const kind = file === undefined ? 'dir' : 'file';
            const told: FileEntry = { name: entry.slice(prefix.length), kind, size };
            return [told, ...(kind === 'dir' && level > 1 ? entriesOf(entry, level - 1) : [])];
          });
      };
      const all = entriesOf(path, depth);
      return { real: path, entries: all.slice(0, maxEntries), total: all.length };
    },
  };
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}
