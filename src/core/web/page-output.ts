/** How a part of a page is marked: `main` counts more than `article`. */
export type PagePart = 'main' | 'article' | 'rest';

interface Segment {
  readonly part: PagePart;
  readonly lines: string[];
}

/** The share of the text that a page's main part must have to come first. */
const mainShare = 0.4;

/** Half of a character of two. */
export const lastHalf = /[\ud800-\udbff]$/;

/** What a page becomes, with its main part first; no part is longer than the cap. */
export class PageOutput {
  private readonly segments: Segment[] = [];
  private readonly sizes = { main: 0, article: 0, rest: 0 };
  private current: Segment | undefined;
  private part: PagePart = 'rest';
  /** Characters that did not fit. */
  lost = 0;

  constructor(
    private readonly maxLength: number,
    /** Between the main part and what was before or around it. */
    private readonly divider: string,
  ) {}

  /** What follows belongs to this part. */
  enter(part: PagePart): void {
    if (part === this.part) return;
    this.part = part;
    this.current = undefined;
  }

  get isAtStart(): boolean {
    return this.current === undefined;
  }

  /** How much of a block fits, with what its lines begin with. */
  roomFor(length: number): number {
    const room = this.maxLength - this.sizes[this.part];
    return length * 3 < room ? length : Math.max(0, Math.floor(room / 64));
  }

  /** Adds text after line breaks and what its line begins with. */
  add(before: string, text: string): void {
    const room = this.maxLength - this.sizes[this.part] - before.length;
    this.lost += Math.min(text.length, Math.max(0, text.length - room));
    if (room <= 0) return;
    // Half of a pair is no character.
    this.put(before, text.length > room ? text.slice(0, room).replace(lastHalf, '') : text);
  }

  private put(before: string, text: string): void {
    this.sizes[this.part] += before.length + text.length;
    if (this.current === undefined) {
      this.current = { part: this.part, lines: [] };
      this.segments.push(this.current);
    }
    this.current.lines.push(before, text);
  }

  /** The whole text, cut at the cap in UTF-8. */
  finish(): string {
    const all = this.inOrder()
      .map((segments) => segments.map(({ lines }) => lines.join('')).join('\n\n'))
      .filter((text) => text !== '')
      .join(this.divider);
    const text = cutAt(all, this.maxLength);
    this.lost += all.length - text.length;
    return text;
  }

  /** The main part, if it is large enough, and all other text. */
  private inOrder(): readonly (readonly Segment[])[] {
    const { main, article, rest } = this.sizes;
    const enough = (main + article + rest) * mainShare;
    if (main + article === 0 || main + article < enough) return [this.segments];
    const isFirst = ({ part }: Segment): boolean =>
      part === 'main' || (part === 'article' && main < enough);
    return [this.segments.filter(isFirst), this.segments.filter((segment) => !isFirst(segment))];
  }
}

/** The longest start of a text that has at most so many bytes in UTF-8. */
export function cutAt(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}
