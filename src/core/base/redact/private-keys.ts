import type { SecretSpan } from './values/secret-span';

const kind = 'private-key';
const label = String.raw`(?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}`;
/** PEM, OpenSSH, PGP and SSH2; what PuTTY writes has no end mark. */
const begin = new RegExp(String.raw`-{4,5} ?BEGIN ${label}|Private-Lines: \d+`, 'g');
const end = new RegExp(String.raw`-{4,5} ?END ${label}`, 'g');

/** The longest key of those in use (RSA 16384) as PEM, and what loggers put before its lines. */
const maxKeyLength = 16 * 1024;

/**
 * Private keys of a text, from begin mark to end mark. One without an end goes as far as its lines
 * look like key data; of one without a beginning, as excerpts have, the lines before its end go.
 */
export function* privateKeys(text: string): Iterable<SecretSpan> {
  if (!mayHoldKey(text)) return;
  const mayEnd = text.includes('END');
  const ends = (mayEnd ? [...text.matchAll(end)] : []).map(
    ({ 0: mark, index }) => index + mark.length,
  );
  let from = 0;
  let next = 0;
  for (const { 0: mark, index } of text.matchAll(begin)) {
    if (index < from) continue;
    const first = next;
    while ((ends[next] ?? Infinity) <= index) next += 1;
    if (next > first) yield* keyTails(text, from, index);
    const to = ends[next] ?? Infinity;
    const behind = index + mark.length;
    from = to - index > maxKeyLength ? endOfKeyData(text, behind) : to;
    // A mark that a program or a page speaks of.
    if (isKeyText(text.slice(behind, Math.min(from, behind + 200)))) {
      yield { kind, begin: index, from: index, to: from };
    }
  }
  if (mayEnd) yield* keyTails(text, from, text.length);
}

/** Not nothing, nor dots for what was left out. */
function isKeyText(text: string): boolean {
  return /^(?!\s*(?:\.{3}|…)?\s*-{4,5} ?END)[^]*\S/.test(text);
}

/** Up to where a private key goes that begins between two places. */
export interface KeyExtent {
  readonly to: number;
  /** Its end may come behind the text. */
  readonly isOpen: boolean;
}

/** Finds how far keys go. Asks for the ends in order, so that each part is read once. */
export class KeyExtents {
  private searched = 0;
  private next = -1;
  private behindNext = -1;

  constructor(private readonly text: string) {}

  /** Of the last key that begins between two places. */
  between(from: number, to: number): KeyExtent | undefined {
    const { text } = this;
    const part = text.slice(from, to);
    if (!mayHoldKey(part)) return undefined;
    const last = [...part.matchAll(begin)].at(-1);
    if (last === undefined) return undefined;
    const index = from + last.index;
    const close = this.endBehind(index);
    if (close - index <= maxKeyLength) return { to: close, isOpen: false };
    if (text.length - index < maxKeyLength) return { to: text.length, isOpen: true };
    return { to: endOfKeyData(text, index + last[0].length), isOpen: false };
  }

  private endBehind(place: number): number {
    if (place >= this.searched && place <= this.next) return this.behindNext;
    const [found] = this.text.slice(place).matchAll(end);
    this.searched = place;
    this.next = found === undefined ? Infinity : place + found.index;
    this.behindNext = found === undefined ? Infinity : this.next + found[0].length;
    return this.behindNext;
  }
}

/** True for a text that holds what a key begins or ends with. */
function mayHoldKey(text: string): boolean {
  return text.includes('PRIVATE KEY') || text.includes('Private-Lines');
}

/** Text allowed on the line of a begin mark: data, or the end of a string of a program. */
const restOfMark = /(?:\\[nr]|[ \t])*(?:[A-Za-z0-9+/=\\]{16,}|["',;+\\\]) \t]*(?:\r?\n|$))/y;
const dataLine =
  /(?:[^A-Za-z\n]{0,40}[A-Za-z0-9+/=\\]+["',;+\\ \t]*|(?:Proc-Type|DEK-Info|Version|Comment|Hash|X-\w+): [^\n]{0,200}|[^\n]{0,100}?[A-Za-z0-9+/]{40,}[^\n]{0,40}|[ \t>+|]*)\r?(?:\n|$)/y;

function endOfKeyData(text: string, from: number): number {
  let at = after(restOfMark, text, from);
  if (text.charAt(at - 1) !== '\n') return at;
  while (at < text.length) {
    const next = after(dataLine, text, at);
    if (next === at) break;
    at = next;
  }
  // The line end behind the key is no part of it.
  return text.charAt(at - 1) === '\n' && at < text.length ? at - 1 : at;
}

function after(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return at + (sticky.exec(text)?.[0].length ?? 0);
}

function* keyTails(text: string, from: number, to: number): Iterable<SecretSpan> {
  let behind = from;
  for (const mark of text.slice(from, to).matchAll(end)) {
    const at = from + mark.index;
    const start = startOfKeyData(text, at, behind);
    behind = at + mark[0].length;
    yield { kind, begin: start, from: start, to: behind };
  }
}

/** Walks back from a place on a line over the whole lines of key data before it; the last may be short. */
export function startOfKeyData(text: string, at: number, from: number): number {
  let start = text.lastIndexOf('\n', at) + 1;
  const last = /^[ \t\d|]{0,12}[A-Za-z0-9+/=]{1,16}[ \t]{0,4}\r?$/;
  for (let isLast = true; start > from && at - start < maxKeyLength; isLast = false) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    const line = text.slice(before, start - 1);
    if (!isKeyData(line) && !(isLast && last.test(line))) break;
    start = before;
  }
  return Math.max(start, from);
}

/** True for a line of nothing but key data; a line number before it does not hide it. */
export function isKeyData(line: string): boolean {
  return line.length < 200 && /^[ \t\d|]{0,12}[A-Za-z0-9+/=]{16,140}[ \t]{0,4}\r?$/.test(line);
}
