import { setImmediate } from 'node:timers/promises';
import type { DiskFile } from '../../system/disk';

/**
 * A record journal is a header (magic, first sequence number, CRC) and records: payload length
 * (u32), CRC-32C of payload and the rest of the head (u32), sequence number (u64), type (u8),
 * payload. Little endian.
 */
const magic = 0x314a_4847; // "GHJ1"
const headerBytes = 16;
const headBytes = 17;

/** Bytes hashed between two turns of the event loop: about 3 ms. */
const hashSlice = 1024 * 1024;

export interface JournalRecord {
  readonly seq: number;
  readonly type: number;
  readonly payload: Uint8Array;
  readonly position: number;
  /** Start of the next record. */
  readonly next: number;
}

export function encodeHeader(firstSeq = 1): Uint8Array {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(magic, 0);
  header.writeBigUInt64LE(BigInt(firstSeq), 4);
  header.writeUInt32LE(crc32c(header.subarray(0, 12)), 12);
  return header;
}

/** False for any other file. */
export async function hasHeader(file: DiskFile): Promise<boolean> {
  const header = Buffer.from(await file.read(0, headerBytes));
  if (header.length < headerBytes || header.readUInt32LE(0) !== magic) return false;
  return header.readUInt32LE(12) === crc32c(header.subarray(0, 12));
}

/** Hashes in slices, so that the event loop is not blocked. */
export async function hashPayload(payload: Uint8Array): Promise<number> {
  let crc = 0;
  for (let at = 0; at < payload.length; at += hashSlice) {
    if (at > 0) await setImmediate();
    crc = crc32c(payload.subarray(at, at + hashSlice), crc);
  }
  return crc;
}

export interface RecordHead {
  readonly seq: number;
  readonly type: number;
  readonly length: number;
  /** `hashPayload` of the payload. */
  readonly hash: number;
}

export function encodeHead({ seq, type, length, hash }: RecordHead): Uint8Array {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(length, 0);
  head.writeBigUInt64LE(BigInt(seq), 8);
  head.writeUInt8(type, 16);
  head.writeUInt32LE(hashHead(head, hash), 4);
  return head;
}

function hashHead(head: Buffer, payloadHash: number): number {
  return crc32c(head.subarray(8), crc32c(head.subarray(0, 4), payloadHash));
}

/** Reads a head without verifying it. */
function parseHead(head: Buffer): Omit<RecordHead, 'hash'> {
  return {
    length: head.readUInt32LE(0),
    seq: Number(head.readBigUInt64LE(8)),
    type: head.readUInt8(16),
  };
}

/** True if the bytes are one complete, unchanged record. */
async function isWhole(record: Buffer): Promise<boolean> {
  if (record.length < headBytes || record.readUInt32LE(0) !== record.length - headBytes) {
    return false;
  }
  const head = record.subarray(0, headBytes);
  return hashHead(head, await hashPayload(record.subarray(headBytes))) === head.readUInt32LE(4);
}

/**
 * True if the `rest` of a file begins with a record of full length: it was complete, and changed
 * later. A crash leaves a part of one; a power cut may leave zeros in its place.
 */
export async function startsWhole(file: DiskFile, at: number, rest: number): Promise<boolean> {
  const head = Buffer.from(await file.read(at, Math.min(headBytes, rest)));
  if (head.length < headBytes || head.every((byte) => byte === 0)) return false;
  return rest >= headBytes + parseHead(head).length;
}

/** A cheap test that rejects nearly everything that is not a record head. */
function mayBeHead(bytes: Buffer, at: number, room: number): boolean {
  return (
    bytes.readUInt16LE(at + 14) === 0 &&
    bytes.readUInt8(at + 16) <= highestType &&
    bytes.readUInt32LE(at) <= room - headBytes
  );
}

/** Highest record type that this and the next versions may use. */
const highestType = 31;

const polynomial = 0x82f63b78;

function buildTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) {
      value = (value & 1) === 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    }
    return value;
  });
}

const table = buildTable();

/** CRC-32C (Castagnoli). Pass the previous result as `seed` to continue. */
export function crc32c(bytes: Uint8Array, seed = 0): number {
  let crc = ~seed;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** A position between two records. */
export interface JournalPosition {
  /** Sequence number of the previous record. */
  readonly seq: number;
  readonly offset: number;
}

export interface ReadRange {
  readonly start: JournalPosition;
  readonly end: number;
  /**
   * Called with the number of damaged bytes that were skipped between records. If absent, reading
   * stops at the first incomplete record, which may be in the middle of a write.
   */
  readonly onDamage?: (bytes: number) => void;
}

const chunkBytes = 256 * 1024;

/** An unreadable header does not stop the search for records. */
export const journalStart: JournalPosition = { seq: 0, offset: headerBytes };

/** The complete records of a range. Damage at its end is left to the caller. */
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

interface ChunkSource {
  /** Returns fewer bytes only at the end of the file. */
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

/** The record at `position`; undefined if it is torn, changed or out of order. */
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

/** The next complete record at or after `from`. */
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
