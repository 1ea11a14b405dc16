import { withFile, errorCodeOf, type DiskFile, type Disk } from '../disk/disk';
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
import type { PayloadReader, RecordLocation } from '../database/record-kind';

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

/** Thrown when a file of records is no longer where it was: another window has moved it. */
export class MovedRecords extends Error {}

/** True for what is well again once the folder is listed anew. */
export function isMoved(error: unknown): boolean {
  return error instanceof MovedRecords || errorCodeOf(error) === 'ENOENT';
}

/** The main journal keeps its name when it is sealed and another one begins; its id tells. */
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

/** Of a main journal, by the number before its first record. */
function journalIdOf(seqBefore: number): string {
  return String(seqBefore + 1);
}

export interface PayloadReaderContext {
  readonly disk: Disk;
  readonly folder: string;
  readonly problems: Problems;
  /** Name of the file with this id, as far as it is known. */
  readonly nameOf: (id: string) => string | undefined;
}

/** Two records this near are read in one go. */
const nearBytes = 64 * 1024;
const runBytes = 4 * 1024 * 1024;

/** Reads payloads by their places, each checked against its sum. */
export function createPayloadReader(place: PayloadReaderContext): PayloadReader {
  return {
    read: async (places) => {
      const found = new Map<RecordLocation, Uint8Array>();
      for (const [file, inFile] of byFile(places)) {
        for (const run of runsOf(inFile)) await readRun(place, file, run, found);
      }
      const lost = places.length - found.size;
      if (lost > 0) {
        place.problems.report(
          `${lost} stored texts can no longer be read: their file is damaged. All others are there.`,
        );
      }
      return places.map((one) => found.get(one));
    },
  };
}

function byFile(places: readonly RecordLocation[]): ReadonlyMap<string, readonly RecordLocation[]> {
  const files = new Map<string, RecordLocation[]>();
  for (const one of places) {
    const others = files.get(one.file);
    if (others === undefined) files.set(one.file, [one]);
    else others.push(one);
  }
  return files;
}

interface Run {
  readonly places: RecordLocation[];
  readonly start: number;
  end: number;
}

function runsOf(places: readonly RecordLocation[]): readonly Run[] {
  const runs: Run[] = [];
  for (const one of [...places].sort((a, b) => a.position - b.position)) {
    const end = one.position + one.bytes;
    const last = runs.at(-1);
    const isNear =
      last !== undefined && one.position <= last.end + nearBytes && end <= last.start + runBytes;
    if (isNear) {
      last.places.push(one);
      last.end = Math.max(last.end, end);
    } else {
      runs.push({ places: [one], start: one.position, end });
    }
  }
  return runs;
}

async function readRun(
  { disk, folder, nameOf }: PayloadReaderContext,
  file: string,
  { places, start, end }: Run,
  found: Map<RecordLocation, Uint8Array>,
): Promise<void> {
  const name = nameOf(file);
  const bytes =
    name === undefined
      ? undefined
      : await withFile(disk, inFolder(folder, name), async (opened) => {
          await checkIdentity(opened, { id: file, name });
          return opened.read(start, end - start);
        });
  if (bytes === undefined) throw new MovedRecords(`The records ${file} are not there.`);
  const run = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const one of places) {
    const from = one.position - start;
    const record = run.subarray(from, from + one.bytes);
    if (await isWhole(record)) found.set(one, record.subarray(headBytes));
  }
}
