import { say } from '../base/sentence';
/** A document as the server sent it. */
export interface PageBytes {
  readonly body: Uint8Array;
  /** Lower case, without parameters; '' if the server sent none. */
  readonly mediaType: string;
  /** As the header names it. */
  readonly charset?: string;
}

export type DecodedPage =
  | {
      readonly kind: 'html' | 'text';
      readonly text: string;
      /** A name of a charset that is not known, so that UTF-8 was taken. */
      readonly unknownCharset?: string;
    }
  /** A PDF, image, archive or the like: named, and not decoded. */
  | { readonly kind: 'binary'; readonly type: string };

/** The name of a type of files, by their first bytes. */
export type NameOfType = (bytes: Uint8Array) => string | undefined;

const markBytes = 1024;

/** What a document is, whatever its type claims, and its text. */
export function decodePage(page: PageBytes, nameOfType: NameOfType): DecodedPage {
  const type = binaryType(page, nameOfType);
  if (type !== undefined) return { kind: 'binary', type };
  const { encoding, unknownCharset } = encodingOf(page);
  const text = new TextDecoder(encoding).decode(page.body);
  return {
    kind: isHtml(page.mediaType, text) ? 'html' : 'text',
    text,
    ...(unknownCharset !== undefined && { unknownCharset }),
  };
}

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);
const textTypes =
  /^text\/|^application\/(?:.*\+)?(?:json|xml|yaml|toml|javascript|ecmascript|typescript|x-ndjson|x-sh|sql|graphql)$|^application\/(?:json5|x-yaml|x-javascript|jsonlines)$|^image\/svg\+xml$/;
/** What servers say when they do not know. */
const vagueTypes = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'unknown/unknown',
]);

/** The name of a type that is no text; undefined for text. */
function binaryType({ body, mediaType }: PageBytes, nameOfType: NameOfType): string | undefined {
  const found = markOf(body) === undefined ? nameOfType(body) : undefined;
  // A text may begin with the few letters of some types.
  if (found !== undefined && (!isTextType(mediaType) || isReliable(body, found))) {
    return found;
  }
  if (isTextType(mediaType)) return undefined;
  if (vagueTypes.has(mediaType)) return hasZero(body) ? say`binary data`.message : undefined;
  return mediaType;
}

function isTextType(mediaType: string): boolean {
  return htmlTypes.has(mediaType) || textTypes.test(mediaType);
}

function isReliable(body: Uint8Array, name: string): boolean {
  return name === 'PDF document' || hasZero(body);
}

function hasZero(body: Uint8Array): boolean {
  return markOf(body) === undefined && body.subarray(0, 8 * markBytes).includes(0);
}

function isHtml(mediaType: string, text: string): boolean {
  if (htmlTypes.has(mediaType)) return true;
  return vagueTypes.has(mediaType) && /^\s*(?:<!--|<!doctype html|<html|<head|<body)/i.test(text);
}

const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

function markOf(body: Uint8Array): string | undefined {
  return marks.find(({ bytes }) => bytes.every((byte, at) => body[at] === byte))?.encoding;
}

/** By its mark, then as the header, then as the page names it; else UTF-8. */
function encodingOf({ body, charset, mediaType }: PageBytes): {
  readonly encoding: string;
  readonly unknownCharset?: string;
} {
  const mark = markOf(body);
  if (mark !== undefined) return { encoding: mark };
  const inPage = () => (isTextual(mediaType) ? declaredIn(body) : undefined);
  const named = charset ?? inPage();
  if (named === undefined) return { encoding: 'utf-8' };
  const encoding = knownLabel(named) ?? knownLabel(inPage() ?? '');
  if (encoding !== undefined) return { encoding };
  return { encoding: 'utf-8', unknownCharset: named.slice(0, 40) };
}

function isTextual(mediaType: string): boolean {
  return htmlTypes.has(mediaType) || vagueTypes.has(mediaType) || mediaType.endsWith('xml');
}

function declaredIn(body: Uint8Array): string | undefined {
  const start = new TextDecoder('windows-1252').decode(body.subarray(0, markBytes));
  const [, named] =
    /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start) ??
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)/i.exec(start) ??
    [];
  // A page whose declaration could be read as ASCII is not in UTF-16.
  return named !== undefined && /^utf-?16/i.test(named) ? 'utf-8' : named;
}

/** Undefined for a label that the decoder does not know. */
function knownLabel(label: string): string | undefined {
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    // The constructor throws exactly for unknown labels.
    return undefined;
  }
}
