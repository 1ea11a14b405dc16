import { isObject, parseJson, toList, type UnknownObject } from '../../../core/contracts/json';
import type { DiskFile } from '../../system/disk';
import { recordOf, type JournalItem } from './read-journal';

/**
 * Journals of versions up to 4: a header (magic, first number, CRC), and records of payload length
 * (u32), CRC-32C of payload and the rest of the head (u32), number (u64), type (u8), payload. Little
 * endian. A payload is a JSON line, and the bytes that it describes.
 */
const magic = 0x314a_4847; // "GHJ1"
const headerBytes = 16;
const headBytes = 17;
const highestType = 31;

export async function* readOldRecords(
  file: DiskFile,
  from: number,
  end: number,
): AsyncGenerator<JournalItem> {
  const bytes = Buffer.from(await file.read(0, end));
  if (!hasHeader(bytes)) {
    const found = end < headerBytes ? 'torn' : 'damaged';
    yield { found, bytes: Math.min(end, headerBytes), next: headerBytes };
  }
  let number = 0;
  for (let at = Math.max(from, headerBytes); at < bytes.length;) {
    let start = at;
    while (start < bytes.length && !isWhole(bytes, start, number)) start += 1;
    if (start > at) {
      const isTorn = start === bytes.length && isBeginning(bytes, at);
      yield { found: isTorn ? 'torn' : 'damaged', bytes: start - at, next: start };
    }
    if (start === bytes.length) return;
    number = numberAt(bytes, start);
    at = endAt(bytes, start);
    const type = bytes.readUInt8(start + 16);
    // Records of type 0 had a meaning for versions up to 3.
    const found = type === 0 ? undefined : decode(type, bytes.subarray(start + headBytes, at));
    if (found !== undefined) yield { found, bytes: at - start, next: at };
  }
}

function hasHeader(bytes: Buffer): boolean {
  if (bytes.length < headerBytes || bytes.readUInt32LE(0) !== magic) return false;
  return bytes.readUInt32LE(12) === crc32c(bytes.subarray(0, 12));
}

function numberAt(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at + 8));
}

function endAt(bytes: Buffer, at: number): number {
  return at + headBytes + bytes.readUInt32LE(at);
}

/** True if a complete, unchanged record begins here, whose number is not before `least`. */
function isWhole(bytes: Buffer, at: number, least: number): boolean {
  const isRoom = at + headBytes <= bytes.length;
  if (!isRoom || endAt(bytes, at) > bytes.length || bytes.readUInt8(at + 16) > highestType) {
    return false;
  }
  if (numberAt(bytes, at) < least || bytes.readUInt16LE(at + 14) !== 0) return false;
  const ofPayload = crc32c(bytes.subarray(at + headBytes, endAt(bytes, at)));
  const ofLength = crc32c(bytes.subarray(at, at + 4), ofPayload);
  return crc32c(bytes.subarray(at + 8, at + headBytes), ofLength) === bytes.readUInt32LE(at + 4);
}

/** False if the end has a record of full length, which was changed. A power cut may leave zeros. */
function isBeginning(bytes: Buffer, at: number): boolean {
  const head = bytes.subarray(at, at + headBytes);
  if (head.length < headBytes || head.every((byte) => byte === 0)) return true;
  return endAt(bytes, at) > bytes.length;
}

function decode(type: number, payload: Buffer): JournalItem['found'] {
  const found = payload.indexOf('\n');
  const end = found === -1 ? payload.length : found;
  const head = parseJson(payload.toString('utf8', 0, end));
  if (!isObject(head)) return 'unknown';
  return recordOf(valueOf(type, head, payload.subarray(end + 1)));
}

function valueOf(type: number, head: UnknownObject, body: Buffer): unknown {
  const { id, ...rest } = head;
  switch (type) {
    case 1: {
      const text = body.toString();
      const of = { piece: 0, start: 0, chars: text.length, bytes: body.length };
      return { of, ...head, kind: 'output', text };
    }
    case 2:
      return { ...head, kind: 'summary', conversation: rest['conversationId'] };
    case 3: {
      let at = 0;
      const next = (bytes: unknown) => body.toString('utf8', at, (at += Number(bytes)));
      const put = toList(rest['put']).map((entry) =>
        isObject(entry)
          ? { ...entry, value: next(entry['bytes']), words: next(entry['wordsBytes']) }
          : entry,
      );
      return { ...rest, kind: 'change', conversation: id, put };
    }
    case 4:
      return { kind: 'deletion', conversation: id };
    default:
      return undefined;
  }
}

const polynomial = 0x82f63b78;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    value = (value & 1) === 1 ? (value >>> 1) ^ polynomial : value >>> 1;
  }
  return value;
});

/** CRC-32C (Castagnoli). Pass the previous result as `seed` to continue. */
export function crc32c(bytes: Uint8Array, seed = 0): number {
  let crc = ~seed;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
