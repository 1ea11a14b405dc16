import type { DiskFile } from './disk';
import { firstRecordAt, readHeader, readRecord, type JournalRecord } from './record-format';

/** A position between two records. */
export interface JournalPosition {
  /** Of the last record before it. */
  readonly seq: number;
  readonly offset: number;
}

/** Where the records begin; undefined when this is no record journal. */
export async function findStart(file: DiskFile): Promise<JournalPosition | undefined> {
  const firstSeq = await readHeader(file);
  return firstSeq === undefined ? undefined : { seq: firstSeq - 1, offset: firstRecordAt };
}

/** The whole records from `start` to byte `end`; stops at the first one that is not. */
export async function* readRecords(
  file: DiskFile,
  start: JournalPosition,
  end: number,
): AsyncGenerator<JournalRecord> {
  let { seq, offset } = start;
  for (;;) {
    const record = await readRecord(file, offset, { end, afterSeq: seq });
    if (record === undefined) return;
    yield record;
    seq = record.seq;
    offset = record.next;
  }
}

export async function findEnd(file: DiskFile, start: JournalPosition): Promise<JournalPosition> {
  let position = start;
  for await (const record of readRecords(file, start, await file.size())) {
    position = { seq: record.seq, offset: record.next };
  }
  return position;
}
