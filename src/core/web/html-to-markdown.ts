import { ElementWriter } from './element-writer';
import { isLeftOut, styleOf, type Style } from './hidden-element';
import { kindOf, languageOf, type ElementKind } from './page-elements';
import { PageLinks } from './page-links';
import { PageWriter } from './page-writer';
import { TagStream, type Attributes, type TagHandler } from './tag-stream';
import { colorsWithin, pageColors, type Colors } from './text-color';
import { inlineText, isSimple, withoutUnseen } from './visible-text';

/** What a page can cost, however it is made. */
export const pageLimits = {
  /** Deeper elements have no effect, but what they hide stays hidden. */
  depth: 512,
  /** Further links are only their texts. */
  links: 2000,
  /** Further tables are only their texts. */
  cells: 20_000,
  /** Bytes of the whole text. */
  output: 1_048_576,
  title: 300,
} as const;

export interface PageOptions {
  /** Of the page; its links are relative to it. */
  readonly url: string;
  readonly format: 'markdown' | 'text';
}

export interface ConvertedPage {
  readonly text: string;
  readonly title?: string;
  /** Characters that are not in the text: of navigation, of hidden parts, beyond the limits. */
  readonly cut: number;
  /** Invisible characters that were in the text. */
  readonly removed: number;
}

/** Texts are handled in pieces of this length, whatever the chunks are. */
const pieceLength = 16_384;

const attributesRead = new Set(
  (
    'href alt class style hidden popover aria-hidden role open color bgcolor colspan rowspan start ' +
    'type checked data-lang data-language'
  ).split(' '),
);
/** What is no text for readers, so that it is not counted as cut. */
const noText = new Set(['script', 'style', 'template', 'svg', 'iframe', 'noscript']);
const headings: ReadonlySet<ElementKind> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** What may name the language of code. */
const codeKinds: ReadonlySet<ElementKind> = new Set(['block', 'pre', 'code']);

interface Frame {
  readonly kind: ElementKind;
  readonly colors: Colors;
  readonly language: string;
}

/**
 * Turns an HTML page into Markdown or plain text while its chunks arrive; the result does not depend
 * on where the chunks end. There is no tree: memory is the text and the open elements.
 */
export class HtmlToMarkdown implements TagHandler {
  private readonly stream = new TagStream(this, { attributes: attributesRead });
  private readonly writer: PageWriter;
  private readonly elements: ElementWriter;
  private readonly links: PageLinks;
  private readonly frames: Frame[] = [];
  private colors = pageColors;
  /** Elements that are open below the deepest frame. */
  private deeper = 0;
  /** Elements that are open within one that is left out, with it. */
  private skipped = 0;
  /** The same within one that has no text for readers. */
  private silent = 0;
  /** Headers of a main part: of them only the headings count. */
  private headers = 0;
  private openHeadings = 0;
  private raw = '';
  private cut = 0;
  private readonly budget = { left: pageLimits.cells, links: pageLimits.links, removed: 0 };
  private readonly title = new FirstText();
  private readonly heading = new FirstText();

  constructor(options: PageOptions) {
    this.links = new PageLinks(options.url);
    this.writer = new PageWriter(options.format === 'markdown', pageLimits.output);
    this.elements = new ElementWriter(this.writer, this.links, this.budget);
  }

  write(chunk: string): void {
    this.stream.write(chunk);
  }

  end(): ConvertedPage {
    this.stream.end();
    this.flush();
    const text = this.writer.finish();
    const title = this.title.text || this.heading.text;
    const { removed } = this.budget;
    return { text, ...(title !== '' && { title }), cut: this.cut + this.writer.lost, removed };
  }

  text(piece: string): void {
    this.raw += piece;
    while (this.raw.length > pieceLength) {
      const [piece, rest] = splitAt(this.raw, pieceLength);
      this.raw = piece;
      this.flush();
      this.raw = rest;
    }
  }

