const plain = /^[\t\n\r -~]*$/;
const special = /[^\t\n\r -~]/gu;
const unsearchable = /[\p{Cc}\p{Cs}]/gu;

/** Left over from a dotted capital I: its lowercase form has a second dot. */
const lostDot = /\u0307/g;

/**
 * Normalizes text for search: case-folded in every script, composed, control characters as spaces.
 * SQL folds only ASCII letters.
 */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFC')
      // Folds a single character, so that a final sigma equals any other sigma.
      .replace(special, (character) => character.toUpperCase().toLowerCase())
      .toLowerCase()
      .replace(lostDot, '')
      .replace(unsearchable, ' ')
  );
}

/** Folded text, and the original UTF-16 offset of each unit. */
interface FoldedText {
  readonly text: string;
  readonly origins: readonly number[];
}

function foldWithOrigins(composed: string): FoldedText {
  let text = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of composed) {
    const folded = foldText(character);
    for (let unit = 0; unit < folded.length; unit += 1) origins.push(at);
    text += folded;
    at += character.length;
  }
  return { text, origins };
}

const maxQuery = 500;
const maxQueryWords = 16;

/** The distinct words of a query, within sensible limits. */
export function queryWords(query: string | undefined): readonly string[] {
  const words = foldText((query ?? '').slice(0, maxQuery)).split(/\s+/u);
  return [...new Set(words.filter((word) => word !== ''))].slice(0, maxQueryWords);
}

const excerptLength = 120;
/** Characters shown before the match. */
const leadLength = 40;

/** White space, control characters, and marks that could reorder or hide the line. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** About 120 characters around the first match of a folded word, on one line. */
export function excerptAround(words: string, word: string): string {
  const line = Array.from(words.normalize('NFC').replace(unseen, ' ').trim());
  const { text, origins } = foldWithOrigins(line.join(''));
  const found = text.indexOf(word);
  const match = characterAt(line, found === -1 ? 0 : (origins[found] ?? 0));
  const latest = Math.max(0, line.length - excerptLength);
  const lead = Math.min(Math.max(0, match - leadLength), latest);
  // Moving the start back here would cut the end, which may contain the match.
  const start = lead === latest ? latest : startOfWord(line, lead);
  const end = Math.min(line.length, start + excerptLength);
  const shown = line.slice(start, end).join('').trim();
  return `${start > 0 ? '…' : ''}${shown}${end < line.length ? '…' : ''}`;
}

/** Index of the character at a UTF-16 offset. */
function characterAt(line: readonly string[], unit: number): number {
  let at = 0;
  for (let units = 0; at < line.length && units < unit; at += 1) units += line[at]?.length ?? 0;
  return at;
}

/** Moves back to the start of the word at `at`, unless the word is long. */
function startOfWord(line: readonly string[], at: number): number {
  for (let start = at; start > 0 && at - start <= 16; start -= 1) {
    if (line[start - 1] === ' ') return start;
  }
  return at;
}
