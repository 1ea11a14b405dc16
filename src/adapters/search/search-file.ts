import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { LinePattern } from './line-pattern';
import { searchLines, type LineSearch } from './line-search';
import type { FoundLine } from './search-engine';

/** Reads files one after another, into the same memory. */
export class FileSearcher {
  private buffer = Buffer.allocUnsafe(256 * 1024);
  private readonly decoders = {
    'utf-8': new TextDecoder('utf-8'),
    'utf-16le': new TextDecoder('utf-16le'),
    'utf-16be': new TextDecoder('utf-16be'),
  } as const;

  constructor(
    private readonly pattern: LinePattern,
    private readonly limits: LineSearch & { readonly maxBytes: number },
  ) {}

  /** Matching lines; none for what is binary, too large, not regular or not readable. */
  search(file: string): FoundLine[] {
    const bytes = this.read(file);
    if (bytes === undefined) return [];
    const encoding = encodingOf(bytes);
    if (encoding === 'utf-8') {
      const { literal } = this.pattern;
      if (literal !== undefined && !bytes.includes(literal)) return [];
      if (bytes.includes(0)) return [];
    }
    const text = this.decoders[encoding].decode(bytes);
    if (encoding !== 'utf-8' && text.includes('\0')) return [];
    return searchLines(text, this.pattern, this.limits);
  }

  private read(file: string): Buffer | undefined {
    // Without waiting: a pipe may stand there.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    let opened: number | undefined;
    try {
      opened = openSync(file, flags);
      const stats = fstatSync(opened);
      if (!stats.isFile() || stats.size > this.limits.maxBytes) return undefined;
      if (stats.size > this.buffer.length) this.buffer = Buffer.allocUnsafe(stats.size);
      return this.buffer.subarray(0, fill(opened, this.buffer, stats.size));
    } catch {
      // Gone or not readable since the folder was listed: nothing to find, as for ripgrep.
      return undefined;
    } finally {
      if (opened !== undefined) closeSync(opened);
    }
  }
}

/** Bytes that were read; fewer than `size` of a file that was cut short meanwhile. */
function fill(opened: number, buffer: Buffer, size: number): number {
  let filled = 0;
  while (filled < size) {
    const count = readSync(opened, buffer, filled, size - filled, null);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/** UTF-8, or what the byte order mark says; the mark itself is no part of the text. */
function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}
