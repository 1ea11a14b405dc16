import { createHash } from 'node:crypto';
import type { DiskFile } from '../../../system/disk';

/** The position of a line in its writer's chain. */
export interface ChainMark {
  readonly writer: string;
  readonly seq: number;
  /** Digest of the previous line. */
  readonly prev: string;
}

/** A line to which the next one is chained. */
export interface ChainPoint {
  /** 0 before the first chained line. */
  readonly seq: number;
  readonly prev: string;
  readonly digest: string;
}

const noDigest = '0'.repeat(64);

export const chainStart: ChainPoint = { seq: 0, prev: noDigest, digest: noDigest };

const markPattern = /^\{"writer":"([\w-]+)","seq":(\d{1,15}),"prev":"([0-9a-f]{64})",/;

/** Enough bytes of a line for `parseMark`. */
export const markBytes = 512;

/** Records in the log that an unfinished line was cut off. */
export function encodeCut(ts: string, droppedBytes: number): string {
  return JSON.stringify({ ts, dropped_bytes: droppedBytes });
}

/** Why entries wait longer for their seal than usual: it is slow, or a crash came before it. */
export type LateReason = 'slow' | 'crash';

/** Records in the log that entries before it still wait for a seal. */
export function encodeLate(ts: string, reason: LateReason): string {
  return JSON.stringify({ ts, seal_late: reason });
}

/** The JSON object as the line after `last`, without a newline, and its position in the chain. */
export function chainLine(
  last: ChainPoint,
  writer: string,
  json: string,
): { readonly line: Buffer; readonly point: ChainPoint } {
  const seq = last.seq + 1;
  const mark = `{"writer":"${writer}","seq":${seq},"prev":"${last.digest}",`;
  const line = Buffer.from(mark + json.slice(1));
  return { line, point: { seq, prev: last.digest, digest: digestOf(line) } };
}

/** Undefined if the line does not begin like a chained line. */
export function parseMark(line: string): ChainMark | undefined {
  const [, writer, seq, prev] = markPattern.exec(line) ?? [];
  if (writer === undefined || prev === undefined) return undefined;
  return { writer, seq: Number(seq), prev };
}

export function digestOf(line: Uint8Array): string {
  return createHash('sha256').update(line).digest('hex');
}

/** One complete line of an audit file, without its newline. */
export interface AuditLine {
  readonly offset: number;
  readonly bytes: number;
  /** The line, or the start of one longer than requested. */
  readonly head: Buffer;
  /** SHA-256 in hex; empty unless requested. */
  readonly digest: string;
}

export interface LineChunk {
  readonly lines: readonly AuditLine[];
  /** Start of the next line. */
  readonly next: number;
}

export interface LineRange {
  readonly from: number;
  readonly to: number;
  /** Longer lines are cut to this size. */
  readonly maxLineBytes: number;
  readonly digests?: boolean;
}

const newlineByte = 0x0a;

/** Small enough to process the lines of a chunk well under 25 ms. */
const scanBytes = 64 * 1024;

/**
 * The complete lines of a range, read once in chunks: memory does not grow with file or line size.
 * Bytes after the last newline are ignored.
 */
export async function* scanLines(file: DiskFile, range: LineRange): AsyncGenerator<LineChunk> {
  let line = createLine(range, range.from);
  let at = range.from;
  while (at < range.to) {
    const chunk = asBuffer(await file.read(at, Math.min(scanBytes, range.to - at)));
    if (chunk.length === 0) return;
    const lines: AuditLine[] = [];
    let start = 0;
    for (
      let end = chunk.indexOf(newlineByte);
      end !== -1;
      end = chunk.indexOf(newlineByte, start)
    ) {
      line.add(chunk.subarray(start, end));
      lines.push(line.finish());
      start = end + 1;
      line = createLine(range, at + start);
    }
    line.add(chunk.subarray(start));
    at += chunk.length;
    if (lines.length > 0) yield { lines, next: line.offset };
  }
}

interface OpenLine {
  readonly offset: number;
  add(part: Buffer): void;
  finish(): AuditLine;
}

function createLine({ maxLineBytes, digests = false }: LineRange, offset: number): OpenLine {
  const hash = digests ? createHash('sha256') : undefined;
  const parts: Buffer[] = [];
  let kept = 0;
  let bytes = 0;
  return {
    offset,
    add: (part) => {
      hash?.update(part);
      bytes += part.length;
      const taken = part.subarray(0, maxLineBytes - kept);
      if (taken.length === 0) return;
      parts.push(taken);
      kept += taken.length;
    },
    finish: () => {
      const [first, ...more] = parts;
      const head = first !== undefined && more.length === 0 ? first : Buffer.concat(parts);
      return { offset, bytes, head, digest: hash?.digest('hex') ?? '' };
    },
  };
}

/** The last complete line and its end; undefined if there is none. */
export async function readLastLine(
  file: DiskFile,
  options: Omit<LineRange, 'from' | 'to'>,
): Promise<{ readonly line: AuditLine; readonly end: number } | undefined> {
  const to = await findLineStart(file, await file.size());
  if (to === 0) return undefined;
  const from = await findLineStart(file, to - 1);
  for await (const { lines } of scanLines(file, { ...options, from, to })) {
    const [line] = lines;
    return line && { line, end: to };
  }
  return undefined;
}

/** Start of the last line before `end`, searched backwards; 0 if there is no newline. */
export async function findLineStart(file: DiskFile, end: number): Promise<number> {
  let to = end;
  while (to > 0) {
    const from = Math.max(0, to - scanBytes);
    const found = asBuffer(await file.read(from, to - from)).lastIndexOf(newlineByte);
    if (found !== -1) return from + found + 1;
    to = from;
  }
  return 0;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
