import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { failure, fail, succeed } from '../../../src/core/contracts/failure';
import type { EncodedText, FileText, TextEncoding } from '../../../src/core/ports/files';
import { lineEndingsOf } from '../../../src/host/files/buffer-text';
import type { OpenDocument, OpenDocuments } from '../../../src/host/files/open-documents';
import {
  decodeUnicode,
  encodeUnicode,
  isUnicode,
  markedEncoding,
} from '../../../src/core/base/unicode-text';

/** A fake editor document. */
export interface FakeDocument extends OpenDocument {
  isDirty: boolean;
  /** The text in the editor. */
  text(): string;
  /** Texts before each change by a tool, which undo in the editor would restore. */
  readonly undo: readonly string[];
  /** Types like the user. */
  type(text: string): void;
}

export interface FakeDocumentOptions {
  readonly kind?: OpenDocument['kind'];
  /** The path by which it was opened, if different from its own. */
  readonly path?: string;
  readonly as?: TextEncoding;
  /** Simulates a save participant. */
  readonly formats?: (text: string) => string;
  /** Called after the text was changed in the editor. */
  readonly onReplaced?: () => void;
  readonly save?: (write: () => void) => Promise<boolean>;
}

export interface FakeDocuments extends OpenDocuments {
  open(file: string, options?: FakeDocumentOptions): FakeDocument;
  /** Paths that tools moved to the trash, or renamed through the editor. */
  readonly trashed: readonly string[];
  readonly renamed: readonly (readonly [string, string])[];
  /** False at first, as on a remote machine. */
  hasTrash: boolean;
  /** Encoding of files without a byte order mark, `files.encoding`. */
  encoding: string;
}

const utf8: TextEncoding = { encoding: 'utf8', byteOrderMark: false };

/** Editors of real files, which save under the path by which they were opened. */
export function createFakeDocuments(): FakeDocuments {
  const open: { readonly document: FakeDocument; readonly real: string }[] = [];
  const trashed: string[] = [];
  const renamed: (readonly [string, string])[] = [];
  const below = (real: string) =>
    open.filter((one) => one.real === real || one.real.startsWith(`${real}/`));
  const documents: FakeDocuments = {
    trashed,
    renamed,
    hasTrash: false,
    encoding: 'utf8',
    open: (file, options = {}) => {
      const document = createDocument(file, options);
      open.push({ document, real: realpathSync(file) });
      return document;
    },
    find: (real) => Promise.resolve(below(real).find((one) => one.real === real)?.document),
    below: (real) =>
      Promise.resolve(
        below(real).map((one) => ({ real: one.real, isDirty: one.document.isDirty })),
      ),
    unsaved: () =>
      Promise.resolve(open.filter(({ document }) => document.isDirty).map(({ real }) => real)),
    decode: (bytes) => Promise.resolve(decode(bytes, documents.encoding)),
    encode: (text, as) => Promise.resolve(encode(text, as)),
    encodingFor: () => Promise.resolve({ encoding: documents.encoding, byteOrderMark: false }),
    trash: (real) => {
      if (!documents.hasTrash) return Promise.resolve(false);
      rmSync(real, { recursive: true });
      trashed.push(real);
      return Promise.resolve(true);
    },
    rename: (from, to, { overwrite }) => {
      if (!overwrite && existsSync(to)) return Promise.resolve(false);
      mkdirSync(path.dirname(to), { recursive: true });
      renameSync(from, to);
      renamed.push([from, to]);
      return Promise.resolve(true);
    },
  };
  return documents;
}

function createDocument(file: string, options: FakeDocumentOptions): FakeDocument {
  const { kind = 'text', path: opened = file, as = utf8, formats } = options;
  let text = decode(readFileSync(file), as.encoding)?.text ?? '';
  // An editor has only one kind of line ending.
  if (lineEndingsOf(text) === 'mixed') text = text.replaceAll('\r\n', '\n');
  const undo: string[] = [];
  const write = (): void => {
    writeFileSync(opened, encode(text, as).bytes);
  };
  const document: FakeDocument = {
    kind,
    path: opened,
    isDirty: false,
    get lineEndings() {
      return lineEndingsOf(text) === 'crlf' ? 'crlf' : 'lf';
    },
    undo,
    text: () => text,
    type: (typed) => {
      text = typed;
      document.isDirty = true;
    },
    content: () =>
      Promise.resolve(
        kind === 'custom'
          ? fail(failure('execution', 'only its editor can read it'))
          : succeed({ bytes: encode(text, as).bytes, text: { text, ...as, exact: true } }),
      ),
    replace: (next, expected) => {
      if (text !== expected) return Promise.resolve(fail(failure('execution', 'changed')));
      undo.push(text);
      text = next;
      document.isDirty = true;
      options.onReplaced?.();
      return Promise.resolve(succeed(undefined));
    },
    save: async () => {
      if (formats !== undefined) text = formats(text);
      if (options.save !== undefined) return options.save(write);
      write();
      document.isDirty = false;
      return true;
    },
  };
  return document;
}

/** Represents all single-byte encodings. */
const single = 'windows1252';

function decode(bytes: Uint8Array, configured: string): FileText | undefined {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return decodeUnicode(bytes, marked);
  if (isUnicode(configured)) {
    return configured === 'utf8' && bytes.includes(0)
      ? undefined
      : decodeUnicode(bytes, configured);
  }
  const text = Buffer.from(bytes).toString('latin1');
  return { text, encoding: single, byteOrderMark: false, exact: true };
}

function encode(text: string, { encoding, byteOrderMark }: TextEncoding): EncodedText {
  if (isUnicode(encoding)) return encodeUnicode(text, encoding, byteOrderMark);
  const lost = text.search(/[^\0-\u00ff]/);
  const bytes = Buffer.from(text.replace(/[^\0-\u00ff]/g, '?'), 'latin1');
  return { bytes, lostAt: lost === -1 ? undefined : lost };
}
