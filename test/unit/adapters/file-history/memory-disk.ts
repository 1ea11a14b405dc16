import path from 'node:path';
import type { Disk, DiskFile, OpenMode } from '../../../../src/adapters/system/disk';

interface FileNode {
  readonly kind: 'file';
  data: Buffer;
  /** The content after a power cut. */
  flushed: Buffer;
  modifiedAt: number;
}

interface FolderNode {
  readonly kind: 'folder';
  entries: Map<string, FileNode | FolderNode>;
  flushed: Map<string, FileNode | FolderNode>;
  readonly modifiedAt: number;
}

/** A disk in memory that keeps only flushed data in a power cut. */
export interface MemoryDisk extends Disk {
  /** Calls so far, in order. */
  readonly calls: readonly string[];
  /** The call with this number, counted from 1, fails; a write is done by half. */
  failAt: number | undefined;
  powerCut(): void;
  read(file: string): Buffer | undefined;
  overwrite(file: string, bytes: Uint8Array): void;
  list(folder: string): readonly string[];
}

export function createMemoryDisk(now: () => number = () => 0): MemoryDisk {
  const newFolder = (): FolderNode => ({
    kind: 'folder',
    entries: new Map(),
    flushed: new Map(),
    modifiedAt: now(),
  });
  const root = newFolder();
  const calls: string[] = [];

  function check(call: string): void {
    calls.push(call);
    if (calls.length === disk.failAt) throw diskError('EIO', call);
  }

  function folderAt(place: string, make = false): FolderNode {
    let at = root;
    for (const name of place.split('/').filter((one) => one !== '')) {
      let next = at.entries.get(name);
      if (next === undefined && make) {
        next = newFolder();
        at.entries.set(name, next);
      }
      if (next?.kind !== 'folder') throw diskError('ENOENT', place);
      at = next;
    }
    return at;
  }

  const entryAt = (place: string) =>
    folderAt(path.dirname(place)).entries.get(path.basename(place));

  function openFile(place: string, mode: OpenMode): DiskFile {
    const found = entryAt(place);
    if (found !== undefined && mode === 'create') throw diskError('EEXIST', place);
    if (found === undefined && mode === 'read') throw diskError('ENOENT', place);
    if (found?.kind === 'folder') throw diskError('EISDIR', place);
    const file: FileNode = found ?? {
      kind: 'file',
      data: Buffer.alloc(0),
      flushed: Buffer.alloc(0),
      modifiedAt: now(),
    };
    folderAt(path.dirname(place)).entries.set(path.basename(place), file);
    if (mode === 'replace') file.data = Buffer.alloc(0);
    return handle(file);
  }

  function handle(file: FileNode): DiskFile {
    const put = (bytes: Uint8Array, position: number) => {
      const data = Buffer.alloc(Math.max(file.data.length, position + bytes.length));
      data.set(file.data);
      data.set(bytes, position);
      file.data = data;
      file.modifiedAt = now();
    };
    return {
      read: async (position, length) => (
        check('read'),
        Promise.resolve(file.data.subarray(position, position + length))
      ),
      write: (bytes, position) => {
        try {
          check('write');
        } catch (error) {
          put(bytes.subarray(0, bytes.length / 2), position);
          return Promise.reject(toError(error));
        }
        put(bytes, position);
        return Promise.resolve(bytes.length);
      },
      flush: async () => {
        check('flush');
        file.flushed = file.data;
        return Promise.resolve();
      },
      truncate: async (size) => {
        check('truncate');
        file.data = file.data.subarray(0, size);
        return Promise.resolve();
      },
      size: async () => (check('size'), Promise.resolve(file.data.length)),
      close: async () => (check('close'), Promise.resolve()),
    };
  }

  const disk: MemoryDisk = {
    ...unusedCalls,
    calls,
    failAt: undefined,
    powerCut: () => {
      cut(root);
    },
    read: (place) => {
      const found = entryAt(place);
      return found?.kind === 'file' ? found.data : undefined;
    },
    overwrite: (place, bytes) => {
      const file = entryAt(place);
      if (file?.kind !== 'file') throw diskError('ENOENT', place);
      file.data = Buffer.from(bytes);
      file.flushed = file.data;
    },
    list: (folder) => [...folderAt(folder).entries.keys()].sort(),
    makeFolder: async (folder) => {
      check('makeFolder');
      folderAt(folder, true);
      return Promise.resolve();
    },
    names: async (folder) => (
      check('names'),
      Promise.resolve([...folderAt(folder).entries.keys()])
    ),
    open: async (place, mode) => (check('open'), Promise.resolve(openFile(place, mode))),
    rename: async (from, to) => {
      check('rename');
      const source = folderAt(path.dirname(from)).entries;
      const node = source.get(path.basename(from));
      if (node === undefined) throw diskError('ENOENT', from);
      const target = folderAt(path.dirname(to)).entries;
      const old = target.get(path.basename(to));
      if (old?.kind === 'folder' && old.entries.size > 0) throw diskError('ENOTEMPTY', to);
      source.delete(path.basename(from));
      target.set(path.basename(to), node);
      return Promise.resolve();
    },
    remove: async (place) => {
      check('remove');
      folderAt(path.dirname(place)).entries.delete(path.basename(place));
      return Promise.resolve();
    },
    removeTree: async (place) => {
      check('removeTree');
      folderAt(path.dirname(place)).entries.delete(path.basename(place));
      return Promise.resolve();
    },
    flushPath: async (folder) => {
      check('flushPath');
      const node = folderAt(folder);
      node.flushed = new Map(node.entries);
      return Promise.resolve();
    },
    modifiedAt: async (place) => {
      check('modifiedAt');
      const found = entryAt(place);
      if (found === undefined) throw diskError('ENOENT', place);
      return Promise.resolve(found.modifiedAt);
    },
    touch: async (place, at) => {
      check('touch');
      const found = entryAt(place);
      if (found?.kind !== 'file') throw diskError('ENOENT', place);
      found.modifiedAt = at;
      return Promise.resolve();
    },
  };
  // The storage folder exists already.
  folderAt('/storage', true);
  root.flushed = new Map(root.entries);
  return disk;
}

const unused = (): Promise<never> => Promise.reject(new Error('not used'));

const unusedCalls = {
  copy: unused,
  entry: unused,
  realPath: unused,
  stamp: unused,
  readText: unused,
  linkTarget: unused,
};

function cut(node: FileNode | FolderNode): void {
  if (node.kind === 'file') {
    node.data = node.flushed;
    return;
  }
  node.entries = new Map(node.flushed);
  for (const entry of node.entries.values()) cut(entry);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function diskError(code: string, text: string): Error {
  return Object.assign(new Error(`${code}: ${text}`), { code });
}
