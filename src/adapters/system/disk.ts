/** The state of a path, without following a final link. */
export interface DiskEntry {
  readonly kind: 'file' | 'link' | 'folder' | 'other';
  /** Permission bits, with setuid, setgid and sticky. */
  readonly mode: number;
  readonly size: number;
  /** Device and inode; differs for another file. */
  readonly identity: string;
  /** Identifies the state of content and permissions; compare, never parse. */
  readonly state: string;
  /** Epoch milliseconds of the last change of content or permissions. */
  readonly changedAt: number;
}

/**
 * `create` fails if the file exists; `write` and `append` keep its content. `append` is for small
 * writes that are each flushed: there, a write and its flush are one call of the system.
 */
export type OpenMode = 'read' | 'write' | 'append' | 'create' | 'replace';

export interface DiskFile {
  /** Bytes from `position`; fewer than `length` only at the end of the file. */
  read(position: number, length: number): Promise<Uint8Array>;
  /** Returns the number of bytes written, possibly fewer than requested. */
  write(bytes: Uint8Array, position: number): Promise<number>;
  /** Resolves once writes survive a power cut (fdatasync); rejects if the file is gone. */
  flush(): Promise<void>;
  truncate(size: number): Promise<void>;
  size(): Promise<number>;
  close(): Promise<void>;
}

/**
 * The file system calls of everything that we store, so that tests can make each of them fail. What
 * they create belongs to the user only. Only `open` and `copy` follow a final link, and `flushPath`
 * one to a folder.
 */
export interface Disk {
  /** Creates a folder and its parents; does nothing if it exists. */
  makeFolder(folder: string): Promise<void>;
  names(folder: string): Promise<readonly string[]>;
  open(path: string, mode: OpenMode): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  /** Fails if `to` exists. */
  copy(from: string, to: string): Promise<void>;
  /** Does nothing if the file does not exist. */
  remove(path: string): Promise<void>;
  /** Removes an entry and all below it; does nothing if it does not exist. */
  removeTree(path: string): Promise<void>;
  /**
   * Makes a file, or the creations, renames and removals in a folder, survive a power cut. Does
   * nothing on Windows, which cannot open folders; NTFS journals renames.
   */
  flushPath(path: string): Promise<void>;
  /** Epoch milliseconds. */
  modifiedAt(path: string): Promise<number>;
  touch(path: string, at: number): Promise<void>;
  /** Undefined if it does not exist. */
  entry(path: string): Promise<DiskEntry | undefined>;
  realPath(path: string): Promise<string>;
  /** SHA-256 of a file's content. */
  stamp(file: string): Promise<string>;
  readText(file: string): Promise<string>;
  linkTarget(link: string): Promise<string>;
}
