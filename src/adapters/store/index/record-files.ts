import { withFile } from '../../system/whole-file';
import type { DiskFile } from '../../system/disk';
import type { StoreFolder } from '../disk/file-names';
import { findStart, headBytes, isWhole } from '../journal/format';
import {
  inFolder,
  isRecordFile,
  journalName,
  segmentIdOf,
  journalTokenOf,
} from '../disk/file-names';
import type { FolderContext, OpenFolder } from '../session/open-folder';
import type { Problems } from '../disk/problems';
import { joinNeighbors, type FileRange } from '../disk/neighbors';
import type { PayloadReader, RecordLocation } from '../database/record-kind';
import { isMissing } from '../../system/errno';

/**
 * A record file. Sealing renames the file but keeps its id: the first sequence number for a journal
 * of the main window, the token for one of a second window. Ids of compacted files contain a dot.
 */
export interface RecordFile {
  readonly id: string;
  readonly name: string;
  /** `sealed`: complete. `own`: this window appends to it. `other`: another window does. */
  readonly state: 'sealed' | 'own' | 'other';
  /** Read up to this byte; undefined = to the end. */
  readonly end: number | undefined;
}

export interface RecordFilesContext extends FolderContext {
  readonly opened: OpenFolder;
}

export async function listRecordFiles(context: RecordFilesContext): Promise<readonly RecordFile[]> {
  for (let names = await recordNames(context); ;) {
    const files = await filesOf(context, names);
    if (context.opened.lock.role === 'main') return files;
    // Files that the main window renames meanwhile would be missing.
    const after = await recordNames(context);
    if (names.join('/') === after.join('/')) return files;
    names = after;
  }
}

async function recordNames({ disk, folder }: RecordFilesContext): Promise<readonly string[]> {
  return (await disk.names(folder)).filter(isRecordFile).sort();
}

async function filesOf(
  context: RecordFilesContext,
  names: readonly string[],
): Promise<readonly RecordFile[]> {
  const { opened } = context;
  const files: RecordFile[] = [];
  for (const name of names) {
    const segment = segmentIdOf(name);
    if (segment !== undefined) {
      files.push({ id: segment, name, state: 'sealed', end: undefined });
    } else if (name === opened.journalName) {
      const { journal } = opened;
      files.push({ id: journal.id(), name, state: 'own', end: journal.flushedSize() });
    } else {
      const id = await otherJournalId(context, name);
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

/** An unused id for the file that replaces file `id`. */
export function nextIdOf(id: string, taken: ReadonlySet<string>): string {
  const base = id.replace(/\.\d+$/, '');
  let generation = Number(/\.(\d+)$/.exec(id)?.[1] ?? 0) + 1;
  while (taken.has(`${base}.${generation}`)) generation += 1;
  return `${base}.${generation}`;
}

/** Thrown when another window has moved a record file. */
export class MovedRecords extends Error {}

/** True for errors that listing the folder again resolves. */
export function isMoved(error: unknown): boolean {
  return error instanceof MovedRecords || isMissing(error);
}

/** The main journal keeps its name when a new one replaces it, so its id is checked. */
export async function checkIdentity(
  file: DiskFile,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  if (name !== journalName) return;
  const start = await findStart(file);
  if (start !== undefined && journalIdOf(start.seq) !== id) {
    throw new MovedRecords(`The records ${id} are in another file now.`);
  }
}

/** Id of a main journal, from the number before its first record. */
function journalIdOf(seqBefore: number): string {
  return String(seqBefore + 1);
}

export interface PayloadReaderContext extends StoreFolder {
  readonly problems: Problems;
  /** Known name of the file with this id. */
  readonly nameOf: (id: string) => string | undefined;
}

/** Records this close are read together. */
const together = { gapBytes: 64 * 1024, maxBytes: 4 * 1024 * 1024 };

/** Reads payloads by location and verifies each checksum. */
export function createPayloadReader(context: PayloadReaderContext): PayloadReader {
  return {
    read: async (locations) => {
      const found = new Map<RecordLocation, Uint8Array>();
      for (const file of new Set(locations.map((one) => one.file))) {
        const inFile = locations.filter((one) => one.file === file);
        for (const range of joinNeighbors(inFile, together)) {
          await readRange(context, file, range, found);
        }
      }
      const lost = locations.length - found.size;
      if (lost > 0) {
        context.problems.report(
          `${lost} stored texts can no longer be read because their file is damaged. All others are intact.`,
        );
      }
      return locations.map((one) => found.get(one));
    },
  };
}

async function readRange(
  { disk, folder, nameOf }: PayloadReaderContext,
  file: string,
  { items, from, to }: FileRange<RecordLocation>,
  found: Map<RecordLocation, Uint8Array>,
): Promise<void> {
  const name = nameOf(file);
  const bytes =
    name === undefined
      ? undefined
      : await withFile(disk, inFolder(folder, name), async (opened) => {
          await checkIdentity(opened, { id: file, name });
          return opened.read(from, to - from);
        });
  if (bytes === undefined) throw new MovedRecords(`The records ${file} are not there.`);
  const range = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const one of items) {
    const start = one.position - from;
    const record = range.subarray(start, start + one.bytes);
    if (await isWhole(record)) found.set(one, record.subarray(headBytes));
  }
}
