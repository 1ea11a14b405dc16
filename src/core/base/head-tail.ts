import { cutAside } from './redact/cut-aside';

/** Pieces smaller than this are joined, so that many short writes do not become many objects. */
const pieceUnits = 4096;

/** Keeps the beginning and the end of a text within a limit. */
export interface HeadTail {
  /** `isAscii`: the caller knows that it is, which saves counting its bytes. */
  append(text: string, isAscii?: boolean): void;
  read(): HeadTailText;
}

export interface HeadTailText {
  /** Text kept, with a mark where some was cut. */
  readonly text: string;
  /** UTF-8 bytes of all that was appended. */
  readonly bytes: number;
  /** UTF-8 bytes that `text` lacks; 0 exactly when nothing was cut. */
  readonly cutBytes: number;
}

/** Mark in place of the cut bytes. */
export type CutMark = (bytes: number) => string;

const plainMark: CutMark = (bytes) => `\n… ${String(bytes)} bytes cut …\n`;

/**
 * Keeps at most `limitBytes` (UTF-8) of a text that comes in pieces: the first half, and the newest
 * of the rest. Never splits a surrogate pair, whatever the pieces do. Memory is bounded by the limit.
 */
export function createHeadTail(limitBytes: number, mark: CutMark = plainMark): HeadTail {
  const head = new Head(Math.floor(limitBytes / 2));
  const tail = new Tail(() => limitBytes - head.bytes());
  let lonely = '';
  return {
    append: (text, isAsciiText = false) => {
      if (isAsciiText && lonely === '') {
        tail.append(head.take(text), true);
        return;
      }
      const whole = lonely + text;
      lonely = isHighSurrogate(whole.charCodeAt(whole.length - 1)) ? whole.slice(-1) : '';
      const ready = lonely === '' ? whole : whole.slice(0, -1);
      if (ready !== '') tail.append(head.take(ready), false);
    },
    read: () => {
      const { before, text: kept, bytes, cutBytes: dropped } = tail.read();
      const all = head.bytes() + bytes + (lonely === '' ? 0 : 3);
      const begin = head.text();
      if (dropped === 0) return { text: begin + kept + lonely, bytes: all, cutBytes: 0 };
      const hasRoom = limitBytes >= leastWhole;
      const to = hasRoom ? endOfWhole(begin, head.behind()) : begin.length;
      const from = hasRoom ? beginOfWhole(kept, before) : 0;
      const cutBytes = dropped + utf8Length(begin.slice(to)) + utf8Length(kept.slice(0, from));
      return {
        text: begin.slice(0, to) + mark(cutBytes) + kept.slice(from) + lonely,
        bytes: all,
        cutBytes,
      };
    },
  };
}

/** Bytes; a smaller limit has no room for whole lines. */
const leastWhole = 32 * 1024;
/** Characters that are given up for a whole line. */
const maxGivenUp = 4096;

/** Characters on the other side of the gap that are known, to see what the gap divides. */
const maxContext = 2048;

/**
 * Where the last whole line ends, or else the last whole word: of a credential that the limit
 * divides, it is not known what a part is. Not between a name and a value on the next line.
 */
function endOfWhole(text: string, behind: string): number {
  const line = text.lastIndexOf('\n') + 1;
  const least = text.length - maxGivenUp;
  const at =
    text.length - line <= maxGivenUp ? line : least + (text.slice(least).search(/\s\S*$/) + 1);
  return cutAside(text + behind, at).endAt;
}

function beginOfWhole(text: string, before: string): number {
  const near = text.slice(0, maxGivenUp);
  const line = near.indexOf('\n');
  const word = near.search(/\s/);
  const at = line !== -1 ? line + 1 : word === -1 ? near.length : word + 1;
  return cutAside(before + text, before.length + at).beginAt - before.length;
}

class Head {
  private readonly pieces: string[] = [];
  private next = '';
  private size = 0;
  private isFull = false;

  constructor(private readonly limit: number) {}

  /** Takes what fits and returns the rest. After the first rest, nothing more fits. */
  take(text: string): string {
    if (this.isFull) {
      if (this.next.length < maxContext) this.next += text.slice(0, maxContext);
      return text;
    }
    const cut = walk(text, this.limit - this.size, 'at most');
    this.isFull = cut.at < text.length;
    this.size += cut.bytes;
    this.pieces.push(text.slice(0, cut.at));
    this.next = text.slice(cut.at, cut.at + maxContext);
    return text.slice(cut.at);
  }

