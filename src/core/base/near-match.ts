import { say, type Sentence } from './sentence';

/** The lines of a text that look most like what was sought. */
export interface NearMatch {
  /** 1-based number of the first line. */
  readonly line: number;
  readonly lines: readonly string[];
  /** The only differences from the sought text; none when more differs. */
  readonly differs: readonly Sentence[];
}

/** Bounds that keep the cost under a few million steps, whatever a file holds. */
const maxTextLines = 20_000;
const maxSoughtLines = 40;
const maxLineLength = 200;
const minSimilarity = 0.5;
/** Share of the sought letter pairs that make a longer line one that nearly holds them. */
const minContained = 0.75;
/** So that of two lines the one of the sought length wins. */
const containedWeight = 0.8;

/** Finds the window of lines most similar to `sought`; undefined when none is. */
export function findNearMatch(
  textLines: readonly string[],
  soughtLines: readonly string[],
): NearMatch | undefined {
  const sought = folded(soughtLines.slice(0, maxSoughtLines));
  const text = folded(textLines.slice(0, maxTextLines));
  const start = bestWindow(text, sought) ?? windowOfSimilarLine(text, sought);
  if (start === undefined) return undefined;
  const lines = textLines.slice(start, start + soughtLines.length);
  const differs = differencesOf(lines.join('\n'), soughtLines.join('\n'));
  return { line: start + 1, lines: lines.slice(0, maxSoughtLines), differs };
}

/** Far beyond the length that distinguishes lines. */
const maxFolded = 1000;

function folded(lines: readonly string[]): readonly string[] {
  return foldLines(lines.map((line) => line.slice(0, maxFolded)));
}

/** Start of the window in which most lines are alike but for blanks, case and typography. */
function bestWindow(text: readonly string[], sought: readonly string[]): number | undefined {
  const votes = new Map<number, number>();
  const places = positionsOf(sought);
  text.forEach((line, at) => {
    for (const place of places.get(line) ?? []) {
      const start = Math.max(0, at - place);
      votes.set(start, (votes.get(start) ?? 0) + 1);
    }
  });
  const [best] = [...votes].sort(([a, m], [b, n]) => n - m || a - b);
  return best?.[0];
}

function positionsOf(sought: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  sought.forEach((line, at) => {
    if (isDistinctive(line)) places.set(line, [...(places.get(line) ?? []), at]);
  });
  return places;
}

/** Lone brackets and empty lines occur everywhere and distinguish nothing. */
function isDistinctive(line: string): boolean {
  return /[\p{L}\p{N}_]/u.test(line);
}

/** The window around the line most like the longest one sought. */
function windowOfSimilarLine(
  text: readonly string[],
  sought: readonly string[],
): number | undefined {
  const longest = sought.reduce((best, line) => (line.length > best.length ? line : best), '');
  const wanted = pairsOf(longest);
  let best: { readonly at: number; readonly similarity: number } | undefined;
  text.forEach((line, at) => {
    const similarity = similarityOf(wanted, line);
    if (similarity >= minSimilarity && similarity > (best?.similarity ?? 0)) {
      best = { at, similarity };
    }
  });
  return best && Math.max(0, best.at - sought.indexOf(longest));
}

/**
 * Dice coefficient of letter pairs: 1 for equal texts, 0 for nothing in common. A longer line that
 * holds nearly all pairs is alike too, because a part of a line may be sought.
 */
function similarityOf(wanted: ReadonlyMap<string, number>, line: string): number {
  const total = sum(wanted);
  const given = Math.max(0, Math.min(line.length, maxLineLength) - 1);
  // A line that is much shorter cannot reach either bound: skip counting its pairs.
  if (given * 2 < minSimilarity * (total + given)) return 0;
  let shared = 0;
  for (const [pair, count] of pairsOf(line)) shared += Math.min(count, wanted.get(pair) ?? 0);
  const dice = total + given === 0 ? 0 : (2 * shared) / (total + given);
  const contained = total === 0 ? 0 : shared / total;
  return contained < minContained ? dice : Math.max(dice, contained * containedWeight);
}

function pairsOf(line: string): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>();
  const length = Math.min(line.length, maxLineLength);
  for (let at = 0; at + 1 < length; at += 1) {
    const pair = line.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function sum(pairs: ReadonlyMap<string, number>): number {
  return [...pairs.values()].reduce((total, count) => total + count, 0);
}

interface Form {
  /** Easily overlooked by a reader; worded for "Only … differ". */
  readonly difference: Sentence;
  /** Removes the difference from a text. */
  readonly apply: (text: string) => string;
}

/** Characters that look like an ASCII character. */
const typography: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u00b4`]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
];

const forms: readonly Form[] = [
  {
    difference: say`line endings`,
    apply: (text) => text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n'),
  },
  {
    difference: say`blanks at the ends of lines`,
    apply: (text) => text.split('\n').map(trimmed).join('\n'),
  },
  {
    difference: say`blanks or tabs`,
    apply: (text) => text.replace(/[^\S\n]+|[\u200b-\u200d\ufeff]/g, ''),
  },
  {
    difference: say`quotes, dashes or dots`,
    apply: (text) => typography.reduce((plain, [odd, usual]) => plain.replace(odd, usual), text),
  },
  { difference: say`upper and lower case`, apply: (text) => text.toLowerCase() },
  { difference: say`letters with combining marks`, apply: (text) => text.normalize('NFC') },
];

/** A longer text is not examined. */
const maxLength = 20_000;

/** The fewest differences without which `text` would contain `sought`; none if more differs. */
export function differencesOf(text: string, sought: string): readonly Sentence[] {
  if (text.length > maxLength || sought.length > maxLength) return [];
  const found = choices().find((some) => applyAll(some, text).includes(applyAll(some, sought)));
  return (found ?? []).map(({ difference }) => difference);
}

/** Lines without the differences that a reader overlooks. */
export function foldLines(lines: readonly string[]): readonly string[] {
  const [, ...inLines] = forms;
  return lines.length === 0 ? [] : applyAll(inLines, lines.join('\n')).split('\n');
}

function applyAll(some: readonly Form[], text: string): string {
  return some.reduce((plain, { apply }) => apply(plain), text);
}

function trimmed(line: string): string {
  return line.trim();
}

/** Every choice of forms, the smallest first. */
function choices(): readonly (readonly Form[])[] {
  const all = Array.from({ length: 2 ** forms.length }, (_, bits) =>
    forms.filter((_form, at) => (bits & (1 << at)) !== 0),
  );
  return all.sort((a, b) => a.length - b.length);
}
