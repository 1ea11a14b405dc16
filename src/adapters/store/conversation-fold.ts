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

export function foldWithOrigins(composed: string): FoldedText {
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
