/** What the bytes of a file are to a reader. */
export type DecodedText =
  | {
      readonly kind: 'text';
      /** Without the byte order mark. */
      readonly text: string;
      readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
      readonly byteOrderMark: boolean;
      /** False when bytes that are no text in this encoding were replaced by U+FFFD. */
      readonly exact: boolean;
    }
  | { readonly kind: 'binary' };

const sniffedBytes = 8192;

/** Decodes a file: UTF-8, or UTF-16 with its mark; a NUL in the first 8 KiB means binary. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes.subarray(2), true);
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes.subarray(2), true);
  if (bytes.subarray(0, sniffedBytes).includes(0)) return { kind: 'binary' };
  const marked = first === 0xef && second === 0xbb && bytes[2] === 0xbf;
  return decodeAs('utf-8', marked ? bytes.subarray(3) : bytes, marked);
}

function decodeAs(
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be',
  bytes: Uint8Array,
  byteOrderMark: boolean,
): DecodedText {
  const exactText = decodeExactly(encoding, bytes);
  const text = exactText ?? new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  return { kind: 'text', text, encoding, byteOrderMark, exact: exactText !== undefined };
}

function decodeExactly(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The decoder throws exactly when the bytes are not valid; the caller decodes with replacement.
    return undefined;
  }
}
