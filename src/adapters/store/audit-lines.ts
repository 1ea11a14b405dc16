import { auditEntrySchema, type AuditEntry } from '../../core/contracts/audit';
import type { DiskFile } from './disk';

/** One complete line of an audit file, without its newline. */
export interface AuditLine {
  readonly offset: number;
  readonly bytes: number;
  readonly text: string;
}

export interface LineChunk {
  readonly lines: readonly AuditLine[];
  /** Where the next line starts. */
  readonly next: number;
}

const newline = 0x0a;

/** Small enough that parsing and indexing one chunk stays well under 25 ms. */
const chunkBytes = 64 * 1024;

/** The entry as one line, newline included. */
export function encodeEntry(entry: AuditEntry): Uint8Array {
  return Buffer.from(`${JSON.stringify(entry)}\n`);
}

/** Undefined when the line is no audit entry. */
export function parseEntry(line: string): AuditEntry | undefined {
  try {
    return auditEntrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined; // Not JSON: the caller counts it.
  }
}

/** The complete lines between `from` and `to`; an unfinished last line is left for later. */
export async function* readLines(
  file: DiskFile,
  from: number,
  to: number,
): AsyncGenerator<LineChunk> {
  let start = from;
  let length = chunkBytes;
  while (start < to) {
    const chunk = Buffer.from(await file.read(start, Math.min(length, to - start)));
    const end = chunk.lastIndexOf(newline) + 1;
    if (end > 0) {
      yield { lines: splitLines(chunk.subarray(0, end), start), next: start + end };
      start += end;
      length = chunkBytes;
    } else {
      if (start + chunk.length >= to || chunk.length < length) return;
      length *= 2;
    }
  }
}

function splitLines(chunk: Buffer, offset: number): readonly AuditLine[] {
  const lines: AuditLine[] = [];
  let start = 0;
  for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
    const text = chunk.toString('utf8', start, end);
    if (text !== '') lines.push({ offset: offset + start, bytes: end - start, text });
    start = end + 1;
  }
  return lines;
}

/** Where the last complete line ends, searched from the end of the file. */
export async function findLinesEnd(file: DiskFile): Promise<number> {
  let end = await file.size();
  while (end > 0) {
    const start = Math.max(0, end - chunkBytes);
    const found = Buffer.from(await file.read(start, end - start)).lastIndexOf(newline);
    if (found !== -1) return start + found + 1;
    end = start;
  }
  return 0;
}
