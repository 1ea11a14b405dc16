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

/** Every record goes here first, and payloads stay here (decision journal-first). */
export interface Journal {
  /** Resolves once the record is flushed; rejects if it is not in the file. */
  append(type: number, payload: Uint8Array): Promise<void>;
  /** The file id, which does not change when the journal is sealed. */
  id(): string;
  flushedSize(): number;
  /** Number of complete records. */
  records(): number;
  isEmpty(): boolean;
  /** Ensures that new records get higher numbers than this one. */
  skipPast(seq: number): void;
  /** Renames the flushed file to a segment and starts a new journal. */
  seal(): Promise<void>;
  /** Replaces this journal and discards its records. */
  startOver(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenJournalOptions extends JournalContext {
  /** Token of a second window; the main journal is named by its first sequence number. */
  readonly token: string | undefined;
  /** False once other windows may consider this one dead. */
  readonly isHeld: () => boolean;
  /** The highest number in other files, for a new journal. */
  readonly highestSeq: () => Promise<number>;
}

/** Repairs and opens the journal; creates it if missing. */
export async function openJournal(context: OpenJournalOptions): Promise<Journal> {
  const { disk, token, path: file, isHeld } = context;
  const folder = path.dirname(file);
  const found = await repairJournal(context);
  const before = found?.start.seq ?? (await context.highestSeq());
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
      // The rename that created the journal must be durable before a record is.
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
      // If this fails now, the next append creates the journal.
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
  /** Used in the name of a file set aside. */
  readonly stamp: string;
}

export interface RepairedJournal {
  /** Position before the first record that the header allows. */
  readonly start: JournalPosition;
  readonly end: JournalPosition;
  readonly records: number;
}

/**
 * Removes an incomplete record after a crash and returns the end of the complete ones. Damage in
 * the middle is skipped, and a copy of the file is kept. A file that is not a journal is set aside;
 * returns undefined then, and if there is no file.
 */
export async function repairJournal(context: JournalContext): Promise<RepairedJournal | undefined> {
  const { disk, problems } = context;
  const found = await withFile(disk, context.path, async (file) => {
    const header = await findStart(file);
    let damaged = 0;
    const from = header ?? { seq: 0, offset: firstRecordAt };
    const records = await findRecords(file, from, (bytes) => (damaged += bytes));
    return { ...records, size: await file.size(), header, damaged };
  });
  if (found === undefined) return undefined;
  const { header, firstSeq, end, damaged } = found;
  if (header === undefined && firstSeq === undefined) {
    await setAside(context);
    return undefined;
  }
  const start = header ?? { seq: (firstSeq ?? 1) - 1, offset: firstRecordAt };
  if (header === undefined || damaged > 0) await preserveCopy(context, damaged);
  if (header === undefined) await writeHeader(context, start.seq + 1);
  const torn = found.size - end.offset;
  if (torn > 0) {
    await truncateFile(disk, context.path, end.offset);
    problems.dropped(torn);
    problems.report(
      `The record journal ended in the middle of a record: ${torn} bytes were removed. All complete records were kept.`,
    );
  }
  return { start, end, records: found.records };
}

async function setAside({ disk, path: file, problems, stamp }: JournalContext): Promise<void> {
  const name = `${path.basename(file)}.corrupt-${stamp}`;
  await disk.rename(file, path.join(path.dirname(file), name));
  problems.report(`A record journal could not be read. It was set aside as ${name}.`);
}

/** Preserves a damaged file before anything of it is discarded. */
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
    `${name} is damaged: ${damaged} bytes cannot be read; all other records can. A copy was kept as ${copy}.`,
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
