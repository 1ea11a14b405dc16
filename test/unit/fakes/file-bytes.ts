import { createHash } from 'node:crypto';
import { decodeText } from '../../../src/core/base/unicode-text';
import type { FileText } from '../../../src/core/ports/files';

/** Encodings of the fakes, by VS Code's names. */
export type FakeEncoding = 'utf8' | 'utf16le' | 'utf16be' | 'windows1252';

/** Encodes a text; a leading U+FEFF is the byte order mark. */
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

/** Decodes like VS Code: by the byte order mark, otherwise UTF-8; undefined if not text. */
export function fileTextOf(bytes: Uint8Array, encoding?: FakeEncoding): FileText | undefined {
  if (encoding === 'windows1252') {
    const text = Buffer.from(bytes).toString('latin1');
    return { text, encoding, byteOrderMark: false, exact: true };
  }
  return decodeText(bytes);
}

export function stampOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
