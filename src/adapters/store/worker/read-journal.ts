import { crc32 } from 'node:zlib';
import { parseJson } from '../../../core/contracts/json';
import type { DiskFile } from '../../system/disk';
import { scanLines } from '../audit/log/lines';
import { recordSchema, type StoreRecord } from '../journal/records';

/**
 * A place in a journal: a record; one that only a newer version knows; bytes that cannot be read; or
 * the beginning of a record at the end, which is being written or was left by a crash.
 */
export interface JournalItem {
  readonly found: StoreRecord | 'unknown' | 'damaged' | 'torn';
  readonly bytes: number;
  /** Where the next one begins. */
  readonly next: number;
}

/** Reads a journal of lines: CRC-32 and length of the JSON, and the JSON. */
export async function* readLines(
  file: DiskFile,
  from: number,
  end: number,
): AsyncGenerator<JournalItem> {
  let next = from;
  const range = { from, to: end, maxLineBytes: Number.MAX_SAFE_INTEGER };
  for await (const { lines } of scanLines(file, range)) {
    for (const { offset, bytes, head } of lines) {
      next = offset + bytes + 1;
      yield { found: decode(head), bytes, next };
    }
  }
  if (next === end) return;
  const isTorn = isBeginning(Buffer.from(await file.read(next, headRoom)), end - next);
  yield { found: isTorn ? 'torn' : 'damaged', bytes: end - next, next: end };
}

/** What a value read from a journal is. */
export function recordOf(value: unknown): StoreRecord | 'unknown' {
  return recordSchema.safeParse(value).data ?? 'unknown';
}

const headPattern = /^([\da-f]{8}) (\d{1,15}) /;
const headRoom = 25;

function decode(line: Buffer): JournalItem['found'] {
  const [head = '', crc, length] = headPattern.exec(line.toString('latin1', 0, headRoom)) ?? [];
  const json = line.subarray(head.length);
  const isWhole = json.length === Number(length) && crc32(json) === Number.parseInt(crc ?? '', 16);
  return isWhole ? recordOf(parseJson(json.toString())) : 'damaged';
}

/** False if so much is there that it was a whole line. A power cut may leave zeros. */
function isBeginning(start: Buffer, bytes: number): boolean {
  const text = start.toString('latin1');
  const [head, , length] = headPattern.exec(text) ?? [];
  if (head !== undefined) return bytes <= head.length + Number(length);
  return /^(?:[\da-f]{0,8}|[\da-f]{8} \d{0,15})$/.test(text) || start.every((byte) => byte === 0);
}
