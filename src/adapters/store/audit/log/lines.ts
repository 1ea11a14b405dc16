import { createHash } from 'node:crypto';
import * as z from 'zod';
import {
  type AuditEntry,
  auditEntrySchema,
  type SealedEntry,
} from '../../../../core/contracts/audit/entry';
import type { DiskFile } from '../../disk/disk';

/** How a line stands in the chain of its writer. */
export interface ChainMark {
  readonly writer: string;
  readonly seq: number;
  /** Digest of the line before it. */
  readonly prev: string;
}

/** A line that the next one is chained to. */
export interface ChainPoint {
  /** 0: no chained line yet. */
  readonly seq: number;
  readonly prev: string;
  readonly digest: string;
}

const noDigest = '0'.repeat(64);

/** Before the first line. */
export const chainStart: ChainPoint = { seq: 0, prev: noDigest, digest: noDigest };

const markPattern = /^\{"writer":"([\w-]+)","seq":(\d{1,15}),"prev":"([0-9a-f]{64})",/;

/** What `parseMark` needs of a line. */
export const markBytes = 512;

/**
 * An entry as JSON. The arguments come last: they may be long, and what the index needs then stands
 * before them.
 */
export function encodeEntry({ call, ...rest }: AuditEntry): string {
  return JSON.stringify({ ...rest, call });
}

/** Says in the log itself that bytes of an unfinished line were cut off its end. */
export function encodeCut(ts: string, droppedBytes: number): string {
  return JSON.stringify({ ts, dropped_bytes: droppedBytes });
}

/** One object in JSON as the line that follows `last`: without its newline, and its place. */
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

/** Undefined when the line does not begin as a chained one does. */
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
  /** The line, or the beginning of one that is longer than was asked for. */
  readonly head: Buffer;
  /** SHA-256 in hex; empty when none was asked for. */
  readonly digest: string;
}

export interface LineChunk {
  readonly lines: readonly AuditLine[];
  /** Where the next line starts. */
  readonly next: number;
}

export interface LineRange {
  readonly from: number;
  readonly to: number;
  /** How much of a line is kept, in bytes. */
  readonly keep: number;
  readonly digests?: boolean;
}

const newlineByte = 0x0a;

/** Small enough that what is done with the lines of one chunk stays well under 25 ms. */
const scanBytes = 64 * 1024;

const cutSchema = z.object({ ts: z.string(), dropped_bytes: z.number().int() });

/** Undefined when the line is no audit entry; one from before lines were chained is. */
export function parseEntry(line: string): AuditEntry | undefined {
  return auditEntrySchema.safeParse(parseJson(line)).data;
}

/**
 * The entry with its place in the chain; one from before lines were chained stands at 0. Undefined
 * when the line is no entry.
 */
export function parseSealed(line: string, writer: string): SealedEntry | undefined {
  const entry = parseEntry(line);
  return entry && { ...entry, ...(parseMark(line) ?? { writer, seq: 0, prev: chainStart.digest }) };
}

/** What the index keeps of an entry. */
export interface EntryHead {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly seq: number;
  readonly tool: string;
  readonly result: string;
}

const headSchema = auditEntrySchema.pick({ ts: true, tool: true, result: true });

/**
 * What the index keeps of a line: of a chained one only what stands before its arguments is read,
 * which may be long. Undefined when the line is no entry.
 */
export function parseHead(line: string): EntryHead | undefined {
  const mark = parseMark(line);
  const call = mark === undefined ? -1 : line.indexOf(',"call":');
  const json = call === -1 ? line : `${line.slice(0, call)}}`;
  const { ts, tool, result } = headSchema.safeParse(parseJson(json)).data ?? {};
  const at = Date.parse(ts ?? '');
  if (tool === undefined || result === undefined || Number.isNaN(at)) return undefined;
  return { at, seq: mark?.seq ?? 0, tool, result };
}

/** True for a line that tells how much a crash has cost (see `encodeCut`). */
export function isCutLine(line: string): boolean {
  return cutSchema.safeParse(parseJson(line)).success;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not JSON: no schema takes it.
  }
}

/**
 * The complete lines of a range, read once in pieces: memory does not grow with file or line. What
 * follows the last newline is left.
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

function createLine({ keep, digests = false }: LineRange, offset: number): OpenLine {
  const hash = digests ? createHash('sha256') : undefined;
  const parts: Buffer[] = [];
  let kept = 0;
  let bytes = 0;
  return {
    offset,
    add: (part) => {
      hash?.update(part);
      bytes += part.length;
      const taken = part.subarray(0, keep - kept);
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

/** The line that starts at `from`, undefined when none ends before `to`. */
export async function readLine(file: DiskFile, range: LineRange): Promise<AuditLine | undefined> {
  for await (const { lines } of scanLines(file, range)) return lines[0];
  return undefined;
}

/** Where the last line before `end` starts, searched backwards; 0 when there is no newline. */
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
