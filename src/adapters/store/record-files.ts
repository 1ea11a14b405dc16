import { withFile } from './disk';
import { findStart } from './journal-reader';
import { journalIdOf } from './moved-records';
import { inFolder, isRecordFile, journalName, segmentIdOf, journalTokenOf } from './names';
import type { FolderContext } from './folder-place';
import type { OpenFolder } from './open-folder';

/**
 * A file of records. Its id stays when it is sealed, which is a rename: the first sequence number
 * for a journal of the main window, the token for one of a second window. What a compaction has
 * made carries a dot in its id.
 */
export interface RecordFile {
  readonly id: string;
  readonly name: string;
  /** `sealed`: nothing is added to it. `own`: this window adds to it. `other`: another one does. */
  readonly state: 'sealed' | 'own' | 'other';
  /** Up to which byte it may be read; undefined = as far as it goes. */
  readonly end: number | undefined;
}

export interface RecordFilesContext extends FolderContext {
  readonly opened: OpenFolder;
}

/** All files of records that are in the folder now. */
export async function listRecordFiles(place: RecordFilesContext): Promise<readonly RecordFile[]> {
  for (let names = await recordNames(place); ;) {
    const files = await filesOf(place, names);
    if (place.opened.lock.role === 'main') return files;
    // What the main window has renamed in between would be missing.
    const after = await recordNames(place);
    if (names.join('/') === after.join('/')) return files;
    names = after;
  }
}

async function recordNames({ disk, folder }: RecordFilesContext): Promise<readonly string[]> {
  return (await disk.names(folder)).filter(isRecordFile).sort();
}

async function filesOf(
  place: RecordFilesContext,
  names: readonly string[],
): Promise<readonly RecordFile[]> {
  const { opened } = place;
  const files: RecordFile[] = [];
  for (const name of names) {
    const segment = segmentIdOf(name);
    if (segment !== undefined) {
      files.push({ id: segment, name, state: 'sealed', end: undefined });
    } else if (name === opened.journalName) {
      const { journal } = opened;
      files.push({ id: journal.id(), name, state: 'own', end: journal.flushedSize() });
    } else {
      const id = await otherJournalId(place, name);
      if (id !== undefined) files.push({ id, name, state: 'other', end: undefined });
    }
  }
  return files;
}

async function otherJournalId(
  { disk, folder }: RecordFilesContext,
  name: string,
): Promise<string | undefined> {
  if (name !== journalName) return journalTokenOf(name);
  const start = await withFile(disk, inFolder(folder, name), findStart);
  return start === undefined ? undefined : journalIdOf(start.seq);
}

export function isCompacted(id: string): boolean {
  return id.includes('.');
}

/** A name for what takes the place of the file `id` that no file has had. */
export function nextIdOf(id: string, taken: ReadonlySet<string>): string {
  const base = id.replace(/\.\d+$/, '');
  let generation = Number(/\.(\d+)$/.exec(id)?.[1] ?? 0) + 1;
  while (taken.has(`${base}.${generation}`)) generation += 1;
  return `${base}.${generation}`;
}
