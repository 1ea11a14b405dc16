import type { DiskFile } from './disk';
import {
  firstRecordAt,
  headBytes,
  isWhole,
  mayBeHead,
  parseHead,
  readHeader,
  type JournalRecord,
} from './record-format';

/** A position between two records. */
export interface JournalPosition {
  /** Of the last record before it. */
  readonly seq: number;
  readonly offset: number;
}

export interface ReadRange {
  readonly start: JournalPosition;
  /** Up to which byte. */
  readonly end: number;
  /**
   * Told of bytes between whole records that are none, which are then skipped. Absent: the reading
   * stops at the first record that is not whole, as one that is just being written is not.
   */
  readonly onDamage?: (bytes: number) => void;
}

const chunkBytes = 256 * 1024;

/** Where the records begin; undefined when this is no record journal. */
export async function findStart(file: DiskFile): Promise<JournalPosition | undefined> {
  const firstSeq = await readHeader(file);
  return firstSeq === undefined ? undefined : { seq: firstSeq - 1, offset: firstRecordAt };
}

/** The whole records of a range. What is damaged up to its end is left to the caller. */
export async function* readRecords(
  file: DiskFile,
  { start, end, onDamage }: ReadRange,
): AsyncGenerator<JournalRecord> {
  const source = { read: readInChunks(file, end), end };
  let { seq, offset } = start;
  for (;;) {
    let record = await readRecord(source, offset, seq);
    if (record === undefined && onDamage !== undefined) {
      record = await findRecord(source, offset + 1, seq);
      if (record !== undefined) onDamage(record.position - offset);
    }
    if (record === undefined) return;
    yield record;
    seq = record.seq;
    offset = record.next;
  }
}

export interface FoundRecords {
  /** Undefined when there is none. */
  readonly firstSeq: number | undefined;
  readonly end: JournalPosition;
  readonly records: number;
}

/** Reads all records that a file has. */
export async function findRecords(
  file: DiskFile,
  start: JournalPosition,
  onDamage: (bytes: number) => void,
): Promise<FoundRecords> {
  let firstSeq: number | undefined;
  let position = start;
  let records = 0;
  for await (const record of readRecords(file, { start, end: await file.size(), onDamage })) {
    position = { seq: record.seq, offset: record.next };
    firstSeq ??= record.seq;
    records += 1;
  }
  return { firstSeq, end: position, records };
}

interface ChunkSource {
  /** Fewer bytes only at the end of the file. */
  readonly read: (position: number, length: number) => Promise<Buffer>;
  readonly end: number;
}

function readInChunks(file: DiskFile, end: number): ChunkSource['read'] {
  let from = 0;
  let held: Buffer = Buffer.alloc(0);
  return async (position, length) => {
    if (position < from || position + length > from + held.length) {
      const wanted = Math.min(Math.max(length, chunkBytes), end - position);
      const bytes = await file.read(position, wanted);
      held = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      from = position;
    }
    return held.subarray(position - from, position - from + length);
  };
}

/** The record at `position`; undefined when it is torn, altered or out of order. */
async function readRecord(
  { read, end }: ChunkSource,
  position: number,
  afterSeq: number,
): Promise<JournalRecord | undefined> {
  if (position + headBytes > end) return undefined;
  const head = await read(position, headBytes);
  if (head.length < headBytes) return undefined;
  const { length, seq, type } = parseHead(head);
  const next = position + headBytes + length;
  if (next > end || seq < afterSeq) return undefined;
  const record = await read(position, headBytes + length);
  if (!(await isWhole(record))) return undefined;
  return { seq, type, payload: record.subarray(headBytes), position, next };
}

/** The next whole record at or behind `from`. */
async function findRecord(
  source: ChunkSource,
  from: number,
  afterSeq: number,
): Promise<JournalRecord | undefined> {
  for (let start = from; start + headBytes <= source.end;) {
    const bytes = await source.read(start, Math.min(chunkBytes, source.end - start));
    const count = bytes.length - headBytes + 1;
    for (let at = 0; at < count; at += 1) {
      if (!mayBeHead(bytes, at, source.end - start - at)) continue;
      const record = await readRecord(source, start + at, afterSeq);
      if (record !== undefined) return record;
    }
    if (count <= 0) return undefined;
    start += count;
  }
  return undefined;
}
