import { findSecrets } from './find-secrets';
import { redactLines, stripEscapes } from './redact';

/** Characters of an unfinished line that are held back; a credential may begin in them. */
const overlap = 8 * 1024;
/** A longer unfinished line is passed on in parts. */
const maxLine = 2 * overlap;
/** Only both ends of a longer value are kept: all of it is one mark. */
const maxValue = 4 * overlap;
/** Lines that were held back are looked at again when the text has grown by this part of them. */
const growth = 4;

/**
 * Redacts a text that comes in pieces; a secret split over two pieces is still found. Passes on
 * complete lines, redacted as in the complete text: it cuts only where no rule reads across. Held
 * back are the line that has no end yet, and lines that the next ones may belong to. What is held
 * is bounded, and looked at again only after it has grown, so that a text costs the same in small
 * pieces.
 */
export class StreamRedactor {
  private readonly found = new Set<string>();
  private parts: string[] = [];
  private length = 0;
  /** Characters behind the last line end. */
  private unfinished = 0;
  private next = 0;

  /** Takes new text and returns what may be shown now. */
  push(text: string): string {
    const end = text.lastIndexOf('\n');
    this.parts.push(text);
    this.length += text.length;
    this.unfinished = end === -1 ? this.unfinished + text.length : text.length - end - 1;
    const isLong = this.unfinished > maxLine;
    if (!isLong && (end === -1 || this.length < this.next)) return '';
    return isLong ? this.releasePart() : this.releaseLines();
  }

  /** Returns what was held back. */
  flush(): string {
    const held = this.take();
    return held === '' ? '' : redactLines(held, true, this.found).text;
  }

  /** Kinds found so far, each once. */
  kinds(): readonly string[] {
    return [...this.found];
  }

  private take(): string {
    const held = this.parts.length === 1 ? (this.parts[0] ?? '') : this.parts.join('');
    this.parts = [];
    this.length = 0;
    this.unfinished = 0;
    this.next = 0;
    return held;
  }

  private keep(text: string, unfinished: number): void {
    if (text !== '') this.parts = [text];
    this.length = text.length;
    this.unfinished = unfinished;
  }

  private releaseLines(): string {
    const { unfinished } = this;
    const held = this.take();
    const lines = held.slice(0, held.length - unfinished);
    const { text, length } = redactLines(lines, false, this.found);
    this.keep(held.slice(length), unfinished);
    const open = lines.length - length;
    this.next = this.length + Math.trunc(open / growth);
    return text;
  }

  private releasePart(): string {
    const held = shortened(stripEscapes(this.take()));
    const cut = partCut(held);
    const { text } = redactLines(held.slice(0, cut), true, this.found);
    const rest = held.slice(cut);
    this.keep(rest, rest.length - rest.lastIndexOf('\n') - 1);
    return text;
  }
}

/** Where an overlong line may be cut: in no credential, after a blank if there is one. */
function partCut(text: string): number {
  const last = text.length - overlap;
  const blank = text.lastIndexOf(' ', last) + 1;
  const cut = last - blank < overlap && blank > 0 ? blank : last;
  const across = findSecrets(text).find(({ begin, to }) => begin < cut && to > cut);
  return across?.begin ?? cut;
}

/** The text with the middle of an endless value left out. */
function shortened(text: string): string {
  if (text.length < maxValue) return text;
  const last = findSecrets(text).at(-1);
  if (last === undefined || last.to < text.length) return text;
  if (last.to - last.from < maxValue / 2) return text;
  return text.slice(0, last.from + overlap / 2) + text.slice(-overlap / 2);
}
