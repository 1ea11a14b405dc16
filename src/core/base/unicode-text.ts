/** A file's bytes as a reader sees them. */
export interface UnicodeText {
  /** Without the byte order mark. */
  readonly text: string;
  readonly encoding: UnicodeEncoding;
  readonly byteOrderMark: boolean;
  /** False when bytes that are no text in this encoding were replaced by U+FFFD. */
  readonly exact: boolean;
}

export const unicodeEncodings = ['utf8', 'utf16le', 'utf16be'] as const;
export type UnicodeEncoding = (typeof unicodeEncodings)[number];

const decoderNames = { utf8: 'utf-8', utf16le: 'utf-16le', utf16be: 'utf-16be' } as const;
const marks: Readonly<Record<UnicodeEncoding, readonly number[]>> = {
  utf8: [0xef, 0xbb, 0xbf],
  utf16le: [0xff, 0xfe],
  utf16be: [0xfe, 0xff],
};

export function isUnicode(encoding: string): encoding is UnicodeEncoding {
  return unicodeEncodings.some((known) => known === encoding);
}

/** The encoding whose byte order mark the bytes begin with. */
export function markedEncoding(bytes: Uint8Array): UnicodeEncoding | undefined {
  return unicodeEncodings.find((encoding) => startsWithMark(bytes, encoding));
}

/** Drops the encoding's own byte order mark, if it is there. */
export function decodeUnicode(bytes: Uint8Array, encoding: UnicodeEncoding): UnicodeText {
  const byteOrderMark = startsWithMark(bytes, encoding);
  const body = byteOrderMark ? bytes.subarray(marks[encoding].length) : bytes;
  const exactText = decodeExactly(body, encoding);
  const text =
    exactText ?? new TextDecoder(decoderNames[encoding], { ignoreBOM: true }).decode(body);
  return { text, encoding, byteOrderMark, exact: exactText !== undefined };
}

export function encodeUnicode(
  text: string,
  encoding: UnicodeEncoding,
  byteOrderMark: boolean,
): { readonly bytes: Uint8Array; readonly lostAt: number | undefined } {
  const all = byteOrderMark ? `\uFEFF${text}` : text;
  const isWide = encoding !== 'utf8';
  const bytes = isWide ? utf16(all, encoding === 'utf16le') : new TextEncoder().encode(all);
  const lone = text.search(/\p{Surrogate}/u);
  return { bytes, lostAt: lone === -1 ? undefined : lone };
}

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const units = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) {
    units.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  }
  return new Uint8Array(units.buffer);
}

/** A zero byte this early means that the file is no text. */
const sniffedBytes = 8192;

/** True for bytes that are no text in any encoding but UTF-16. */
export function hasZeros(bytes: Uint8Array): boolean {
  return bytes.subarray(0, sniffedBytes).includes(0);
}

/** Decodes a file: UTF-8, or UTF-16 with its mark; undefined for a binary file. */
export function decodeText(bytes: Uint8Array): UnicodeText | undefined {
  const marked = markedEncoding(bytes);
  if (marked === undefined && hasZeros(bytes)) return undefined;
  return decodeUnicode(bytes, marked ?? 'utf8');
}

const sniffedPrefixBytes = 512;

/**
 * UTF-16 without a mark, as VS Code recognizes it by its zero bytes: every second byte is one at the
 * beginning. Undefined for anything else that holds zero bytes, which is no text.
 */
export function unmarkedUtf16(bytes: Uint8Array): 'utf16le' | 'utf16be' | undefined {
  const start = bytes.subarray(0, sniffedPrefixBytes);
  if (start.length < 2) return undefined;
  if (start.every((byte, at) => (byte === 0) === (at % 2 === 1))) return 'utf16le';
  if (start.every((byte, at) => (byte === 0) === (at % 2 === 0))) return 'utf16be';
  return undefined;
}

function startsWithMark(bytes: Uint8Array, encoding: UnicodeEncoding): boolean {
  return marks[encoding].every((byte, at) => bytes[at] === byte);
}

function decodeExactly(bytes: Uint8Array, encoding: UnicodeEncoding): string | undefined {
  try {
    const decoder = new TextDecoder(decoderNames[encoding], { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes);
  } catch {
    // The decoder throws exactly when the bytes are not valid; the caller decodes with replacement.
    return undefined;
  }
}
