import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export type Attributes = ReadonlyMap<string, string>;

/** What is found in a page, in order. Every `open` has one `close` with the same name. */
export interface TagHandler {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** An element that cannot have content, such as `br`. */
  leaf(name: string, attributes: Attributes): void;
  /** A piece of text, decoded; how text is cut into pieces depends on the chunks. */
  text(piece: string): void;
}

interface StreamOptions {
  /** The attributes that are read; all when absent. */
  readonly attributes?: ReadonlySet<string>;
}

const none: Attributes = new Map();
const maxAttributes = 200;
const maxKnownNames = 1000;

const voidElements = nameSet(
  'area base basefont br col embed frame hr img input isindex keygen link meta param source track wbr',
);
const headings = nameSet('h1 h2 h3 h4 h5 h6 p');
const paragraph = nameSet('p');

/** What an opening tag closes when it is innermost, because its end tag may be left out. */
const closedBy = new Map<string, ReadonlySet<string>>([
  ['tr', nameSet('tr th td p')],
  ['th', nameSet('th td p')],
  ['td', nameSet('th td p')],
  ['thead', nameSet('tr th td p thead tbody caption colgroup')],
  ['tbody', nameSet('tr th td p thead tbody caption colgroup')],
  ['tfoot', nameSet('tr th td p thead tbody caption colgroup')],
  ['body', nameSet('head title script')],
  ['a', nameSet('a')],
  ['li', nameSet('li p')],
  ['dd', nameSet('dd dt p')],
  ['dt', nameSet('dd dt p')],
  ['option', nameSet('option')],
  ['optgroup', nameSet('option optgroup')],
  ['rt', nameSet('rt rp')],
  ['rp', nameSet('rt rp')],
  ...'h1 h2 h3 h4 h5 h6'.split(' ').map((name) => [name, headings] as const),
  ...(
    'p address article aside blockquote details div dl fieldset figcaption figure footer form ' +
    'header hr main nav ol pre section table ul'
  )
    .split(' ')
    .map((name) => [name, paragraph] as const),
]);

