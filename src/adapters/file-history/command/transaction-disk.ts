import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { errnoOf, isMissing } from '../../system/errno';

/** The state of a path, without following a final link. */
export interface DiskEntry {
  readonly kind: 'file' | 'link' | 'folder' | 'other';
  /** Permission bits, with setuid, setgid and sticky. */
  readonly mode: number;
  readonly size: number;
  readonly uid: number;
  readonly gid: number;
  /** Device and inode; differs for another file. */
  readonly identity: string;
  /** Identifies the state of content and permissions; compare, never parse. */
  readonly state: string;
  /** Epoch milliseconds of the last change of content or permissions. */
  readonly changedAt: number;
}

/** The file system calls of snapshot and rollback, so that tests can make each of them fail. */
export interface TransactionDisk {
  /** Undefined if it does not exist. */
  entry(file: string): Promise<DiskEntry | undefined>;
  names(folder: string): Promise<readonly string[]>;
  linkTarget(link: string): Promise<string>;
  realPath(file: string): Promise<string>;
  /** SHA-256 of a file's content. */
  stamp(file: string): Promise<string>;
  /** Creates a file with mode 0600; fails if `to` exists. */
  copy(from: string, to: string): Promise<void>;
  /** Creates a file with mode 0600; fails if it exists. */
  writeText(file: string, text: string): Promise<void>;
  readText(file: string): Promise<string>;
  /** Creates a folder with mode 0700; fails if it exists. */
  makeFolder(folder: string): Promise<void>;
  /** Creates a folder and its parents; does nothing if it exists. */
  makeFolders(folder: string): Promise<void>;
  makeLink(target: string, link: string): Promise<void>;
  /** Creates a hard link; false if the file system does not support it. */
  secondName(file: string, name: string): Promise<boolean>;
  /** Sets permissions and, as far as permitted, the owner. */
  setRights(file: string, rights: Pick<DiskEntry, 'mode' | 'uid' | 'gid'>): Promise<void>;
  /** Resolves once the written data survives a power cut. */
  flush(file: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Sets the time of the last change. */
  touch(file: string, at: number): Promise<void>;
  /** Removes the entry without following links; does nothing if it does not exist. */
  remove(file: string): Promise<void>;
}

const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;
const chunkBytes = 1024 * 1024;
/** Error codes of systems and file systems without hard links. */
const noSecondName: ReadonlySet<string> = new Set([
  'EACCES',
  'EMLINK',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EPERM',
  'EXDEV',
]);

export const nodeTransactionDisk: TransactionDisk = {
  entry: async (file) => {
    try {
      return entryOf(await fs.lstat(file, { bigint: true }));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  },
  names: (folder) => fs.readdir(folder),
  linkTarget: (link) => fs.readlink(link),
  realPath: (file) => fs.realpath(file),
  stamp: async (file) => {
    const hash = createHash('sha256');
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await fs.open(file, flags);
    try {
      const buffer = Buffer.allocUnsafe(chunkBytes);
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, chunkBytes);
        if (bytesRead === 0) break;
        hash.update(buffer.subarray(0, bytesRead));
      }
    } finally {
      await handle.close();
    }
    return hash.digest('hex');
  },
  copy: async (from, to) => {
    await fs.copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await fs.chmod(to, ownerOnlyFile);
  },
  writeText: (file, text) => fs.writeFile(file, text, { flag: 'wx', mode: ownerOnlyFile }),
  readText: (file) => fs.readFile(file, 'utf8'),
  makeFolder: async (folder) => {
    await fs.mkdir(folder, { mode: ownerOnlyFolder });
  },
  makeFolders: async (folder) => {
    await fs.mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
  },
  makeLink: (target, link) => fs.symlink(target, link),
  secondName: async (file, name) => {
    try {
      await fs.link(file, name);
      return true;
    } catch (error) {
      if (noSecondName.has(errnoOf(error))) return false;
      throw error;
    }
  },
  setRights: async (file, { mode, uid, gid }) => {
    const now = await fs.stat(file);
    if (now.uid !== uid || now.gid !== gid) await giveTo(file, uid, gid);
    await fs.chmod(file, mode);
  },
  flush: async (file) => {
    // Windows cannot open folders; NTFS journals renames.
    if (process.platform === 'win32') return;
    const handle = await fs.open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  rename: (from, to) => fs.rename(from, to),
  touch: (file, at) => fs.utimes(file, at / 1000, at / 1000),
  remove: async (file) => {
    try {
      await fs.rm(file, { recursive: true, force: true });
    } catch (error) {
      if (errnoOf(error) !== 'EACCES') throw error;
      // The content of a folder that is not writable cannot be removed.
      await openUp(file);
      await fs.rm(file, { recursive: true, force: true });
    }
  },
};

function entryOf(stats: BigIntStats): DiskEntry {
  return {
    kind: kindOf(stats),
    mode: Number(stats.mode & 0o7777n),
    size: Number(stats.size),
    uid: Number(stats.uid),
    gid: Number(stats.gid),
    identity: `${String(stats.dev)}:${String(stats.ino)}`,
    state: [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':'),
    changedAt: Number(stats.ctimeMs),
  };
}

function kindOf(stats: BigIntStats): DiskEntry['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isSymbolicLink()) return 'link';
  return stats.isDirectory() ? 'folder' : 'other';
}

async function giveTo(file: string, uid: number, gid: number): Promise<void> {
  try {
    await fs.chown(file, uid, gid);
  } catch (error) {
    // Only an administrator may change the owner; the content is restored anyway.
    if (errnoOf(error) !== 'EPERM') throw error;
  }
}

async function openUp(folder: string): Promise<void> {
  if (!(await fs.lstat(folder)).isDirectory()) return;
  await fs.chmod(folder, ownerOnlyFolder);
  for (const name of await fs.readdir(folder)) await openUp(path.join(folder, name));
}
