import type { PagePart } from './page-output';
import { isArranged, isLineOfCode, numberIn, type ElementKind } from './page-elements';
import type { PageLinks } from './page-links';
import { PageTable, type CellBudget } from './page-table';
import type { PageWriter } from './page-writer';
import type { Attributes } from './tag-stream';
import {
  escapeInline,
  inlineCode,
  inlineText,
  visibleText,
  type RemovedCounter,
} from './visible-text';

interface OpenList {
  /** The number of the next item; undefined for bullets. */
  next: number | undefined;
  isEmpty: boolean;
}

interface OpenCode {
  text: string;
  language: string;
  depth: number;
}

type Action = (attributes: Attributes) => void;

const maxAlt = 500;
const maxStart = 999_999;

/** Writes the elements of a page by their kinds. */
export class ElementWriter {
  private readonly lists: OpenList[] = [];
  private readonly tables: PageTable[] = [];
  private readonly parts: PagePart[] = [];
  private code: OpenCode | undefined;
  private linkDepth = 0;

  constructor(
    private readonly writer: PageWriter,
    private readonly links: PageLinks,
    private readonly budget: CellBudget & RemovedCounter & { links: number },
  ) {}

  get isInMain(): boolean {
    return this.parts.length > 0;
  }

  open(kind: ElementKind, attributes: Attributes, language: string): void {
    if (this.code !== undefined) {
      if (kind === 'pre') this.code.depth += 1;
      if (kind === 'code' && language !== '') this.code.language ||= language;
      if (isLineOfCode(kind)) this.endLineOfCode();
      return;
    }
    if (this.writer.isInCell && isArranged(kind)) this.tables.at(-1)?.arrange();
    if (kind === 'pre') this.code = { text: '', language, depth: 1 };
    else this.opening[kind]?.(attributes);
  }

  close(kind: ElementKind): void {
    if (this.code === undefined) {
      this.closing[kind]?.();
    } else if (kind === 'pre') {
      this.code.depth -= 1;
      if (this.code.depth === 0) this.endCode(this.code);
    } else if (isLineOfCode(kind)) this.endLineOfCode();
  }

  text(raw: string, isPlain: boolean): void {
    if (this.code === undefined) this.writer.inline.add(raw, isPlain);
    else this.code.text += isPlain ? raw : visibleText(raw);
  }

  leaf(name: string, attributes: Attributes): void {
    const { writer } = this;
    switch (name) {
      case 'br':
        if (this.code === undefined) writer.lineBreak();
        else this.code.text += '\n';
        break;
      case 'hr':
        if (this.code === undefined) writer.rule();
        break;
      case 'img':
        this.image(attributes);
        break;
      case 'input':
        if (attributes.get('type') === 'checkbox' && this.lists.length > 0) {
          writer.inline.sign(attributes.has('checked') ? '[x] ' : '[ ] ');
        }
        break;
      default:
    }
  }

  private readonly opening: Partial<Record<ElementKind, Action>> = {
    block: () => this.writer.block(2),
    main: () => this.enter('main'),
    article: () => this.enter(this.parts.includes('main') ? 'main' : 'article'),
    h1: () => this.writer.beginHeading(1),
    h2: () => this.writer.beginHeading(2),
    h3: () => this.writer.beginHeading(3),
    h4: () => this.writer.beginHeading(4),
    h5: () => this.writer.beginHeading(5),
    h6: () => this.writer.beginHeading(6),
    quote: () => {
      this.writer.block(2);
      this.writer.indent('> ', '> ');
    },
    ul: () => this.beginList(undefined),
    ol: (attributes) =>
      this.beginList(Math.min(maxStart, Math.max(0, numberIn(attributes, 'start', 1)))),
    li: () => this.beginItem(),
    dl: () => this.writer.block(2),
    dt: () => {
      this.writer.block(2);
      this.writer.inline.begin('strong');
    },
    dd: () => {
      this.writer.nextItem();
      this.writer.indent(this.writer.isMarkdown ? ': ' : '  ', '  ');
    },
    code: () => this.writer.inline.begin('code'),
    strong: () => this.writer.inline.begin('strong'),
    em: () => this.writer.inline.begin('em'),
    del: () => this.writer.inline.begin('del'),
    sup: () => this.writer.inline.begin('sup'),
    link: (attributes) => this.beginLink(attributes.get('href')),
    table: (attributes) => this.beginTable(attributes.get('role')),
    thead: () => this.tables.at(-1)?.beginHead(),
    tr: () => this.tables.at(-1)?.beginRow(),
    td: (attributes) => this.beginCell(false, attributes),
    th: (attributes) => this.beginCell(true, attributes),
    apart: () => this.writer.inline.space(),
  };

