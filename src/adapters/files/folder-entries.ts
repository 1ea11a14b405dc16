import { isUtf8 } from 'node:buffer';
import { constants, type BigIntStats, type Dirent } from 'node:fs';
import {
  access,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  rename,
  rmdir,
  symlink,
  unlink,
} from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from './errno-failure';
import { kindOf, type EntryName, type Folder, type FolderEntry } from './folder';

export type EntryOperations = Omit<Folder, 'real' | 'isStill' | 'openFolder' | 'setMode' | 'close'>;

/** What can be done with the entries of the folder that `base` leads to. */
export function entryOperations(base: string | Buffer): EntryOperations {
  const at = (name: EntryName): string | Buffer => joined(base, name);
  return {
    pathOf: at,
    entries: () => readEntries(base),
    stat: (name) => lstat(at(name), { bigint: true }),
    isWritable: (name) => isWritable(at(name)),
    openFile: (name, flags, mode) => open(at(name), flags | constants.O_NOFOLLOW, mode),
    makeFolder: async (name, mode) => {
      await mkdir(at(name), { mode });
    },
    makeLink: (name, target) => symlink(target, at(name)),
    linkTarget: (name) => readlink(at(name), { encoding: 'buffer' }),
    rename: (name, to, newName) => rename(at(name), to.pathOf(newName)),
    removeFile: (name) => unlink(at(name)),
    removeFolder: (name) => rmdir(at(name)),
  };
}

export function joined(base: string | Buffer, name: EntryName): string | Buffer {
  if (typeof base === 'string' && typeof name === 'string') {
    return base.endsWith(path.sep) ? base + name : base + path.sep + name;
  }
  return Buffer.concat([Buffer.from(base), Buffer.from(path.sep), Buffer.from(name)]);
}

/** A path for rules and messages; what is no UTF-8 stands there as the usual replacement. */
export function entryNameText(name: EntryName): string {
  return typeof name === 'string' ? name : name.toString('utf8');
}

async function isWritable(at: string | Buffer): Promise<boolean> {
  try {
    await access(at, constants.W_OK);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errnoOf(error))) return false;
    throw error;
  }
}

/** Read as text, and once more as bytes when a name may have lost some. */
async function readEntries(base: string | Buffer): Promise<readonly FolderEntry[]> {
  const found = await readdir(base, { withFileTypes: true });
  if (!found.some(({ name }) => name.includes('\uFFFD'))) return found.map(toEntry);
  const names = await readdir(base, { encoding: 'buffer' });
  const entries: FolderEntry[] = [];
  for (const bytes of names) {
    const name = isUtf8(bytes) ? bytes.toString('utf8') : bytes;
    const stats = await lstatOrMissing(joined(base, name));
    if (stats !== undefined) entries.push({ name, kind: kindOf(stats) });
  }
  return entries;
}

async function lstatOrMissing(at: string | Buffer): Promise<BigIntStats | undefined> {
  try {
    return await lstat(at, { bigint: true });
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function toEntry(entry: Dirent): FolderEntry {
  const kind = entry.isSymbolicLink() ? 'symlink' : entry.isDirectory() ? 'dir' : undefined;
  return { name: entry.name, kind: kind ?? (entry.isFile() ? 'file' : 'other') };
}
