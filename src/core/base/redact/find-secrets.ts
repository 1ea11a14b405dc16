import { privateKeys } from './private-keys';
import { allHits, lengthOf, type SearchStep, spansAt, stepOf } from './secret-rules';
import type { SecretSpan } from './secret-span';

/** A mark of redaction. The text between two of them is searched by itself. */
const mark = /\[REDACTED:[a-z-]{1,40}\]/g;
const knownMark = '';

/** A part of the whole text, as it will appear between marks. */
interface Piece {
  readonly text: string;
  /** Where it begins in the whole. */
  readonly offset: number;
}

type Finder = (piece: Piece) => Iterable<SecretSpan>;

/**
 * The credentials of a text, in order. Each search sees only what the one before left, piece by
 * piece, as it will appear between marks.
 */
export function findSecrets(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  search({ text, offset: 0 }, foundBy(text), spans);
  return spans;
}

function foundBy(text: string): readonly Finder[] {
  const { starts, literals } = allHits(text);
  if (starts.length === 0) return [];
  const hits = starts.map((start, at) => ({ start, literal: literals[at] ?? 0 }));
  const of = (step: SearchStep): readonly Hit[] =>
    hits.filter(({ literal }) => stepOf(literal) === step).sort((a, b) => a.start - b.start);
  const [keys, marks, forms, names] = [of('key'), of('mark'), of('form'), of('name')];
  return [
    ...(keys.length > 0 ? [({ text: piece }: Piece) => privateKeys(piece)] : []),
    ...(marks.length > 0 ? [knownMarks] : []),
    ...(forms.length > 0 ? [finderOf('form', forms)] : []),
    ...(names.length > 0 ? [finderOf('name', names)] : []),
  ];
}

interface Hit {
  readonly start: number;
  readonly literal: number;
}

/** Looks at the hits in a piece. After a credential the rest is a text of its own. */
function finderOf(step: SearchStep, hits: readonly Hit[]): Finder {
  return function* find({ text, offset }) {
    let floor = 0;
    for (let at = firstIndex(hits, offset); at < hits.length; at += 1) {
      const hit = hits[at];
      if (hit === undefined || hit.start >= offset + text.length) return;
      const start = hit.start - offset;
      const end = start + lengthOf(hit.literal);
      if (start < floor || end > text.length) continue;
      for (const span of spansAt(step, hit.literal, { text, start, end, floor })) {
        if (span.from < floor) continue;
        yield span;
        floor = span.to;
      }
    }
  };
}

/** The first hit that is not before a place; hits are in order. */
function firstIndex(hits: readonly Hit[], place: number): number {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle]?.start ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function search(piece: Piece, finders: readonly Finder[], found: SecretSpan[]): void {
  const [find, ...others] = finders;
  if (find === undefined) return;
  const { text, offset } = piece;
  let from = 0;
  for (const span of find(piece)) {
    search({ text: text.slice(from, span.from), offset: offset + from }, others, found);
    if (span.kind !== knownMark) found.push(moved(span, offset));
    from = span.to;
  }
  search({ text: from === 0 ? text : text.slice(from), offset: offset + from }, others, found);
}

function moved({ kind, begin, from, to }: SecretSpan, by: number): SecretSpan {
  return { kind, begin: begin + by, from: from + by, to: to + by };
}

function* knownMarks({ text }: Piece): Iterable<SecretSpan> {
  if (!text.includes('[REDACTED:')) return;
  for (const { 0: whole, index } of text.matchAll(mark)) {
    yield { kind: knownMark, begin: index, from: index, to: index + whole.length };
  }
}