  private readonly closing: Partial<Record<ElementKind, () => void>> = {
    block: () => this.writer.block(2),
    main: () => this.leave(),
    article: () => this.leave(),
    h1: () => this.writer.endHeading(),
    h2: () => this.writer.endHeading(),
    h3: () => this.writer.endHeading(),
    h4: () => this.writer.endHeading(),
    h5: () => this.writer.endHeading(),
    h6: () => this.writer.endHeading(),
    quote: () => {
      this.writer.outdent();
      this.writer.block(2);
    },
    ul: () => this.endList(),
    ol: () => this.endList(),
    li: () => this.writer.outdent(),
    dl: () => this.writer.block(2),
    dt: () => {
      this.writer.inline.end('strong');
      this.writer.block(1);
    },
    dd: () => this.writer.outdent(),
    code: () => this.writer.inline.end('code'),
    strong: () => this.writer.inline.end('strong'),
    em: () => this.writer.inline.end('em'),
    del: () => this.writer.inline.end('del'),
    sup: () => this.writer.inline.end('sup'),
    link: () => this.endLink(),
    table: () => this.tables.pop()?.end(),
    thead: () => this.tables.at(-1)?.endHead(),
    td: () => this.endCell(),
    th: () => this.endCell(),
    apart: () => this.writer.inline.space(),
  };

  private enter(part: PagePart): void {
    this.parts.push(part);
    this.writer.enter(part);
  }

  private leave(): void {
    this.parts.pop();
    this.writer.enter(this.parts.at(-1) ?? 'rest');
  }

  private beginList(next: number | undefined): void {
    this.writer.block(this.lists.length > 0 ? 1 : 2);
    this.lists.push({ next, isEmpty: true });
  }

  private endList(): void {
    this.lists.pop();
    this.writer.block(this.lists.length > 0 ? 1 : 2);
  }

  private beginItem(): void {
    const list = this.lists.at(-1);
    if (list === undefined) this.writer.block(1);
    else if (!list.isEmpty) this.writer.nextItem();
    let marker = '- ';
    if (list !== undefined) {
      list.isEmpty = false;
      if (list.next !== undefined) {
        marker = `${list.next}. `;
        list.next += 1;
      }
    }
    this.writer.indent(marker, ' '.repeat(marker.length));
  }

  private beginLink(href: string | undefined): void {
    this.linkDepth += 1;
    if (this.linkDepth > 1 || href === undefined) return;
    const { budget, links } = this;
    this.writer.inline.begin('link', () => {
      const target = budget.links > 0 ? links.resolve(href) : undefined;
      if (target !== undefined) budget.links -= 1;
      return target;
    });
  }

  private endLink(): void {
    this.linkDepth -= 1;
    if (this.linkDepth === 0) this.writer.inline.end('link');
  }

  private image(attributes: Attributes): void {
    const { writer } = this;
    const alt = inlineText(attributes.get('alt') ?? '', this.budget).trim();
    if (alt === '' || this.code !== undefined) return;
    const text = alt.slice(0, maxAlt);
    writer.inline.sign(writer.isMarkdown ? `![${escapeInline(text)}]` : text);
  }

  private beginTable(role: string | undefined): void {
    this.writer.block(2);
    const isLayout = role === 'presentation' || role === 'none';
    this.tables.push(new PageTable(this.writer, this.budget, isLayout));
  }

  private beginCell(isHead: boolean, attributes: Attributes): void {
    const columns = numberIn(attributes, 'colspan', 1);
    const rows = numberIn(attributes, 'rowspan', 1);
    const table = this.tables.at(-1);
    if (table === undefined) this.writer.block(2);
    else table.beginCell(isHead, { columns, rows });
  }

  private endCell(): void {
    const table = this.tables.at(-1);
    if (table === undefined) this.writer.block(2);
    else table.endCell();
  }

  private endLineOfCode(): void {
    const { code } = this;
    if (code !== undefined && code.text !== '' && !code.text.endsWith('\n')) code.text += '\n';
  }

  /** In a cell, code of one line stays in it. */
  private endCode({ text, language }: OpenCode): void {
    this.code = undefined;
    const { writer } = this;
    const line = text.trim();
    if (!writer.isInCell || line.includes('\n')) {
      if (writer.isInCell) this.tables.at(-1)?.arrange();
      writer.code(text, language);
    } else if (line !== '') {
      writer.inline.space();
      writer.inline.sign(writer.isMarkdown ? inlineCode(inlineText(line)) : inlineText(line));
    }
  }
}
