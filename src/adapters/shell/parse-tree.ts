import type { Parser } from 'web-tree-sitter';
import type { ParseTree } from '../../core/shell/tree/read-tree';

/** A command that takes longer to parse asks (decision shell-parse), in milliseconds. */
const parseLimit = 1_000;

/** Reuses one parser; each tree is freed when its visit ends. */
export function createParseTree(parser: Parser, now: () => number): ParseTree {
  return (text, visit) => {
    const end = now() + parseLimit;
    const tree = parser.parse(text, null, { progressCallback: () => now() > end });
    if (tree === null) {
      // Otherwise the next parse would continue with this text.
      parser.reset();
      return false;
    }
    const cursor = tree.walk();
    try {
      visit(cursor);
    } finally {
      cursor.delete();
      tree.delete();
    }
    return true;
  };
}
