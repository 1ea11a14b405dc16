import path from 'node:path';
import { createAppendFile } from '../disk/append-file';
import { replaceFile, truncateFile, withFile, writeAll, type Disk } from '../disk/disk';
import { lostLock } from '../disk/window-lock';
import { segmentNameOf } from '../disk/file-names';
import {
  encodeHead,
  encodeHeader,
  firstRecordAt,
  hashPayload,
  findRecords,
  findStart,
  type JournalPosition,
} from './format';
import type { Problems } from '../disk/problems';

/** Where every record goes first, and the bodies stay (decision journal-first). */
export interface Journal {
  /** Settles when the record is flushed; rejects when it is not in the file. */
  append(type: number, payload: Uint8Array): Promise<void>;
  /** Names the file in places, before and after it is sealed. */
  id(): string;
  flushedSize(): number;
  /** Whole records in it. */
  records(): number;
  isEmpty(): boolean;
  /** Records from now on get higher numbers than this one, which was read. */
  skipPast(seq: number): void;
  /** Makes a segment of what is flushed, by a rename, and starts a new journal. */
  seal(): Promise<void>;
  /** Starts a new journal in place of this one, whose records are gone. */
  startOver(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenJournalOptions extends JournalContext {
  /** Of a second window's journal; the main one is named by its first sequence number. */
  readonly token: string | undefined;
  /** False once others may take this window for dead. */
  readonly isHeld: () => boolean;
  /** The highest number in other files, for a journal that has to be made. */
  readonly highestSeq: () => Promise<number>;
}

/** Opens the journal after repairing its end; creates it when missing. */
export async function openJournal(place: OpenJournalOptions): Promise<Journal> {
  const { disk, token, path: file, isHeld } = place;
  const folder = path.dirname(file);
  const found = await repairJournal(place);
  const before = found?.start.seq ?? (await place.highestSeq());
  if (found === undefined) await replaceFile(disk, file, encodeHeader(before + 1));

  let firstSeq = before + 1;
  let seq = found?.end.seq ?? before;
  let flushedSeq = seq;
  let records = found?.records ?? 0;
  let isMissing = false;
  const appendFile = createAppendFile({
    size: found?.end.offset ?? firstRecordAt,
    open: async () => {
      if (isMissing) await create();
      // The rename that put the journal here must be durable before a record in it can be.
      await disk.flushFolder(folder);
      return disk.open(file, 'write');
    },
  });

  async function create(): Promise<void> {
    await replaceFile(disk, file, encodeHeader(firstSeq));
    isMissing = false;
  }

  function renew(clear: () => Promise<void>): Promise<void> {
    return appendFile.replace(async (resized) => {
      await clear();
      // From here on the next append makes the journal, should it fail now.
      isMissing = true;
      firstSeq = flushedSeq + 1;
      records = 0;
      resized(firstRecordAt);
      await create();
    });
  }

  const id = () => token ?? String(firstSeq);

  return {
    append: async (type, payload) => {
      const hash = await hashPayload(payload);
      seq += 1;
      const mine = seq;
      const head = encodeHead({ seq: mine, type, length: payload.length, hash });
      await appendFile.append([head, payload], () => {
        flushedSeq = mine;
        records += 1;
      });
      if (!isHeld()) throw lostLock();
    },
    id,
    flushedSize: () => appendFile.flushedSize(),
    records: () => records,
    isEmpty: () => appendFile.flushedSize() === firstRecordAt,
    skipPast: (other) => {
      seq = Math.max(seq, other);
    },
    seal: () => renew(() => disk.rename(file, path.join(folder, segmentNameOf(id())))),
    startOver: () => renew(() => disk.remove(file)),
    close: () => appendFile.close(),
  };
}

interface JournalContext {
  readonly disk: Disk;
  readonly path: string;
  readonly problems: Problems;
  /** For the name of a file that is set aside. */
  readonly stamp: string;
}

export interface RepairedJournal {
  /** The number before the first one that its header allows. */
  readonly start: JournalPosition;
  readonly end: JournalPosition;
  readonly records: number;
}

/**
 * Cuts off the record that a crash left half written and answers where the whole ones end. What is
 * damaged in the midst is passed over, and a copy of the file is kept. Sets aside what is no
 * journal; undefined then, and when there is no file.
 */
export async function repairJournal(place: JournalContext): Promise<RepairedJournal | undefined> {
  const { disk, problems } = place;
  const found = await withFile(disk, place.path, async (file) => {
    const header = await findStart(file);
    let damaged = 0;
    const from = header ?? { seq: 0, offset: firstRecordAt };
    const records = await findRecords(file, from, (bytes) => (damaged += bytes));
    return { ...records, size: await file.size(), header, damaged };
  });
  if (found === undefined) return undefined;
  const { header, firstSeq, end, damaged } = found;
  if (header === undefined && firstSeq === undefined) {
    await setAside(place);
    return undefined;
  }
  const start = header ?? { seq: (firstSeq ?? 1) - 1, offset: firstRecordAt };
  if (header === undefined || damaged > 0) await preserveCopy(place, damaged);
  if (header === undefined) await writeHeader(place, start.seq + 1);
  const torn = found.size - end.offset;
  if (torn > 0) {
    await truncateFile(disk, place.path, end.offset);
    problems.dropped(torn);
    problems.report(
      `The record journal ended in the middle of a record: ${torn} bytes were cut off. All complete records are kept.`,
    );
  }
  return { start, end, records: found.records };
}

async function setAside({ disk, path: file, problems, stamp }: JournalContext): Promise<void> {
  const name = `${path.basename(file)}.corrupt-${stamp}`;
  await disk.rename(file, path.join(path.dirname(file), name));
  problems.report(`A record journal could not be read. It was set aside as ${name}.`);
}

/** Before anything is lost of a file that is not what was written. */
export async function preserveCopy(
  { disk, path: file, problems, stamp }: JournalContext,
  damaged: number,
): Promise<void> {
  const folder = path.dirname(file);
  const name = path.basename(file);
  const isKept = (other: string) => other.startsWith(`${name}.corrupt-`);
  if ((await disk.names(folder)).some(isKept)) return;
  const copy = `${name}.corrupt-${stamp}`;
  await disk.copy(file, path.join(folder, copy));
  problems.report(
    `${name} is damaged: ${damaged} bytes of it cannot be read, all other records can. A copy was kept as ${copy}.`,
  );
}

async function writeHeader({ disk, path: file }: JournalContext, firstSeq: number): Promise<void> {
  const opened = await disk.open(file, 'write');
  try {
    await writeAll(opened, encodeHeader(firstSeq), 0);
    await opened.flush();
  } finally {
    await opened.close();
  }
}
