import { createHash } from 'node:crypto';
import type { AuditEntry } from '../../core/contracts/audit';

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