  /** The begin of what did not fit. */
  behind(): string {
    return this.next;
  }

  bytes(): number {
    return this.size;
  }

  text(): string {
    return this.pieces.join('');
  }
}

class Tail {
  private readonly pieces: { readonly text: string; readonly bytes: number }[] = [];
  private small: string[] = [];
  private smallUnits = 0;
  private areSmallAscii = true;
  private bytes = 0;
  private droppedBytes = 0;
  /** The end of what was dropped. */
  private dropped = '';

  constructor(private readonly limit: () => number) {}

  append(text: string, isAsciiText: boolean): void {
    if (text === '') return;
    this.areSmallAscii &&= isAsciiText;
    this.small.push(text);
    this.smallUnits += text.length;
    if (this.smallUnits >= pieceUnits) this.closePiece();
  }

  read(): HeadTailText & { readonly before: string } {
    if (this.smallUnits > 0) this.closePiece();
    const whole = this.pieces.map((piece) => piece.text).join('');
    const cut = walk(whole, this.bytes - this.limit(), 'at least');
    const bytes = this.droppedBytes + this.bytes;
    const before = (this.dropped + whole.slice(0, cut.at)).slice(-maxContext);
    return { before, text: whole.slice(cut.at), bytes, cutBytes: this.droppedBytes + cut.bytes };
  }

  private closePiece(): void {
    // Joining copies, which also lets go of the large chunks that short pieces were cut from; a
    // single piece is about as large as the chunk it was cut from.
    const [only = ''] = this.small;
    const text = this.small.length === 1 ? only : this.small.join('');
    const size = this.areSmallAscii ? text.length : utf8Length(text);
    this.pieces.push({ text, bytes: size });
    this.bytes += size;
    this.small = [];
    this.smallUnits = 0;
    this.areSmallAscii = true;
    for (;;) {
      const [oldest] = this.pieces;
      if (oldest === undefined || this.bytes - oldest.bytes < this.limit()) return;
      this.pieces.shift();
      this.bytes -= oldest.bytes;
      this.droppedBytes += oldest.bytes;
      this.dropped = oldest.text.slice(-maxContext);
    }
  }
}

/** Counts the UTF-8 bytes of a text that comes in pieces, also where a pair of surrogates is cut. */
export class Utf8Count {
  private counted = 0;
  private lonely = '';

  add(text: string): void {
    const whole = this.lonely + text;
    this.lonely = isHighSurrogate(whole.charCodeAt(whole.length - 1)) ? whole.slice(-1) : '';
    this.counted += utf8Length(this.lonely === '' ? whole : whole.slice(0, -1));
  }

  get bytes(): number {
    return this.counted + (this.lonely === '' ? 0 : 3);
  }
}

/** The character boundary after `at most` or `at least` this number of UTF-8 bytes. */
function walk(
  text: string,
  bytes: number,
  bound: 'at most' | 'at least',
): { readonly at: number; readonly bytes: number } {
  if (bytes <= 0) return { at: 0, bytes: 0 };
  if (isAscii(text)) {
    const at = Math.min(text.length, bytes);
    return { at, bytes: at };
  }
  let at = 0;
  let walked = 0;
  while (at < text.length && walked < bytes) {
    const code = text.codePointAt(at) ?? 0;
    const size = utf8Size(code);
    if (bound === 'at most' && walked + size > bytes) break;
    walked += size;
    at += code > 0xffff ? 2 : 1;
  }
  return { at, bytes: walked };
}

const encoder = new TextEncoder();
/** UTF-16 units of a text that is counted by encoding it. */
const maxEncoded = 128 * 1024;
/** Room for the longest encoding of such a text; made with the first one. */
let scratch: Uint8Array<ArrayBuffer> | undefined;

/** The encoder counts many times faster than a loop over the characters. */
function utf8Length(text: string): number {
  if (text.length > maxEncoded) {
    return isAscii(text) ? text.length : walk(text, Infinity, 'at most').bytes;
  }
  scratch ??= new Uint8Array(maxEncoded * 3);
  return encoder.encodeInto(text, scratch).written;
}

function utf8Size(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
