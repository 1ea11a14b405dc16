/** The part of a tree-sitter cursor that reading needs; core knows no package. */
export interface SyntaxCursor {
  readonly nodeType: string;
  readonly nodeIsNamed: boolean;
  readonly nodeIsMissing: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
}

/** Parses by the grammar and lets `visit` walk the tree; false when parsing took over a second. */
export type ParseTree = (text: string, visit: (cursor: SyntaxCursor) => void) => boolean;
