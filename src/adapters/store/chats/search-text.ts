const plain = /^[\t\n\r -~]*$/;
const special = /[^\t\n\r -~]/gu;
const unsearchable = /[\p{Cc}\p{Cs}]/gu;

/** Left over from a dotted capital I, whose small letter carries a second dot. */
const lostDot = /\u0307/g;

/**
 * The text as a search compares it: case folded in every script, composed, controls as blanks. SQL
 * folds ASCII letters only.
 */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFC')
    .replace(special, foldCharacter)
    .toLowerCase()
    .replace(lostDot, '')
    .replace(unsearchable, ' ');
}

/** By itself: a sigma at the end of a word is the same letter as any other. */
function foldCharacter(character: string): string {
  return character.toUpperCase().toLowerCase();
}

/** A folded text, and from which unit of the original each of its units comes. */
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

/** The words of a query, each once; more than a person types is left out. */
export function queryWords(query: string | undefined): readonly string[] {
  const words = foldText((query ?? '').slice(0, maxQuery)).split(/\s+/u);
  return [...new Set(words.filter((word) => word !== ''))].slice(0, maxQueryWords);
}

const excerptLength = 120;
/** Of them before the match. */
const leadLength = 40;

/** Layout, controls, and marks that could turn the line around or hide it. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** About 120 characters around the first place of a folded word, on one line. */
export function excerptAround(words: string, word: string): string {
  const line = Array.from(words.normalize('NFC').replace(unseen, ' ').trim());
  const { text, origins } = foldWithOrigins(line.join(''));
  const found = text.indexOf(word);
  const match = characterAt(line, found === -1 ? 0 : (origins[found] ?? 0));
  const latest = Math.max(0, line.length - excerptLength);
  const lead = Math.min(Math.max(0, match - leadLength), latest);
  // To go back from there would take as much from the end, where the match may be.
  const start = lead === latest ? latest : startOfWord(line, lead);
  const end = Math.min(line.length, start + excerptLength);
  const shown = line.slice(start, end).join('').trim();
  return `${start > 0 ? '…' : ''}${shown}${end < line.length ? '…' : ''}`;
}

/** The index of the character that begins at a UTF-16 unit. */
function characterAt(line: readonly string[], unit: number): number {
  let at = 0;
  for (let units = 0; at < line.length && units < unit; at += 1) units += line[at]?.length ?? 0;
  return at;
}

/** Goes back over the rest of a word that `at` is in, unless that is long. */
function startOfWord(line: readonly string[], at: number): number {
  for (let start = at; start > 0 && at - start <= 16; start -= 1) {
    if (line[start - 1] === ' ') return start;
  }
  return at;
}
