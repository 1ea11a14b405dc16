import { diffArrays } from 'diff';

/** One replaced piece, by offsets in the text before. */
export interface TextPiece {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Line by line only while that is fast; a larger difference is one piece. */
const maxDiffEdits = 400;

/**
 * Differences between two texts, so that cursors, folds and breakpoints outside them stay in place.
 * Pieces are in order and do not touch; none splits a line ending or a character.
 */
export function editsBetween(before: string, after: string): readonly TextPiece[] {
  if (before === after) return [];
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const inner = {
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
  };
  const whole = { start, end: start + inner.before.length, text: inner.after };
  return linePieces(inner.before, inner.after, start) ?? [whole];
}

/** Undefined if the difference is too large for a line diff. */
function linePieces(before: string, after: string, start: number): TextPiece[] | undefined {
  const parts = diffArrays(linesOf(before), linesOf(after), { maxEditLength: maxDiffEdits });
  if (parts === undefined) return undefined;
  const pieces: TextPiece[] = [];
  let offset = start;
  let open: TextPiece | undefined;
  for (const { added, removed, value } of parts) {
    const text = value.join('');
    if (!added && !removed) {
      if (open !== undefined) pieces.push(open);
      open = undefined;
      offset += text.length;
      continue;
    }
    open ??= { start: offset, end: offset, text: '' };
    if (added) open = { ...open, text: open.text + text };
    if (removed) {
      offset += text.length;
      open = { ...open, end: offset };
    }
  }
  return open === undefined ? pieces : [...pieces, open];
}

/** Each with its line ending. */
function linesOf(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a[at] === b[at]) at += 1;
  while (at > 0 && (splits(a, at) || splits(b, at))) at -= 1;
  return at;
}

function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < most && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  while (length > 0 && (splits(a, a.length - length) || splits(b, b.length - length))) length -= 1;
  return length;
}

/** True in the middle of `\r\n` and of a surrogate pair. */
function splits(text: string, at: number): boolean {
  const pair = text.slice(at - 1, at + 1);
  return pair === '\r\n' || /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(pair);
}

/** Line ending of a text; no editor buffer keeps `mixed`. */
export type LineEndings = 'none' | 'lf' | 'crlf' | 'mixed';

export function lineEndingsOf(text: string): LineEndings {
  const found = new Set<LineEndings>();
  for (const [ending] of text.matchAll(/\r\n|\r|\n/g)) {
    found.add(ending === '\n' ? 'lf' : ending === '\r\n' ? 'crlf' : 'mixed');
    if (found.size > 1) return 'mixed';
  }
  const [only = 'none'] = found;
  return only;
}

/**
 * True for a text that a buffer holds as it is. Switching the line endings of a buffer together
 * with its text is a step that VS Code cannot undo, so such texts are written on disk.
 */
export function fitsBuffer(
  text: string,
  { lineEndings }: { readonly lineEndings: 'lf' | 'crlf' },
): boolean {
  const endings = lineEndingsOf(text);
  return endings === 'none' || endings === lineEndings;
}
