import type { Options } from 'css-select';
import { isElement, textOf, type PageElement, type PageNode } from './page-tree';

/** What one selector may cost for all elements of a page, and for one of them, in nodes looked at. */
const maxWork = 10_000_000;
const maxWorkAtOnce = 1_000_000;

/** Thrown out of the selector, and caught where it is called. */
export class TooMuchWork extends Error {}

/** Counts what a selector looks at, since its cost can be the square of the size of a page. */
export class SelectorWork {
  private total = 0;
  private atOnce = 0;

  /** Work since it was last asked for. */
  takeRecent(): number {
    const { atOnce } = this;
    this.atOnce = 0;
    return atOnce;
  }

  private count(work: number): void {
    this.total += work;
    this.atOnce += work;
    if (this.total > maxWork || this.atOnce > maxWorkAtOnce) throw new TooMuchWork();
  }

  /** How css-select walks the tree. */
  readonly adapter: NonNullable<Options<PageNode, PageElement>['adapter']> = {
    isTag: (node): node is PageElement => {
      this.count(1);
      return isElement(node);
    },
    getAttributeValue: ({ attributes }, name) => {
      const value = attributes.get(name);
      // A language is split into its parts, again for each element in it.
      const perCharacter = name === 'lang' || name === 'xml:lang' ? 4 : 1 / 16;
      this.count(1 + (value?.length ?? 0) * perCharacter);
      return value;
    },
    getChildren: (node) => {
      const children = isElement(node) ? node.children : [];
      // `:has` copies them.
      this.count(1 + children.length / 2);
      return children;
    },
    getName: ({ name }) => {
      this.count(1);
      return name;
    },
    // The root is no element of the page.
    getParent: ({ parent }) => {
      this.count(1);
      return parent?.parent === undefined ? null : parent;
    },
    getSiblings: ({ parent }) => {
      this.count(1);
      return parent?.children ?? [];
    },
    prevElementSibling: (node) => {
      const siblings = node.parent?.children ?? [];
      const at = siblings.indexOf(node);
      this.count(1 + Math.max(0, at) / 8);
      for (let before = at - 1; before >= 0; before -= 1) {
        const sibling = siblings[before];
        if (sibling !== undefined && isElement(sibling)) return sibling;
      }
      return null;
    },
    getText: (node) => {
      if (!isElement(node)) {
        this.count(1 + node.text.length / 32);
        return node.text;
      }
      const budget = { left: maxWorkAtOnce, removed: 0 };
      const text = textOf(node, budget);
      this.count(maxWorkAtOnce - budget.left + text.length / 4);
      return text;
    },
    hasAttrib: ({ attributes }, name) => {
      this.count(1);
      return attributes.has(name);
    },
    removeSubsets: (nodes) => nodes,
  };
}
