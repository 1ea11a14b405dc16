import { sliceText, type TextSlice } from './output-text';

/** A piece of an output, as in a row of `tool_overflow`. */
export interface PieceRow {
  /** Counted from 0. */
  readonly piece: number;
  /** Its first character in the output. */
  readonly start: number;
  readonly text: string;
  /** Characters of the whole output. */
  readonly chars: number;
}

/** Reads pieces in order, from that with the character `from`; ends early if one is missing. */
export type ReadPieces = (from: number) => AsyncIterable<PieceRow>;

export interface OutputPart {
  /** In characters. */
  readonly offset: number;
  readonly limit: number;
  readonly search?: string;
}

/**
 * A part of an output, or of its lines that contain `search`; undefined if text is missing. Of the
 * output, one piece at a time is in memory (003-overflow-2).
 */
export function readPart(read: ReadPieces, part: OutputPart): Promise<TextSlice | undefined> {
  const { search } = part;
  return search === undefined ? readRange(read, part) : readMatches(read(0), part, search);
}

/** False if its last piece, which is stored last, is missing. */
export async function hasEnd(read: ReadPieces): Promise<boolean> {
  for await (const { start, text, chars } of read(Infinity)) {
    if (start + text.length === chars) return true;
  }
  return false;
}

/** Characters kept on each side of a part, so that its ends split no surrogate pair. */
const margin = 2;

async function readRange(read: ReadPieces, part: OutputPart): Promise<TextSlice | undefined> {
  let range: TextPart | undefined;
  for await (const { start, text, chars } of read(Math.max(0, part.offset - margin))) {
    range ??= new TextPart(part, start);
    range.add(text);
    if (range.isFull || range.end >= chars) return range.slice(chars);
  }
  return undefined;
}

async function readMatches(
  pieces: AsyncIterable<PieceRow>,
  part: OutputPart,
  search: string,
): Promise<TextSlice | undefined> {
  const lines = new MatchingLines(part, search);
  for await (const { start, text, chars } of pieces) {
    lines.add(text);
    if (start + text.length >= chars) return lines.end();
  }
  return undefined;
}

/** A part of a text that comes piece by piece; of the rest, only the length is kept. */
class TextPart {
  private text = '';
  private readonly from: number;
  private readonly to: number;

  constructor(
    private readonly part: OutputPart,
    /** Where the next text begins. */
    public end = 0,
  ) {
    this.from = Math.max(end, part.offset - margin);
    this.to = part.offset + Math.max(1, part.limit) + margin;
  }

  get isFull(): boolean {
    return this.end >= this.to;
  }

  add(text: string): void {
    this.addKept(this.keptOf(text, this.end), text.length);
  }

  /** What belongs to the part of a text that begins at `at`. */
  keptOf(text: string, at: number): string {
    return text.slice(Math.max(0, this.from - at), Math.max(0, this.to - at));
  }

  addKept(kept: string, length: number): void {
    this.text += kept;
    this.end += length;
  }

  slice(totalChars: number): TextSlice {
    const { offset, limit } = this.part;
    const start = Math.min(offset, totalChars) - this.from;
    const { text, nextOffset } = sliceText(this.text, start, limit);
    const next = nextOffset === undefined ? {} : { nextOffset: nextOffset + this.from };
    return { text, totalChars, ...next };
  }
}

/**
 * The lines of a text that contain `search`, with their numbers. The text comes piece by piece: a
 * line, and a match, may begin in one and end in another. Of a line, only what belongs to the part
 * is kept, however long it is.
 */
class MatchingLines {
  private readonly found: TextPart;
  private number = 1;
  private hasMatch = false;
  /** The end of the line so far, in which a match may begin. */
  private tail = '';
  private kept = '';
  private length = 0;

  constructor(
    part: OutputPart,
    private readonly search: string,
  ) {
    this.found = new TextPart(part);
    this.beginLine();
  }

  add(text: string): void {
    const [first = '', ...others] = text.split('\n');
    this.addToLine(first);
    for (const line of others) {
      this.endLine();
      this.beginLine();
      this.addToLine(line);
    }
  }

  end(): TextSlice {
    this.endLine();
    return this.found.slice(this.found.end);
  }

  private beginLine(): void {
    this.hasMatch = false;
    [this.tail, this.kept, this.length] = ['', '', 0];
    const separator = this.found.end === 0 ? '' : '\n';
    this.keep(`${separator}${this.number}: `);
    this.number += 1;
  }

  private addToLine(text: string): void {
    const near = this.tail + text;
    this.hasMatch ||= near.includes(this.search);
    this.tail = this.search.length === 1 ? '' : near.slice(1 - this.search.length);
    this.keep(text);
  }

  private keep(text: string): void {
    this.kept += this.found.keptOf(text, this.found.end + this.length);
    this.length += text.length;
  }

  private endLine(): void {
    if (this.hasMatch) this.found.addKept(this.kept, this.length);
  }
}
