import { setImmediate } from 'node:timers/promises';
import { crc32c } from './crc32c';
import type { DiskFile } from './disk';

/**
 * A record journal is a header (magic, first sequence number, CRC) and records: length of the
 * payload (u32), CRC-32C of payload and the rest of the head (u32), sequence number (u64), type
 * (u8), payload. Little endian.
 */
const magic = 0x314a_4847; // "GHJ1"
const headerBytes = 16;
export const headBytes = 17;

/** Bytes hashed between two turns of the event loop: about 3 ms. */
const hashSlice = 1024 * 1024;

export interface JournalRecord {
  readonly seq: number;
  readonly type: number;
  readonly payload: Uint8Array;
  readonly position: number;
  /** Where the next record starts. */
  readonly next: number;
}

export const firstRecordAt = headerBytes;

export function encodeHeader(firstSeq: number): Uint8Array {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(magic, 0);
  header.writeBigUInt64LE(BigInt(firstSeq), 4);
  header.writeUInt32LE(crc32c(header.subarray(0, 12)), 12);
  return header;
}

/** The first sequence number; undefined when this is no record journal. */
export async function readHeader(file: DiskFile): Promise<number | undefined> {
  const header = Buffer.from(await file.read(0, headerBytes));
  if (header.length < headerBytes || header.readUInt32LE(0) !== magic) return undefined;
  if (header.readUInt32LE(12) !== crc32c(header.subarray(0, 12))) return undefined;
  return Number(header.readBigUInt64LE(4));
}

/** Hashes without holding the event loop. */
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
  /** Of the payload, by `hashPayload`. */
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

/** What a head says, before anything of it is checked. */
export function parseHead(head: Buffer): Omit<RecordHead, 'hash'> {
  return {
    length: head.readUInt32LE(0),
    seq: Number(head.readBigUInt64LE(8)),
    type: head.readUInt8(16),
  };
}

/** True when the bytes, from the head on, are what was written as one record. */
export async function isWhole(record: Buffer): Promise<boolean> {
  if (record.length < headBytes || record.readUInt32LE(0) !== record.length - headBytes) {
    return false;
  }
  const head = record.subarray(0, headBytes);
  return hashHead(head, await hashPayload(record.subarray(headBytes))) === head.readUInt32LE(4);
}

/** Cheap, and false for nearly everything that is no head: for the search of one. */
export function mayBeHead(bytes: Buffer, at: number, room: number): boolean {
  return (
    bytes.readUInt16LE(at + 14) === 0 &&
    bytes.readUInt8(at + 16) <= highestType &&
    bytes.readUInt32LE(at) <= room - headBytes
  );
}

/** Of the types of records that this and the next versions may use. */
const highestType = 31;
