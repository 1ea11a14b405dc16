import MarkdownIt from 'markdown-it';
import DOMPurify from 'dompurify';

/** Elements that a message may contain. No images, styles, ids, classes, forms or scripts. */
const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'strong', 'em', 's', 'code', 'pre', 'blockquote', 'a'],
    ...['ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'start'],
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
};

export type Markdown = (text: string) => readonly string[];

/**
 * Makes the renderer from Markdown to HTML, one string for each block: while a message grows, only
 * its last block changes. HTML in the text is shown as text; the result is not safe before
 * `sanitize`.
 */
export function createMarkdown(): Markdown {
  const parser = new MarkdownIt({ html: false, linkify: true, breaks: false });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  parser.normalizeLinkText = (address) => shownAddress(parser, address);
  parser.renderer.rules['image'] = (tokens, index) =>
    parser.utils.escapeHtml(`[image: ${tokens[index]?.content ?? ''}]`);
  return (text) => {
    const env = {};
    const tokens = parser.parse(text, env);
    const blocks: string[] = [];
    let start = 0;
    for (const [at, token] of tokens.entries()) {
      if (token.level !== 0 || token.nesting === 1) continue;
      blocks.push(parser.renderer.render(tokens.slice(start, at + 1), parser.options, env));
      start = at + 1;
    }
    return blocks;
  };
}

/**
 * An address as text, decoded where that is safe. The name of a host stays encoded, so that a
 * look-alike shows itself (decision inert-text).
 */
function shownAddress(parser: InstanceType<typeof MarkdownIt>, address: string): string {
  const { decode } = parser.utils.lib.mdurl;
  return decode(parser.normalizeLink(address), `${decode.defaultChars}%`);
}

/** HTML as inert nodes of the allow-list (decision command-environment). */
export function sanitize(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true });
}
