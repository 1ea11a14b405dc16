import * as vscode from 'vscode';
import type { EncodedText, FileText, TextEncoding } from '../../core/ports/files';
import {
  decodeUnicode,
  encodeUnicode,
  hasZeros,
  isUnicode,
  markedEncoding,
  unmarkedUtf16,
} from '../../core/base/unicode-text';

/** What VS Code may guess with `files.autoGuessEncoding`; it returns the text, not the encoding. */
const guessed = [
  ...['utf8', 'windows1252', 'windows1251', 'windows1250', 'windows1253', 'windows1255', 'cp866'],
  ...['iso88592', 'iso88595', 'iso88597', 'iso88598', 'koi8r', 'macroman', 'shiftjis', 'eucjp'],
  ...['euckr', 'big5hkscs', 'gb2312', 'gbk', 'utf16le', 'utf16be'],
];

/** Distinguishes encodings by their output. */
const probe = 'é€Жאあ한';

/** The encoding of a document by VS Code's name, which has one of its own for UTF-8 with mark. */
export function encodingOf(name: string): TextEncoding {
  const encoding = name === 'utf8bom' ? 'utf8' : name;
  // VS Code never saves UTF-16 without its mark.
  const byteOrderMark = name === 'utf8bom' || (isUnicode(name) && name !== 'utf8');
  return { encoding, byteOrderMark };
}

/** Decodes a file that no editor shows, as VS Code would; undefined for what is no text. */
export async function decodeClosed(
  bytes: Uint8Array,
  uri: vscode.Uri,
): Promise<FileText | undefined> {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return decodeUnicode(bytes, marked);
  if (hasZeros(bytes)) {
    const wide = unmarkedUtf16(bytes);
    return wide === undefined ? undefined : decodeUnicode(bytes, wide);
  }
  const configured = await configuredEncoding(uri);
  const guesses = vscode.workspace.getConfiguration('files', uri).get('autoGuessEncoding') === true;
  if (!guesses) return decodeAs(bytes, configured);
  return (await decodeGuessed(bytes, uri, configured)) ?? decodeAs(bytes, configured);
}

/** Decodes by an encoding of VS Code; undefined for what VS Code takes for no text. */
export async function decodeAs(bytes: Uint8Array, name: string): Promise<FileText | undefined> {
  const { encoding } = encodingOf(name);
  if (isUnicode(encoding)) return decodeUnicode(bytes, encoding);
  const text = await decoded(bytes, { encoding });
  if (text === undefined) return undefined;
  const again = await vscode.workspace.encode(text, { encoding });
  return { text, encoding, byteOrderMark: false, exact: isSameBytes(bytes, again) };
}

/** Position of the first character that would not survive the round trip. */
export async function encodeAs(text: string, as: TextEncoding): Promise<EncodedText> {
  const { encoding, byteOrderMark } = as;
  if (isUnicode(encoding)) return encodeUnicode(text, encoding, byteOrderMark);
  const bytes = await vscode.workspace.encode(text, { encoding });
  const back = await vscode.workspace.decode(bytes, { encoding });
  return { bytes, lostAt: back === text ? undefined : firstDifference(text, back) };
}

/** The `files.encoding` setting for a file, as it may differ by language. */
export async function configuredEncoding(uri: vscode.Uri): Promise<string> {
  const files = vscode.workspace.getConfiguration('files', uri);
  const plain = files.get('encoding', 'utf8');
  const languages = files.inspect('encoding')?.languageIds ?? [];
  const ofLanguages = languages.map((languageId) =>
    vscode.workspace.getConfiguration('files', { uri, languageId }).get('encoding', plain),
  );
  const names = [...new Set([plain, ...ofLanguages])];
  if (names.length === 1) return plain;
  // Which language a path has is VS Code's secret, but not what it makes of a text there.
  const written = await vscode.workspace.encode(probe, { uri });
  for (const encoding of names) {
    if (isSameBytes(await vscode.workspace.encode(probe, { encoding }), written)) return encoding;
  }
  return plain;
}

async function decodeGuessed(
  bytes: Uint8Array,
  uri: vscode.Uri,
  configured: string,
): Promise<FileText | undefined> {
  const text = await decoded(bytes, { uri });
  if (text === undefined) return undefined;
  for (const name of new Set([configured, ...guessed])) {
    const candidate = await decodeAs(bytes, name);
    if (candidate?.exact === true && candidate.text === text) return candidate;
  }
  return undefined;
}

async function decoded(
  bytes: Uint8Array,
  options: { readonly encoding: string } | { readonly uri: vscode.Uri },
): Promise<string | undefined> {
  try {
    return 'uri' in options
      ? await vscode.workspace.decode(bytes, options)
      : await vscode.workspace.decode(bytes, options);
  } catch {
    // VS Code throws exactly when the content is no text.
    return undefined;
  }
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
