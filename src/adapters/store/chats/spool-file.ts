import { StringDecoder } from 'node:string_decoder';
import { writeAll } from '../../system/whole-file';
import type { DiskFile } from '../../system/disk';
import { markerBytes, omittedMark } from './output-text';

/** Bytes read at a time: their text fits in a piece of a stored output. */
const readBytes = 48 * 1024;
/** Bytes that are given up so that the text is cut between two lines. */
const maxGivenUp = 4096;
const newline = 0x0a;

/**
 * An output on disk. Of more than `maxBytes` (0 = no limit) it keeps the beginning and, in a ring
 * behind it, the newest bytes, so that the file does not grow beyond the limit.
 */
export class SpoolFile {
  private written = 0;
  private readonly head: number;
  private readonly ring: number;

  constructor(
    private readonly file: DiskFile,
    private readonly maxBytes: number,
    private readonly removeFile: () => Promise<void>,
  ) {
    const half = Math.max(1, Math.floor((maxBytes - markerBytes) / 2));
    this.head = maxBytes === 0 ? Infinity : half;
    this.ring = half;
  }

  get bytes(): number {
    return this.written;
  }

  get isWhole(): boolean {
    return this.written <= this.head + this.ring;
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const { position, room } = this.next();
      const part = bytes.subarray(at, at + Math.min(room, bytes.length - at));
      await writeAll(this.file, part, position);
      this.written += part.length;
      at += part.length;
    }
  }

  /** The text in pieces; none splits a character. Of what was left out, a mark says how much. */
  async *pieces(): AsyncGenerator<string> {
    if (this.isWhole) {
      yield* this.read([[0, this.written]]);
      return;
    }
    const { head, written } = this;
    const { position: oldest } = this.next();
    const end = await this.endOfLines();
    const skipped = await this.beginOfLines(oldest);
    yield* this.read([[0, end]]);
    yield omittedMark(written - end - (this.ring - skipped), 'bytes', this.maxBytes);
    const all = head + this.ring;
    const from = oldest + skipped;
    const isPast = from >= all;
    yield* this.read(
      isPast
        ? [[from - this.ring, oldest]]
        : [
            [from, all],
            [head, oldest],
          ],
    );
  }

  async remove(): Promise<void> {
    await this.file.close();
    await this.removeFile();
  }

  /** Where the next byte goes, and how many fit there. */
  private next(): { readonly position: number; readonly room: number } {
    const { head, ring, written } = this;
    if (written < head) return { position: written, room: head - written };
    const at = (written - head) % ring;
    return { position: head + at, room: ring - at };
  }

  private async *read(
    ranges: readonly (readonly [from: number, to: number])[],
  ): AsyncGenerator<string> {
    const decoder = new StringDecoder('utf8');
    for (const [from, to] of ranges) {
      for (let at = from; at < to; at += readBytes) {
        const bytes = await this.file.read(at, Math.min(readBytes, to - at));
        const text = decoder.write(Buffer.from(bytes));
        if (text !== '') yield text;
      }
    }
    const rest = decoder.end();
    if (rest !== '') yield rest;
  }

  /** Where the last whole line of the beginning ends, or else the last whole character. */
  private async endOfLines(): Promise<number> {
    const from = Math.max(0, this.head - maxGivenUp);
    const bytes = Buffer.from(await this.file.read(from, this.head - from));
    const line = bytes.lastIndexOf(newline) + 1;
    if (line > 0) return from + line;
    let end = bytes.length;
    while (end > 0 && isContinuation(bytes[end - 1])) end -= 1;
    const isCut = end < bytes.length || (bytes[end - 1] ?? 0) >= 0xc0;
    return from + (isCut ? Math.max(0, end - 1) : end);
  }

  /** How many bytes of the ring come before the first whole line, or else character. */
  private async beginOfLines(oldest: number): Promise<number> {
    const { head, ring } = this;
    const near = Math.min(maxGivenUp, head + ring - oldest);
    const before = Buffer.from(await this.file.read(oldest, near));
    const rest = Math.min(maxGivenUp, ring) - near;
    const behind = rest > 0 ? await this.file.read(head, rest) : Buffer.alloc(0);
    const bytes = Buffer.concat([before, behind]);
    const line = bytes.indexOf(newline) + 1;
    if (line > 0) return line;
    let begin = 0;
    while (begin < bytes.length && isContinuation(bytes[begin])) begin += 1;
    return begin;
  }
}

function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}
