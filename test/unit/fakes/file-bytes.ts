import { createHash } from 'node:crypto';
import { decodeText } from '../../../src/core/base/encoding';
import type { FileText } from '../../../src/core/ports/files';

/** Encodings that the fakes write, by the names of VS Code. */
export type FakeEncoding = 'utf8' | 'utf16le' | 'utf16be' | 'windows1252';

/** A text as bytes; a leading U+FEFF of it is the byte order mark. */
export function encodeText(text: string, encoding: FakeEncoding = 'utf8'): Uint8Array {
  switch (encoding) {
    case 'utf8':
      return new TextEncoder().encode(text);
    case 'utf16le':
      return Uint8Array.from(Buffer.from(text, 'utf16le'));
    case 'utf16be':
      return Uint8Array.from(Buffer.from(text, 'utf16le').swap16());
    case 'windows1252':
      return Uint8Array.from(Buffer.from(text, 'latin1'));
  }
}

/** As VS Code would read it: by its mark, else UTF-8; undefined for what is no text. */
export function fileTextOf(bytes: Uint8Array, encoding?: FakeEncoding): FileText | undefined {
  if (encoding === 'windows1252') {
    const text = Buffer.from(bytes).toString('latin1');
    return { text, encoding, byteOrderMark: false, exact: true };
  }
  const decoded = decodeText(bytes);
  if (decoded.kind === 'binary') return undefined;
  const { text, byteOrderMark, exact } = decoded;
  return { text, encoding: decoded.encoding.replace('-', ''), byteOrderMark, exact };
}

/** The stamp of a content. */
export function stampOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
