import MarkdownIt from 'markdown-it';

/** A code block of a message. */
export interface CodeBlock {
  readonly code: string;
  /** What follows the opening fence: "js src/cart.js". */
  readonly info: string;
}

/** As the panel parses messages, so that both count the same blocks. */
const parser = new MarkdownIt({ html: false, linkify: false, breaks: false });

/** The code blocks of a message, in the order in which the panel shows them. */
export function codeBlocks(text: string): readonly CodeBlock[] {
  return parser
    .parse(text, {})
    .filter(({ type }) => type === 'fence' || type === 'code_block')
    .map(({ content, info }) => ({ code: content, info: info.trim() }));
}

/** A path that the info of a block names: "src/cart.js", "js src/cart.js", "js title=src/cart.js". */
export function pathIn(info: string): string | undefined {
  const words = info
    .split(/\s+/)
    .map((word) => word.replace(/^[\w-]+=/, '').replace(/["'{}]/g, ''));
  const named = words.map((word) => word.replace(/^[\w+#-]+:(?=[^/\\])/, ''));
  return named.find((word) => /^[\w@.-]+(?:[/\\][\w@.-]+)*\.\w+$/.test(word));
}
