import { lineAt, withLineEnding, type LineEnding } from '../../base/text-lines';

/** Position of a text in another: from `start` up to, but not including, `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds a text exactly, in order and without overlap. Only the kind of line ending may differ,
 * because readers see lines without it.
 */
export function findSpans(text: string, sought: string): readonly TextSpan[] {
  const plain = withoutReturns(text);
  const wanted = withoutReturns(sought);
  const inText = positionsWithReturns(text);
  const places: TextSpan[] = [];
  let at = plain.indexOf(wanted);
  while (at !== -1) {
    const end = at + wanted.length;
    places.push({ start: inText(at), end: inText(end) });
    at = plain.indexOf(wanted, end);
  }
  return places;
}

/** Puts `newText` at the spans, each time with the line endings used there. */
export function replaceSpans(text: string, places: readonly TextSpan[], newText: string): string {
  const endingAt = lineEndings(text);
  const parts: string[] = [];
  let from = 0;
  for (const place of places) {
    const ending = endingAt(place);
    const fresh = ending === undefined ? newText : withLineEnding(newText, ending);
    parts.push(text.slice(from, place.start), fresh);
    from = place.end;
  }
  return parts.join('') + text.slice(from);
}

/** 1-based line numbers of the first `max` spans. */
export function linesOf(text: string, places: readonly TextSpan[], max: number): readonly number[] {
  return places.slice(0, max).map(({ start }) => lineAt(text, start));
}

function withoutReturns(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Converts an offset in the text without carriage returns into one in the text itself. */
function positionsWithReturns(text: string): (plain: number) => number {
  const returns = offsetsOf(text, '\r\n').map((at, count) => at - count);
  return (plain) => plain + countBelow(returns, plain);
}

/**
 * The line ending inside a span, else the nearest after it, else before it; undefined in a text of
 * one line.
 */
function lineEndings(text: string): (place: TextSpan) => LineEnding | undefined {
  const feeds = offsetsOf(text, '\n');
  const last = feeds.at(-1);
  if (last === undefined) return () => undefined;
  return ({ start }) => {
    const at = feeds[countBelow(feeds, start)] ?? last;
    return text[at - 1] === '\r' ? '\r\n' : '\n';
  };
}

function offsetsOf(text: string, sought: string): readonly number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
    offsets.push(at);
  }
  return offsets;
}

function countBelow(sorted: readonly number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
