import path from 'node:path';
import { AppendFile } from '../disk/append-file';
import { replaceFile, withFile, withOpened, writeAll } from '../../system/whole-file';
import type { Disk, DiskFile } from '../../system/disk';
import { lostLock } from '../disk/window-lock';
import { segmentNameOf } from '../disk/file-names';
import {
  encodeHead,
  encodeHeader,
  firstRecordAt,
  hashPayload,
  noHeader,
  findRecords,
  findStart,
  startsWhole,
  type JournalPosition,
} from './format';
import type { Problems } from '../disk/problems';

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
  const found = await repairJournal(context);
  if (found !== undefined) return new Journal(context, found);
  const before = { seq: await context.highestSeq(), offset: firstRecordAt };
  await replaceFile(context.disk, context.path, encodeHeader(before.seq + 1));
  return new Journal(context, { start: before, end: before, records: 0 });
}

/** Every record goes here first, and payloads stay here (decision journal-first). */
export class Journal {
  private readonly file: AppendFile;
  private firstSeq: number;
  private seq: number;
  private flushedSeq: number;
  private recordCount: number;
  private isMissing = false;

  constructor(
    private readonly context: OpenJournalOptions,
    { start, end, records }: RepairedJournal,
  ) {
    this.firstSeq = start.seq + 1;
    this.seq = end.seq;
    this.flushedSeq = end.seq;
    this.recordCount = records;
    this.file = new AppendFile({ size: end.offset, open: () => this.open() });
  }

  /** Resolves once the record is flushed; rejects if it is not in the file. */
  async append(type: number, payload: Uint8Array): Promise<void> {
    const hash = await hashPayload(payload);
    this.seq += 1;
    const mine = this.seq;
    const head = encodeHead({ seq: mine, type, length: payload.length, hash });
    await this.file.append([head, payload], () => {
      this.flushedSeq = mine;
      this.recordCount += 1;
    });
    if (!this.context.isHeld()) throw lostLock();
  }

  /** The file id, which does not change when the journal is sealed. */
  id(): string {
    return this.context.token ?? String(this.firstSeq);
  }

  flushedSize(): number {
    return this.file.flushedSize();
  }

  records(): number {
    return this.recordCount;
  }

  isEmpty(): boolean {
    return this.flushedSize() === firstRecordAt;
  }

  /** Ensures that new records get higher numbers than this one. */
  skipPast(seq: number): void {
    this.seq = Math.max(this.seq, seq);
  }

  /** Renames the flushed file to a segment and starts a new journal. */
  seal(): Promise<void> {
    const { disk, path: file } = this.context;
    return this.renew(() =>
      disk.rename(file, path.join(path.dirname(file), segmentNameOf(this.id()))),
    );
  }

  /** Replaces this journal and discards its records. */
  startOver(): Promise<void> {
    return this.renew(() => this.context.disk.remove(this.context.path));
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async open(): Promise<DiskFile> {
    const { disk, path: file } = this.context;
    if (this.isMissing) await this.create();
    // The rename that created the journal must be durable before a record is.
    await disk.flushPath(path.dirname(file));
    return disk.open(file, 'append');
  }

  private async create(): Promise<void> {
    await replaceFile(this.context.disk, this.context.path, encodeHeader(this.firstSeq));
    this.isMissing = false;
  }

  private renew(clear: () => Promise<void>): Promise<void> {
    return this.file.replace(async (resized) => {
      await clear();
      // If this fails now, the next append creates the journal.
      this.isMissing = true;
      this.firstSeq = this.flushedSeq + 1;
      this.recordCount = 0;
      resized(firstRecordAt);
      await this.create();
    });
  }
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
 * the middle, or in a last record of full length, is skipped, and a copy of the file is kept. A file that is not a journal is set aside;
 * returns undefined then, and if there is no file.
 */
export async function repairJournal(context: JournalContext): Promise<RepairedJournal | undefined> {
  const { disk, problems } = context;
  const found = await withFile(disk, context.path, async (file) => {
    const header = await findStart(file);
    let damaged = 0;
    const records = await findRecords(file, header ?? noHeader, (bytes) => (damaged += bytes));
    const size = await file.size();
    const rest = size - records.end.offset;
    const isDamaged = await startsWhole(file, records.end.offset, rest);
    if (isDamaged) damaged += rest;
    return { ...records, rest, isDamaged, header, damaged };
  });
  if (found === undefined) return undefined;
  const { header, firstSeq, end, damaged } = found;
  if (header === undefined && firstSeq === undefined) {
    await setAside(context);
    return undefined;
  }
  const start = header ?? { seq: (firstSeq ?? 1) - 1, offset: firstRecordAt };
  if (header === undefined || damaged > 0) await preserveCopy(context, damaged);
  if (header === undefined) {
    await withOpened(disk, context.path, 'write', async (file) => {
      await writeAll(file, encodeHeader(start.seq + 1), 0);
      await file.flush();
    });
  }
  const { rest } = found;
  if (rest > 0) {
    await withOpened(disk, context.path, 'write', async (file) => {
      await file.truncate(end.offset);
      await file.flush();
    });
  }
  if (rest > 0 && !found.isDamaged) {
    problems.dropped(rest);
    problems.report(
      `The record journal ended in the middle of a record: ${rest} bytes were removed. All complete records were kept.`,
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
