import MarkdownIt from 'markdown-it';
import DOMPurify from 'dompurify';
import { t } from '../l10n/l10n';

/**
 * Elements that a message may contain. No images, styles, ids, forms or scripts; of classes only the
 * language of a code.
 */
const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'strong', 'em', 's', 'code', 'pre', 'blockquote', 'a'],
    ...['ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'start', 'class'],
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|workspace:)/i,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
};

export type Markdown = (text: string) => readonly string[];

/** In characters; a longer text is shown as it is. */
export const maxMarkdown = 200_000;

/** In characters: what changes at once when the text grows. */
const maxPiece = 20_000;

/** A long text in pieces that end with a line where that is possible. */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const most = start + maxPiece;
    const line = most < text.length ? text.lastIndexOf('\n', most - 1) + 1 : 0;
    const end =
      line > start ? line : /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

const lineBreak = /\r\n?|\n/g;

/** Where a line of a text begins. */
function offsetOf(line: number, text: string): number {
  let left = line;
  if (left > 0) {
    for (const { index, 0: end } of text.matchAll(lineBreak)) {
      left -= 1;
      if (left === 0) return index + end.length;
    }
  }
  return 0;
}

/**
 * Makes the renderer from Markdown to HTML, one string for each block. A text that begins with the
 * one before is parsed from its last block on: what follows changes no block before it. The few
 * exceptions, such as an address for an earlier link, are right in a renderer that is given the whole
 * text. HTML in the text is shown as text; the result is not safe before `sanitize`.
 */
export function createMarkdown(): Markdown {
  const parser = createParser();
  let known = '';
  /** The blocks before the last one, and where that begins. */
  let settled: readonly string[] = [];
  let start = 0;
  return (text) => {
    if (!text.startsWith(known)) {
      settled = [];
      start = 0;
    }
    known = text;
    const rest = text.slice(start);
    const blocks = renderBlocks(parser, rest);
    const last = blocks.at(-1);
    const all = [...settled, ...blocks.map(({ html }) => html)];
    const begin = last === undefined ? 0 : offsetOf(last.line, rest);
    // Whether a block begins with a line is certain only when the line is complete.
    if (rest.includes('\n', begin)) {
      settled = all.slice(0, -1);
      start += begin;
    }
    return all;
  };
}

/** Of each block, how many code blocks come before it in the text. */
export function countsBefore(blocks: readonly string[]): readonly number[] {
  let count = 0;
  return blocks.map((html) => {
    const before = count;
    // Text is escaped: only an element is written like this.
    count += html.split('<pre>').length - 1;
    return before;
  });
}

interface RenderedBlock {
  readonly html: string;
  /** Where it begins. */
  readonly line: number;
}

function renderBlocks(parser: Parser, text: string): readonly RenderedBlock[] {
  const env = {};
  const tokens = parser.parse(text, env);
  const blocks: RenderedBlock[] = [];
  let start = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.level !== 0 || token.nesting === 1) continue;
    const html = parser.renderer.render(tokens.slice(start, at + 1), parser.options, env);
    blocks.push({ html, line: tokens[start]?.map?.[0] ?? 0 });
    start = at + 1;
  }
  return blocks;
}

type Parser = InstanceType<typeof MarkdownIt>;

function createParser(): Parser {
  const parser = new MarkdownIt({ html: false, linkify: true, breaks: false });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  parser.normalizeLinkText = (address) => shownAddress(parser, address);
  parser.renderer.rules['image'] = (tokens, index) => {
    const token = tokens[index];
    const alt = token?.content ?? '';
    const from = hostOf(parser, String(token?.attrGet('src') ?? ''));
    const text =
      alt === '' ? t('image.notLoaded', { from }) : t('image.namedNotLoaded', { name: alt, from });
    return parser.utils.escapeHtml(text);
  };
  parser.core.ruler.push('align', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type !== 'th_open' && token.type !== 'td_open') continue;
      // The policy of the page stops inline styles.
      const align = /:(center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
      token.attrs = align === undefined ? null : [['class', `align-${align}`]];
    }
  });
  return parser;
}

/** Where an image is: its host as ASCII, or its path. */
function hostOf(parser: Parser, address: string): string {
  const host = URL.canParse(address) ? new URL(address).host : '';
  return host === '' ? shownAddress(parser, address) : host;
}

const alignClass = /^align-(?:center|right)$/;
const languageClass = /^language-([\w+#.-]{1,30})$/;

/**
 * An address as text, decoded where that is safe. The name of a host stays encoded, so that a
 * look-alike shows itself (decision inert-text).
 */
function shownAddress(parser: Parser, address: string): string {
  const { decode } = parser.utils.lib.mdurl;
  return decode(parser.normalizeLink(address), `${decode.defaultChars}%`);
}

/** HTML as inert nodes of the allow-list (decision command-environment). */
export function sanitize(html: string): DocumentFragment {
  const content = DOMPurify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true });
  for (const element of content.querySelectorAll('[class]')) {
    const known = element.matches('th, td') ? alignClass : languageClass;
    const isPlace = element.matches('th, td, pre > code');
    if (!isPlace || !known.test(element.className)) element.removeAttribute('class');
  }
  return content;
}
