import type { Hits } from './literals';
import { privateKeys } from './private-keys';
import { allHits, lengthOf, type SearchStep, spansAt, stepOf } from './secret-rules';
import { noSpans, type SecretSpan } from './values/secret-span';

/** A mark of redaction. The text between two of them is searched by itself. */
const mark = /\[REDACTED:[a-z-]{1,40}\]/g;
const knownMark = '';

/** A part of the text, as it will appear between marks. */
interface Piece {
  readonly from: number;
  readonly to: number;
}

/** In order of place: pieces are asked for in that order. */
type Finder = (piece: Piece) => Iterable<SecretSpan>;

/**
 * The credentials of a text, in order. Each search sees only what the one before left, piece by
 * piece, as it will appear between marks.
 */
export function findSecrets(text: string): readonly SecretSpan[] {
  const all = allHits(text);
  const { starts, literals } = all;
  if (starts.length === 0) return noSpans;
  const hits: Record<SearchStep, number[]> = { key: [], mark: [], form: [], name: [] };
  for (let at = 0; at < starts.length; at += 1) hits[stepOf(literals[at] ?? 0)].push(at);
  const spans: SecretSpan[] = [];
  let pieces: readonly Piece[] = [{ from: 0, to: text.length }];
  const search = (step: SearchStep, find: Finder): void => {
    if (hits[step].length > 0) pieces = divided(pieces, find, spans);
  };
  search('key', () => privateKeys(text));
  search('mark', ({ from, to }) => knownMarks(text, from, to));
  search('form', finderOf('form', text, all, hits.form));
  search('name', finderOf('name', text, all, hits.name));
  return spans.sort((a, b) => a.from - b.from);
}

/** Collects what is found in the pieces, and returns what is between. */
function divided(pieces: readonly Piece[], find: Finder, found: SecretSpan[]): readonly Piece[] {
  const left: Piece[] = [];
  for (const piece of pieces) {
    let { from } = piece;
    for (const span of find(piece)) {
      if (span.from > from) left.push({ from, to: span.from });
      if (span.kind !== knownMark) found.push(span);
      from = span.to;
    }
    if (from < piece.to) left.push(from === piece.from ? piece : { from, to: piece.to });
  }
  return left;
}

/** Looks at the hits in a piece. After a credential the rest is a text of its own. */
function finderOf(
  step: SearchStep,
  whole: string,
  { starts, literals }: Hits,
  hits: number[],
): Finder {
  sortByStart(hits, starts);
  // With an end, so that none is sought behind the last one.
  const places = new Float64Array(hits.length + 1).fill(Infinity);
  for (let at = 0; at < hits.length; at += 1) places[at] = starts[hits[at] ?? 0] ?? Infinity;
  let next = 0;
  const placeOfNext = (): number => places[next] ?? Infinity;
  const spansHere = (text: string, start: number, floor: number): readonly SecretSpan[] => {
    const literal = literals[hits[next] ?? 0] ?? 0;
    const end = start + lengthOf(literal);
    const isInside = start >= floor && end <= text.length;
    return isInside ? spansAt(step, literal, { text, start, end, floor }) : noSpans;
  };
  return ({ from, to }) => {
    while (placeOfNext() < from) next += 1;
    if (placeOfNext() >= to) return noSpans;
    const text = whole.slice(from, to);
    const found: SecretSpan[] = [];
    let floor = 0;
    for (; placeOfNext() < to; next += 1) {
      for (const span of spansHere(text, placeOfNext() - from, floor)) {
        if (span.from < floor) continue;
        found.push(moved(span, from));
        floor = span.to;
      }
    }
    return found;
  };
}

/** They come in the order of their ends, and few of them have another before that began later. */
function sortByStart(hits: number[], starts: readonly number[]): void {
  const startOf = (at: number): number => starts[hits[at] ?? 0] ?? 0;
  for (let at = 1; at < hits.length; at += 1) {
    if (startOf(at - 1) <= startOf(at)) continue;
    hits.sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
    return;
  }
}

function moved({ kind, begin, from, to }: SecretSpan, by: number): SecretSpan {
  return { kind, begin: begin + by, from: from + by, to: to + by };
}

function* knownMarks(whole: string, from: number, to: number): Iterable<SecretSpan> {
  for (const { 0: found, index } of whole.slice(from, to).matchAll(mark)) {
    const at = from + index;
    yield { kind: knownMark, begin: at, from: at, to: at + found.length };
  }
}
