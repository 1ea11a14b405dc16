import { escapeControl } from '../../../core/base/escape-control';
import { redactText } from '../../../core/base/redact/redact';

export interface Unwanted {
  /** Keys and passwords by value, whatever their form. */
  readonly secrets: readonly string[];
  readonly home: string;
  readonly userName: string;
  readonly machine: string;
  readonly roots: readonly string[];
}

export type CleanText = (text: string) => string;

/** In characters; shorter ones occur in too many words. */
const minSecret = 4;
const minName = 3;
const url = /\b([a-z][a-z0-9+.-]*):\/\/[^\s"'`<>|\\^{}]+/gi;

/** Removes secrets by value and form, URLs but their origin, folders, user and machine names. */
export function createCleanText(unwanted: Unwanted): CleanText {
  const replacements = [
    ...byLength(unwanted.secrets.filter(({ length }) => length >= minSecret)).flatMap((secret) =>
      spellings(secret).map((text) => [text, '[REDACTED:known-secret]'] as const),
    ),
    ...byLength(unwanted.roots).flatMap((root) => folder(root, '<workspace>')),
    ...folder(unwanted.home, '~'),
  ];
  const names = [
    ...wholeWord(unwanted.userName, '<user>'),
    ...wholeWord(unwanted.machine, '<machine>'),
  ];
  return (text) => {
    let clean = text;
    for (const [secret, mark] of replacements) clean = clean.replaceAll(secret, mark);
    clean = redactText(clean.replace(url, originOnly)).text;
    for (const [word, mark] of names) clean = clean.replace(word, mark);
    return escapeControl(clean);
  };
}

/** Secrets in a URL of the settings: name, password, values of its query. */
export function secretsInUrl(text: string): readonly string[] {
  if (!URL.canParse(text)) return [];
  const { username, password, searchParams, hash } = new URL(text);
  const values = [...searchParams.values(), hash.slice(1), username, password];
  return values.flatMap((value) => [value, decoded(value)]).filter((value) => value !== '');
}

function originOnly(found: string): string {
  if (found.startsWith('file:') || !URL.canParse(found)) return found;
  const { protocol, host, pathname, search, hash } = new URL(found);
  const rest = `${pathname}${search}${hash}`;
  return `${protocol}//${host}${rest === '/' || rest === '' ? '' : '/…'}`;
}

function folder(path: string, mark: string): readonly (readonly [string, string])[] {
  if (path.length < minName) return [];
  return spellings(path).map((text) => [text, mark]);
}

/** As it is, and in the forms of JSON, URLs and Windows. */
function spellings(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const slashes = text.replaceAll('\\', '/');
  return byLength([
    ...new Set([text, json, slashes, encodeURIComponent(text), encodeURI(slashes)]),
  ]);
}

function wholeWord(name: string, mark: string): readonly (readonly [RegExp, string])[] {
  if (name.length < minName) return [];
  const text = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return [[new RegExp(`(?<![\\w])${text}(?![\\w])`, 'gi'), mark]];
}

/** Longer texts first: a shorter one may be a part of them. */
function byLength(texts: readonly string[]): readonly string[] {
  return [...texts].sort((a, b) => b.length - a.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not an encoded text: used literally.
    return text;
  }
}
