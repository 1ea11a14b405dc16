import type { Result } from '../../core/contracts/failure';
import type { FileText, TextCodec } from '../../core/ports/files';

/** The editors of this window, as far as file tools need them. Paths are canonical. */
export interface OpenDocuments extends TextCodec {
  /**
   * The document that shows a file, under whatever name it was opened; one with unsaved changes
   * before any other. Undefined when none does.
   */
  find(real: string): Promise<OpenDocument | undefined>;
  /** Files with an editor: `real` itself and those below it. */
  below(real: string): Promise<readonly OpenFile[]>;
  /** Canonical paths of files, including notebooks, with unsaved changes in an editor. */
  unsaved(): Promise<readonly string[]>;
  /** Moves an entry to the trash; false where VS Code cannot, and then the entry is still there. */
  trash(real: string): Promise<boolean>;
  /**
   * Renames, so that editors and other extensions follow; false when refused, as when something is
   * at the destination and must not be overwritten.
   */
  rename(from: string, to: string, options: { readonly overwrite: boolean }): Promise<boolean>;
}

export interface OpenFile {
  readonly real: string;
  readonly isDirty: boolean;
}

/**
 * An editor's view of a file: a text document, a notebook, or content that only its editor can
 * read.
 */
export interface OpenDocument {
  readonly kind: 'text' | 'notebook' | 'custom';
  /** By which it was opened; may lead through links. */
  readonly path: string;
  readonly isDirty: boolean;
  /** Line ending of its buffer, which has one kind for all lines. */
  readonly lineEndings: 'lf' | 'crlf';
  /** As it would be saved; fails when only its own editor can serialize it. */
  content(): Promise<Result<DocumentContent>>;
  /**
   * Makes this the whole text, as one step that can be undone in the editor; only what differs is
   * replaced. Line endings must be the buffer's (`fitsBuffer`). Fails when the editor refuses, or
   * its text is not `expected`.
   */
  replace(text: string, expected: string): Promise<Result<void>>;
  /** False when it was not saved; save participants may change what is saved. */
  save(): Promise<boolean>;
}

export interface DocumentContent {
  readonly bytes: Uint8Array;
  readonly text: FileText;
}
