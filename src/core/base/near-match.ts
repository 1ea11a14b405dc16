/** The lines of a text that look most like what was sought. */
export interface NearMatch {
  /** 1-based number of the first line. */
  readonly line: number;
  readonly lines: readonly string[];
  /** True when only blanks at the ends of lines differ. */
  readonly onlyBlanks: boolean;
}

/** Bounds that keep the cost under a few million steps, whatever a file holds. */
const maxTextLines = 20_000;
const maxSoughtLines = 40;
const maxLineLength = 200;
const minSimilarity = 0.5;

/** Finds the window of lines nearest to `sought`; undefined when nothing is alike. */
export function findNearMatch(
  textLines: readonly string[],
  soughtLines: readonly string[],
): NearMatch | undefined {
  const sought = soughtLines.slice(0, maxSoughtLines).map((line) => line.trim());
  const text = textLines.slice(0, maxTextLines).map((line) => line.trim());
  const start = bestWindow(text, sought) ?? windowOfSimilarLine(text, sought);
  if (start === undefined) return undefined;
  const lines = textLines.slice(start, start + sought.length);
  const onlyBlanks = sought.every((line, at) => line === text[start + at]);
  return { line: start + 1, lines, onlyBlanks };
}

/** Start of the window in which most lines are equal but for blanks at their ends. */
function bestWindow(text: readonly string[], sought: readonly string[]): number | undefined {
  const votes = new Map<number, number>();
  const places = placesOf(sought);
  text.forEach((line, at) => {
    for (const place of places.get(line) ?? []) {
      const start = Math.max(0, at - place);
      votes.set(start, (votes.get(start) ?? 0) + 1);
    }
  });
  const [best] = [...votes].sort(([a, m], [b, n]) => n - m || a - b);
  return best?.[0];
}

function placesOf(sought: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  sought.forEach((line, at) => {
    if (isTelling(line)) places.set(line, [...(places.get(line) ?? []), at]);
  });
  return places;
}

/** A lone bracket or an empty line stands everywhere and says nothing. */
function isTelling(line: string): boolean {
  return /\w/.test(line);
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

/** Dice coefficient of letter pairs: 1 for equal texts, 0 for nothing in common. */
function similarityOf(wanted: ReadonlyMap<string, number>, line: string): number {
  const total = sum(wanted);
  const given = Math.max(0, Math.min(line.length, maxLineLength) - 1);
  // Lines of very different length cannot reach the bound: skip counting their pairs.
  if (Math.min(total, given) * 2 < minSimilarity * (total + given)) return 0;
  let shared = 0;
  for (const [pair, count] of pairsOf(line)) shared += Math.min(count, wanted.get(pair) ?? 0);
  return total + given === 0 ? 0 : (2 * shared) / (total + given);
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
