import { PageLinks } from './page-links';
import { TagStream, type Attributes, type TagHandler } from './tag-stream';
import { inlineText, visibleText, type RemovedCounter } from './visible-text';

export type PageNode = PageElement | PageText;

export interface PageText {
  readonly parent: PageElement;
  readonly text: string;
}

export interface PageElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: PageNode[];
  readonly parent: PageElement | undefined;
}

export function isElement(node: PageNode): node is PageElement {
  return 'children' in node;
}

/** Deeper elements are next to each other at this depth, as in browsers. */
const maxDepth = 512;
/** What is beyond is not read. */
const maxNodes = 300_000;

/** The tree of a page that arrives in chunks; its root has the name ''. */
export class PageTree implements TagHandler {
  readonly root: PageElement = { name: '', attributes: new Map(), children: [], parent: undefined };
  readonly links: PageLinks;
  /** In the order of the page. */
  readonly elements: PageElement[] = [];
  private readonly stream = new TagStream(this);
  private readonly ancestors: PageElement[] = [this.root];
  private deeper = 0;
  private raw = '';
  private texts = 0;

  constructor(url: string) {
    this.links = new PageLinks(url);
  }

  write(chunk: string): void {
    this.stream.write(chunk);
  }

  end(): void {
    this.stream.end();
    this.flush();
  }

  /** Text of the first title, if there is one. */
  get title(): string | undefined {
    const title = this.elements.find(({ name }) => name === 'title');
    if (title === undefined) return undefined;
    const text = inlineText(textOf(title, { left: 100, removed: 0 }))
      .trim()
      .slice(0, 300);
    return text === '' ? undefined : text;
  }

  open(name: string, attributes: Attributes): void {
    this.flush();
    const element = this.add(name, attributes);
    if (element !== undefined && this.ancestors.length < maxDepth) this.ancestors.push(element);
    else this.deeper += 1;
  }

  close(): void {
    this.flush();
    if (this.deeper > 0) this.deeper -= 1;
    else this.ancestors.pop();
  }

  leaf(name: string, attributes: Attributes): void {
    this.flush();
    this.add(name, attributes);
    if (name === 'base') this.links.setBase(attributes.get('href') ?? '');
  }

  text(piece: string): void {
    this.raw += piece;
  }

  private get isFull(): boolean {
    return this.elements.length + this.texts >= maxNodes;
  }

  private add(name: string, attributes: Attributes): PageElement | undefined {
    if (this.isFull) return undefined;
    const parent = this.ancestors.at(-1) ?? this.root;
    const element = { name, attributes, children: [], parent };
    parent.children.push(element);
    this.elements.push(element);
    return element;
  }

  private flush(): void {
    const { raw } = this;
    if (raw === '') return;
    this.raw = '';
    if (this.isFull) return;
    this.texts += 1;
    const parent = this.ancestors.at(-1) ?? this.root;
    parent.children.push({ parent, text: raw });
  }
}

/** Nodes that may still be looked at, and what was removed of their texts. */
export interface NodeBudget extends RemovedCounter {
  left: number;
}

interface Walker {
  /** True to go on with what is in the node. */
  readonly enter: (node: PageNode) => boolean;
  readonly leave: (node: PageElement) => void;
}

/** The nodes of an element, in order, as far as the budget goes. */
function walk(element: PageElement, budget: NodeBudget, { enter, leave }: Walker): void {
  const path: { readonly node: PageElement; next: number }[] = [];
  if (enter(element)) path.push({ node: element, next: 0 });
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    budget.left -= 1;
    const child = budget.left > 0 ? top.node.children[top.next] : undefined;
    top.next += 1;
    if (child === undefined) {
      path.pop();
      leave(top.node);
    } else if (enter(child) && isElement(child)) path.push({ node: child, next: 0 });
  }
}

const noText = new Set(['script', 'style', 'template', 'noscript']);
const inlineElements = new Set(
  (
    'a abbr b bdi bdo cite code data del dfn em font i img ins kbd label mark q rp rt ruby s samp ' +
    'small span strong sub sup time tt u var wbr'
  ).split(' '),
);

/** What a reader sees of an element: one line for each block in it. */
export function textOf(element: PageElement, budget: NodeBudget): string {
  const pieces: string[] = [];
  let preformatted = 0;
  const breakLine = (name: string): void => {
    if (!inlineElements.has(name)) pieces.push('\n');
  };
  const enter = (node: PageNode): boolean => {
    if (!isElement(node)) {
      const read = preformatted > 0 ? visibleText : inlineText;
      pieces.push(read(node.text, budget));
      return false;
    }
    if (noText.has(node.name) && node !== element) return false;
    if (node.name === 'pre') preformatted += 1;
    breakLine(node.name);
    return true;
  };
  const leave = ({ name }: PageElement): void => {
    if (name === 'pre') preformatted -= 1;
    breakLine(name);
  };
  walk(element, budget, { enter, leave });
  return pieces
    .join('')
    .replace(/ \n/g, '\n')
    .replace(/\n[\n ]*\n/g, '\n')
    .trim();
}

const linkAttributes = new Set(['href', 'src', 'action', 'formaction', 'poster', 'cite', 'data']);

/** The value of an attribute; an address is absolute. */
export function attributeOf(
  { attributes }: PageElement,
  name: string,
  links: PageLinks,
): string | undefined {
  const value = attributes.get(name);
  if (value === undefined || !linkAttributes.has(name)) return value;
  return links.resolve(value) ?? value;
}

const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** The element as HTML, with absolute links. */
export function htmlOf(element: PageElement, links: PageLinks, budget: NodeBudget): string {
  const pieces: string[] = [];
  const push = (piece: string) => pieces.push(piece);
  const enter = (node: PageNode): boolean => {
    if (!isElement(node)) {
      push(escapeHtml(visibleText(node.text, budget)));
      return false;
    }
    push(`<${visibleText(node.name, budget)}`);
    for (const name of node.attributes.keys()) {
      const value = visibleText(attributeOf(node, name, links) ?? '', budget);
      push(` ${visibleText(name, budget)}="${escapeHtml(value)}"`);
    }
    push('>');
    return !voidElements.has(node.name);
  };
  walk(element, budget, { enter, leave: ({ name }) => push(`</${visibleText(name)}>`) });
  return pieces.join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
