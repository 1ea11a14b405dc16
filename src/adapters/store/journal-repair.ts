import path from 'node:path';
import { truncateFile, withFile, writeAll, type Disk } from './disk';
import { findRecords, findStart, type JournalPosition } from './journal-reader';
import type { Problems } from './problems';
import { encodeHeader, firstRecordAt } from './record-format';

export interface JournalContext {
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
