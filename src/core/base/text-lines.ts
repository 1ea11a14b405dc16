import { cutAside } from './redact/cut-aside';

export type LineEnding = '\n' | '\r\n';

/** Lines without their endings; a final line ending starts no further line. */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The line ending that most lines of a text have; `\n` when it has none. */
export function dominantLineEnding(text: string): LineEnding {
  const all = text.split('\n').length - 1;
  const windows = text.split('\r\n').length - 1;
  return windows * 2 > all ? '\r\n' : '\n';
}

export function withLineEnding(text: string, ending: LineEnding): string {
  return text.replace(/\r?\n/g, ending);
}

/** `   12\tline` for each line; `first` is the number of the first one. */
export function numberLines(lines: readonly string[], first: number): string {
  return lines.map((line, at) => `${String(first + at).padStart(5)}\t${line}`).join('\n');
}

/** 1-based number of the line that holds the character at `offset`. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}

/** Characters of a cut line before the place of interest. */
const lead = 100;

/** Keeps `max` characters of a line around `at`, with `…` where something was cut. */
export function cutAround(line: string, at: number, max: number): string {
  if (line.length <= max) return line;
  const from = Math.max(0, Math.min(at - lead, line.length - max));
  const start = from > 0 && isLowSurrogate(line, from) ? from + 1 : from;
  const to = from + max;
  const end = isLowSurrogate(line, to) ? to - 1 : to;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

/** The first `max` characters; fewer rather than half of a surrogate pair or a credential. */
export function cutEnd(text: string, max: number): string {
  if (text.length <= max) return text;
  const { endAt } = cutAside(text, max);
  return text.slice(0, isLowSurrogate(text, endAt) ? endAt - 1 : endAt);
}

/** The first `max` characters of a text, and a mark when there are more. */
export function cutMarked(text: string, max: number): string {
  return text.length <= max ? text : `${cutEnd(text, max)}…`;
}

/** The last `max` characters; fewer rather than half of a surrogate pair or a credential. */
export function cutStart(text: string, max: number): string {
  if (text.length <= max) return text;
  const { beginAt } = cutAside(text, text.length - max);
  return text.slice(isLowSurrogate(text, beginAt) ? beginAt + 1 : beginAt);
}

/** The names in a list that is written as one text, with blanks between them. */
export function namesIn(list: string): readonly string[] {
  return list.split(/\s+/);
}

export function nameSet(list: string): ReadonlySet<string> {
  return new Set(namesIn(list));
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