  open(name: string, attributes: Attributes): void {
    this.flush();
    if (this.skipped > 0) {
      this.skipped += 1;
      if (this.silent > 0 || noText.has(name)) this.silent += 1;
      return;
    }
    const isHeader = name === 'header' && this.elements.isInMain;
    const style = styleOf(attributes);
    if (isLeftOut(isHeader ? 'div' : name, attributes, style)) {
      this.skipped = 1;
      this.silent = noText.has(name) ? 1 : 0;
      return;
    }
    if (this.frames.length < pageLimits.depth) this.push(name, attributes, style);
    else {
      this.deeper += 1;
      this.writer.inline.space();
    }
  }

  close(): void {
    this.flush();
    if (this.skipped > 0) {
      this.skipped -= 1;
      if (this.silent > 0) this.silent -= 1;
    } else if (this.deeper > 0) {
      this.deeper -= 1;
      this.writer.inline.space();
    } else this.pop();
  }

  leaf(name: string, attributes: Attributes): void {
    // A word may go on after a place for a break.
    if (name === 'wbr') return;
    this.flush();
    if (name === 'base') this.links.setBase(attributes.get('href') ?? '');
    if (this.isQuiet) return;
    const style = styleOf(attributes);
    if (!isLeftOut(name, attributes, style)) this.elements.leaf(name, attributes);
  }

  private push(name: string, attributes: Attributes, style: Style): void {
    const kind = kindOf(name, attributes);
    const frame = {
      kind,
      colors: this.colors,
      language: codeKinds.has(kind) ? languageOf(attributes) : '',
    };
    this.frames.push(frame);
    this.colors = colorsWithin(this.colors, name, attributes, style);
    if (kind === 'header') this.headers += 1;
    if (headings.has(kind)) this.openHeadings += 1;
    this.elements.open(kind, attributes, kind === 'pre' ? this.codeLanguage() : frame.language);
  }

  private pop(): void {
    const frame = this.frames.pop();
    if (frame === undefined) return;
    const { kind } = frame;
    this.elements.close(kind);
    this.colors = frame.colors;
    if (kind === 'header') this.headers -= 1;
    if (headings.has(kind)) {
      this.openHeadings -= 1;
      this.heading.end();
    }
    if (kind === 'title') this.title.end();
  }

  /** Of a block of code: its own or that of an element close around it. */
  private codeLanguage(): string {
    return this.frames.slice(-4).findLast(({ language }) => language !== '')?.language ?? '';
  }

  private get isQuiet(): boolean {
    return this.skipped > 0 || this.colors.isBlended || this.isHeaderText;
  }

  private get isHeaderText(): boolean {
    return this.headers > 0 && this.openHeadings === 0;
  }

  /** Hands on the text that was collected. */
  private flush(): void {
    if (this.raw === '') return;
    const collected = this.raw;
    this.raw = '';
    if (this.isQuiet) {
      if (this.silent === 0) this.cut += inlineText(collected).trim().length;
      return;
    }
    const isPlain = isSimple(collected);
    const raw = isPlain ? collected : withoutUnseen(collected, this.budget);
    if (this.frames.at(-1)?.kind === 'title') {
      this.title.add(raw);
      return;
    }
    if (this.openHeadings > 0) this.heading.add(raw);
    this.elements.text(raw, isPlain);
  }
}

/** The text of the first element of a kind that has one. */
class FirstText {
  private raw = '';
  private isOver = false;

  add(text: string): void {
    if (!this.isOver && this.raw.length < 4 * pageLimits.title) this.raw += text;
  }

  end(): void {
    this.isOver ||= this.text !== '';
  }

  get text(): string {
    return inlineText(this.raw)
      .trim()
      .slice(0, pageLimits.title)
      .replace(/[\ud800-\udbff]$/, '');
  }
}

/** Cuts a text in two, not within a character or a line break. */
function splitAt(text: string, at: number): readonly [string, string] {
  const code = text.charCodeAt(at - 1);
  const end = (code >= 0xd800 && code <= 0xdbff) || code === 0x0d ? at - 1 : at;
  return [text.slice(0, end), text.slice(end)];
}
