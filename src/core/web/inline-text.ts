import { linkTarget } from './page-links';
import { escapeInline, inlineCode, inlineText } from './visible-text';

type Mark = 'strong' | 'em' | 'del' | 'sup' | 'link' | 'code';

interface OpenMark {
  readonly mark: Mark;
  /** Where its content begins among the pieces of the line. */
  from: number;
  /** Where a link leads, found when it has a text. */
  readonly target: (() => string | undefined) | undefined;
  /** A link is written once, although its element may have several lines. */
  isUsed: boolean;
}

const signs: Readonly<Partial<Record<Mark, string>>> = { strong: '**', em: '*', del: '~~' };

/** Texts of links that only lead to where they are. */
const permalink = /^(?:[#¶§\u{1f517}]|\\#)?$/u;

/** One line that is being put together, with the marks of Markdown in it. */
export class InlineText {
  private pieces: string[] = [];
  private marks: OpenMark[] = [];
  private endsBlank = true;
  private codeDepth = 0;

  constructor(private readonly isMarkdown: boolean) {}

  /** Adds text of the page, `isSimple` or not; its blanks join those before it. */
  add(raw: string, isPlain: boolean): void {
    let text = isPlain ? raw : inlineText(raw);
    if (this.endsBlank && text.startsWith(' ')) text = text.slice(1);
    if (text === '') return;
    this.endsBlank = text.endsWith(' ');
    const isEscaped = this.isMarkdown && this.codeDepth === 0 && !isPlain;
    this.pieces.push(isEscaped ? escapeInline(text) : text);
  }

  /** Adds our own signs. */
  sign(text: string): void {
    this.pieces.push(text);
    this.endsBlank = text.endsWith(' ');
  }

  /** Text before and after it are apart. */
  space(): void {
    if (!this.endsBlank) this.sign(' ');
  }

  /** Begins a mark; one within another of its kind, or within code, has no effect. */
  begin(mark: Mark, target?: () => string | undefined): void {
    // A power without its sign would be another number.
    if (!this.isMarkdown && mark !== 'sup' && mark !== 'link') return;
    const from = this.pieces.length;
    this.marks.push({ mark, from, isUsed: false, target });
    if (mark === 'code') this.codeDepth += 1;
  }

  end(mark: Mark): void {
    let at = this.marks.length - 1;
    while (at >= 0 && this.marks[at]?.mark !== mark) at -= 1;
    const open = this.marks[at];
    if (open === undefined) return;
    if (at === this.marks.length - 1) this.marks.pop();
    else this.marks.splice(at, 1);
    if (mark === 'code') this.codeDepth -= 1;
    this.wrap(open, at);
  }

  /** The line, whose marks are ended; they begin again in the next one. */
  take(): string {
    for (let at = this.marks.length - 1; at >= 0; at -= 1) {
      const open = this.marks[at];
      if (open !== undefined) this.wrap(open, at);
    }
    this.endsBlank = true;
    for (const open of this.marks) open.from = 0;
    if (this.pieces.length === 0) return '';
    const line = this.pieces.join('').trim();
    this.pieces = [];
    return line;
  }

  /** Puts the signs of a mark around what was written since it began. */
  private wrap(open: OpenMark, at: number): void {
    const { mark, from } = open;
    if (from >= this.pieces.length || this.isWithin(mark, at)) return;
    const isOne = from === this.pieces.length - 1;
    const content = isOne ? (this.pieces.pop() ?? '') : this.pieces.splice(from).join('');
    const inner = content.trim();
    const before = content.startsWith(' ') ? ' ' : '';
    const wrapped = inner === '' ? '' : this.wrapped(open, inner);
    if (wrapped !== '') this.pieces.push(before + wrapped + (content.endsWith(' ') ? ' ' : ''));
    else if (before !== '') this.pieces.push(before);
  }

  /** True when an outer mark leaves no effect to this one. */
  private isWithin(mark: Mark, at: number): boolean {
    for (let place = 0; place < at; place += 1) {
      const outer = this.marks[place]?.mark;
      if (outer === mark || outer === 'code') return true;
    }
    return false;
  }

  private wrapped(open: OpenMark, inner: string): string {
    switch (open.mark) {
      case 'code':
        return inlineCode(inner);
      case 'sup':
        return /^[\p{L}\p{N}+-]+$/u.test(inner) ? `^${inner}` : `^(${inner})`;
      case 'link':
        return this.linked(open, inner);
      default:
        return `${signs[open.mark] ?? ''}${inner}${signs[open.mark] ?? ''}`;
    }
  }

  private linked(open: OpenMark, inner: string): string {
    if (open.isUsed) return inner;
    const target = open.target?.();
    if (target === undefined) return inner;
    if (permalink.test(inner) && target.includes('#')) return '';
    if (!this.isMarkdown) return inner;
    open.isUsed = true;
    this.guardBefore();
    return `[${inner}](${linkTarget(target)})`;
  }

  /** An exclamation mark of the page before a link would make it an image. */
  private guardBefore(): void {
    const last = this.pieces.at(-1);
    if (last?.endsWith('!') === true) {
      this.pieces[this.pieces.length - 1] = `${last.slice(0, -1)}\\!`;
    }
  }
}
