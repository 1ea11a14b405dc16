import { InlineText } from './inline-text';
import { PageOutput, type PagePart } from './page-output';
import { codeBlock, escapeLineStart } from './visible-text';

/** What lines begin with inside an element: an item's bullet first, then blanks. */
interface Prefix {
  readonly first: string;
  readonly rest: string;
  isUsed: boolean;
}

/** Deeper lists and quotations are not set in further. */
const maxPrefixes = 24;

/** Takes lines instead of the page, for the cell of a table. */
export interface LineSink {
  add(line: string): void;
}

/** Writes a page block by block, as Markdown or as plain text. */
export class PageWriter {
  readonly inline: InlineText;
  private readonly output: PageOutput;
  private readonly prefixes: Prefix[] = [];
  /** Line breaks that are due before the next line. */
  private breaks = 0;
  /** Where lines go while a cell is open, and how many prefixes are outside of it. */
  private cell: { readonly sink: LineSink; readonly outer: number } | undefined;
  private heading = 0;

  constructor(
    readonly isMarkdown: boolean,
    maxLength: number,
  ) {
    this.inline = new InlineText(isMarkdown);
    this.output = new PageOutput(maxLength, isMarkdown ? '\n\n---\n\n' : '\n\n');
  }

  get lost(): number {
    return this.output.lost;
  }

  get isInCell(): boolean {
    return this.cell !== undefined;
  }

  enter(part: PagePart): void {
    this.endLine();
    this.output.enter(part);
  }

  /** Ends the line; the next one is at least so many breaks away. */
  block(breaks: number): void {
    if (this.heading > 0) {
      this.inline.space();
      return;
    }
    this.endLine();
    // What an item begins with follows its bullet.
    if (this.prefixes.at(-1)?.isUsed !== false) this.breaks = Math.max(this.breaks, breaks);
  }

  /** Ends the line; two in a row end the paragraph. */
  lineBreak(): void {
    if (this.heading > 0) this.inline.space();
    else if (this.endLine()) this.breaks = 1;
    else this.breaks = 2;
  }

  /** Ends the line; the next one follows at once, like the items of a list. */
  nextItem(): void {
    this.endLine();
    this.breaks = 1;
  }

  /** True if the line had a text. */
  endLine(): boolean {
    const line = this.inline.take();
    if (line === '') return false;
    const { heading } = this;
    if (heading > 0 && this.isMarkdown) this.line(`${'#'.repeat(heading)} ${line}`);
    else this.line(this.isMarkdown ? escapeLineStart(line) : line);
    return true;
  }

  beginHeading(level: number): void {
    this.block(2);
    this.heading = level;
  }

  endHeading(): void {
    this.endLine();
    this.heading = 0;
    this.block(2);
  }

  /** Lines begin with this until `outdent`. */
  indent(first: string, rest: string): void {
    this.prefixes.push({ first, rest, isUsed: false });
  }

  outdent(): void {
    this.endLine();
    this.prefixes.pop();
  }

  rule(): void {
    this.block(2);
    if (this.isMarkdown && !this.isInCell) this.line('---');
    this.block(2);
  }

  /** A block of code, cut when it is too long so that its end is closed. */
  code(raw: string, language: string): void {
    this.block(2);
    const code = raw.replace(/^[\n ]*\n/, '').trimEnd();
    const kept = code.slice(0, this.output.roomFor(code.length));
    this.output.lost += code.length - kept.length;
    if (kept !== '') this.line(this.isMarkdown ? codeBlock(kept, language) : kept);
    this.block(2);
  }

  /** Adds finished lines, such as those of a table. */
  line(text: string): void {
    if (this.cell !== undefined) {
      this.cell.sink.add(this.prefix(this.cell.outer) + text);
      return;
    }
    const { isAtStart } = this.output;
    const before = isAtStart ? '' : this.gap();
    const first = this.prefix(0);
    const rest = text.includes('\n') ? this.rest() : '';
    this.output.add(before + first, rest === '' ? text : text.replaceAll('\n', `\n${rest}`));
    this.breaks = 1;
  }

  beginCell(sink: LineSink): void {
    this.endLine();
    this.cell = { sink, outer: this.prefixes.length };
  }

  endCell(): void {
    this.endLine();
    this.cell = undefined;
  }

  finish(): string {
    this.endLine();
    return this.output.finish();
  }

  /** The breaks before a line; a quotation goes on in the empty lines between. */
  private gap(): string {
    if (this.prefixes.length === 0) return this.breaks > 1 ? '\n'.repeat(this.breaks) : '\n';
    let between = '';
    for (const { isUsed, rest } of this.prefixes.slice(0, maxPrefixes)) {
      if (!isUsed) break;
      between += rest;
    }
    return `\n${`${between.trimEnd()}\n`.repeat(Math.max(0, this.breaks - 1))}`;
  }

  private prefix(from: number): string {
    if (this.prefixes.length <= from) return '';
    let prefix = '';
    for (const each of this.prefixes.slice(from, maxPrefixes)) {
      prefix += each.isUsed ? each.rest : each.first;
      each.isUsed = true;
    }
    return prefix;
  }

  private rest(): string {
    return this.prefixes
      .slice(0, maxPrefixes)
      .map(({ rest }) => rest)
      .join('');
  }
}
