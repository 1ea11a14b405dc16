/** A file's bytes as a reader sees them. */
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

/** Common names of encodings, including those of VS Code. */
const names: ReadonlyMap<string, string> = new Map([
  ['utf8', 'UTF-8'],
  ['utf8bom', 'UTF-8'],
  ['utf16le', 'UTF-16 LE'],
  ['utf16be', 'UTF-16 BE'],
  ['macroman', 'Mac Roman'],
  ['shiftjis', 'Shift JIS'],
  ['eucjp', 'EUC-JP'],
  ['euckr', 'EUC-KR'],
  ['gbk', 'GBK'],
  ['gb2312', 'GB 2312'],
  ['gb18030', 'GB 18030'],
  ['big5hkscs', 'Big5-HKSCS'],
  ['cp950', 'Big5'],
  ['koi8r', 'KOI8-R'],
  ['koi8u', 'KOI8-U'],
  ['koi8ru', 'KOI8-RU'],
  ['koi8t', 'KOI8-T'],
  ['tis620', 'TIS-620'],
]);

/** `windows1252` as "Windows-1252", `iso88592` as "ISO 8859-2"; an unknown name as it is. */
export function encodingName(encoding: string): string {
  const known = names.get(encoding);
  if (known !== undefined) return known;
  const [, family, part] = /^(windows|iso8859|cp)(\d+)$/.exec(encoding) ?? [];
  switch (family) {
    case 'windows':
      return `Windows-${part ?? ''}`;
    case 'iso8859':
      return `ISO 8859-${part ?? ''}`;
    case 'cp':
      return `Code page ${part ?? ''}`;
    default:
      return encoding;
  }
}

/** True for UTF-8, the encoding of nearly every file, which is not mentioned. */
export function isUtf8(encoding: string): boolean {
  return encodingName(encoding) === 'UTF-8';
}
