/** One side of a comparison: a file as it is, or a read-only text. */
export type Side =
  { readonly file: string } | { readonly name: string; readonly text: string | undefined };

export interface EditorComparison {
  readonly title: string;
  readonly before: Side;
  readonly after: Side;
}

/** VS Code's editors, as far as they show changes. */
export interface ChangeEditors {
  /** The content as VS Code would read the file; undefined for binary files. */
  decode(bytes: Uint8Array, path: string): Promise<string | undefined>;
  /** The path as the user opened it; undefined when nothing is there. */
  locate(path: string): Promise<string | undefined>;
  /** The text as its editor shows it; undefined for binary files. */
  read(path: string): Promise<string | undefined>;
  compare(comparison: EditorComparison): Promise<void>;
  /** Several files in one editor. */
  compareAll(title: string, comparisons: readonly EditorComparison[]): Promise<void>;
  open(path: string): Promise<void>;
  /** Shows the path in the explorer. */
  reveal(path: string): Promise<void>;
}
