import type { SyntaxCursor } from '../../../src/core/shell/tree/read-tree';

/** A node of a tree made up by a test; `kind` in quotes is an anonymous token. */
export interface FakeNode {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly missing?: boolean;
  readonly children?: readonly FakeNode[];
}

/** Walks a tree like the cursor of the grammar. */
export function createFakeCursor(root: FakeNode): SyntaxCursor {
  const path: { readonly siblings: readonly FakeNode[]; index: number }[] = [
    { siblings: [root], index: 0 },
  ];
  const current = (): FakeNode => {
    const top = path.at(-1);
    return top?.siblings[top.index] ?? root;
  };
  return {
    get nodeType() {
      return current().kind.replace(/^"(.*)"$/, '$1');
    },
    get nodeIsNamed() {
      return !current().kind.startsWith('"');
    },
    get nodeIsMissing() {
      return current().missing === true;
    },
    get startIndex() {
      return current().start;
    },
    get endIndex() {
      return current().end;
    },
    gotoFirstChild: () => {
      const { children } = current();
      if (children === undefined || children.length === 0) return false;
      path.push({ siblings: children, index: 0 });
      return true;
    },
    gotoNextSibling: () => {
      const top = path.at(-1);
      if (top === undefined || top.index + 1 >= top.siblings.length) return false;
      top.index++;
      return true;
    },
    gotoParent: () => {
      if (path.length <= 1) return false;
      path.pop();
      return true;
    },
  };
}

/** A `command` of words at these positions. */
export function commandNode(...words: readonly (readonly [number, number])[]): FakeNode {
  const children = words.map(([start, end], index) => ({
    kind: index === 0 ? 'command_name' : 'word',
    start,
    end,
  }));
  const start = words[0]?.[0] ?? 0;
  return { kind: 'command', start, end: words.at(-1)?.[1] ?? start, children };
}