function nameSet(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

interface Tag {
  readonly name: string;
  readonly closes: ReadonlySet<string> | undefined;
  readonly isVoid: boolean;
  readonly isForeign: boolean;
  /** How many elements of this name are open. */
  count: number;
}

function newTag(name: string): Tag {
  const isForeign = name === 'svg' || name === 'math';
  return { name, closes: closedBy.get(name), isVoid: voidElements.has(name), isForeign, count: 0 };
}

/**
 * The tags and texts of an HTML page that arrives in chunks. Unlike the parser of htmlparser2, on
 * whose tokenizer it is built, its cost is linear for every page: open elements are a stack that is
 * changed at its end, and a stray end tag is found by counts, not by a search.
 */
export class TagStream implements TokenizerCallbacks {
  private readonly tokenizer = new Tokenizer({}, this);
  /** The chunk that is read, and those after it. */
  private first = '';
  private later: string[] = [];
  /** Where the first chunk begins in the page. */
  private offset = 0;
  private readonly open: Tag[] = [];
  /** By their names as they are written. */
  private readonly tags = new Map<string, Tag>();
  /** By their names as they are written; '' for one that is not read. */
  private readonly attributeNames = new Map<string, string>();
  /** Open `svg` and `math` elements. */
  private foreign = 0;
  private tag: Tag | undefined;
  private attributes: Map<string, string> | undefined;
  private attribute = '';
  private value = '';

  constructor(
    private readonly handler: TagHandler,
    private readonly options: StreamOptions = {},
  ) {}

  write(chunk: string): void {
    if (chunk === '') return;
    this.later.push(chunk);
    this.tokenizer.write(chunk);
  }

  end(): void {
    this.tokenizer.end();
  }

  ontext(start: number, end: number): void {
    this.handler.text(this.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.handler.text(String.fromCodePoint(codePoint));
  }

  isInForeignContext(): boolean {
    return this.foreign > 0;
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.tagOf(this.slice(start, end));
    this.attributes = undefined;
  }

  onattribname(start: number, end: number): void {
    const isFull = this.attributes !== undefined && this.attributes.size >= maxAttributes;
    this.attribute = isFull ? '' : this.attributeOf(this.slice(start, end));
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.attribute !== '') this.value += this.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    if (this.attribute !== '') this.value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (this.attribute === '') return;
    this.attributes ??= new Map();
    // As in browsers, the first of two counts.
    if (!this.attributes.has(this.attribute)) this.attributes.set(this.attribute, this.value);
    this.value = '';
  }

  onopentagend(): void {
    this.begin();
  }

  onselfclosingtag(): void {
    // Elsewhere the slash means nothing.
    if (this.begin() && this.foreign > 0) this.pop();
  }

  onclosetag(start: number, end: number): void {
    if (this.isInnermost(start, end)) {
      this.pop();
      return;
    }
    const tag = this.tagOf(this.slice(start, end));
    if (tag.name === 'br') this.handler.leaf('br', none);
    else if (tag.count > 0) while (this.pop() !== tag);
  }

  oncdata(start: number, end: number, endOffset: number): void {
    // In HTML it is a comment.
    if (this.foreign > 0) this.handler.text(this.slice(start, end - endOffset));
  }

  oncomment(): void {
    // Not shown by browsers.
  }

  ondeclaration(): void {
    // The document type does not matter.
  }

  onprocessinginstruction(): void {
    // There is none in HTML.
  }

  onend(): void {
    while (this.open.length > 0) this.pop();
  }

  /** True when the element has been opened, and is to be closed. */
  private begin(): boolean {
    const { tag, attributes = none } = this;
    if (tag === undefined) return false;
    if (tag.closes !== undefined) {
      for (let last = this.open.at(-1); last !== undefined && tag.closes.has(last.name);) {
        this.pop();
        last = this.open.at(-1);
      }
    }
    if (tag.isVoid) {
      this.handler.leaf(tag.name, attributes);
      return false;
    }
    this.open.push(tag);
    tag.count += 1;
    if (tag.isForeign) this.foreign += 1;
    this.handler.open(tag.name, attributes);
    return true;
  }

  private pop(): Tag | undefined {
    const tag = this.open.pop();
    if (tag === undefined) return undefined;
    tag.count -= 1;
    if (tag.isForeign) this.foreign -= 1;
    this.handler.close(tag.name);
    return tag;
  }

  /** True for the name of the innermost element, as that of most end tags is. */
  private isInnermost(start: number, end: number): boolean {
    const name = this.open.at(-1)?.name;
    if (name === undefined || end - start !== name.length) return false;
    return this.first.startsWith(name, start - this.offset);
  }

  private tagOf(written: string): Tag {
    const known = this.tags.get(written);
    if (known !== undefined) return known;
    const lower = written.toLowerCase();
    const name = lower === 'image' ? 'img' : lower;
    const tag = name === written ? newTag(name) : this.tagOf(name);
    this.tags.set(written, tag);
    return tag;
  }

  /** Its name, '' when it is not read. */
  private attributeOf(written: string): string {
    const known = this.attributeNames.get(written);
    if (known !== undefined) return known;
    const name = written.toLowerCase();
    const { attributes } = this.options;
    const read = attributes === undefined || attributes.has(name) ? name : '';
    if (this.attributeNames.size < maxKnownNames) this.attributeNames.set(written, read);
    return read;
  }

  /** A part of the page; what lies before it is forgotten. */
  private slice(start: number, end: number): string {
    const from = start - this.offset;
    if (from >= this.first.length) return this.laterSlice(start, end);
    const to = end - this.offset;
    if (to <= this.first.length) return this.first.slice(from, to);
    return this.first.slice(from) + this.later.join('').slice(0, to - this.first.length);
  }

  private laterSlice(start: number, end: number): string {
    let passed = 0;
    while (passed < this.later.length && start - this.offset >= this.first.length) {
      this.offset += this.first.length;
      this.first = this.later[passed] ?? '';
      passed += 1;
    }
    this.later = this.later.slice(passed);
    return start - this.offset < this.first.length ? this.slice(start, end) : '';
  }
}
