/** The part of a string that is read; each character once. */
export type Characters = Pick<string, 'length' | 'charCodeAt'>;

/**
 * About how many tokens a text takes: one pass over classes of characters, strictly linear where a
 * tokenizer is quadratic (decision token-estimate). The weights are measured against o200k: within
 * 15 % for logs, code, documents, JSON, digests and CJK; for plain English it is up to a fifth
 * too many.
 */
export function estimateTokens(text: Characters): number {
  const { length } = text;
  let tokens = 0;
  let letters = 0;
  let digits = 0;
  let changes = 0;
  let last = other;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    const kind = kindOf(code);
    if (kind === other) {
      if (last !== other) tokens += wordTokens(letters, digits, changes);
      tokens += weightOf(code);
      letters = digits = changes = 0;
    } else {
      if (startsPart(last, kind)) changes += 1;
      if (kind === digit) digits += 1;
      else letters += 1;
    }
    last = kind;
  }
  return Math.ceil(tokens + wordTokens(letters, digits, changes));
}

const other = 0;
const lower = 1;
const upper = 2;
const digit = 3;

const lettersPerToken = 6;
const perDigit = 0.4;
const perBlank = 0.12;
const perSign = 0.6;

/** Digests, keys and base64 break into short tokens: many changes of class within one word. */
const perDigestCharacter = 0.63;
const shortestDigest = 8;
const charactersPerChange = 4;

/** Tokens of a run of ASCII letters and digits. */
function wordTokens(letters: number, digits: number, changes: number): number {
  const length = letters + digits;
  if (length >= shortestDigest && changes * charactersPerChange >= length) {
    return length * perDigestCharacter;
  }
  return Math.ceil(letters / lettersPerToken) + digits * perDigit;
}

/** A capital and the small letters after it belong together. */
function startsPart(last: number, kind: number): boolean {
  return last !== other && kind !== last && !(last === upper && kind === lower);
}

function kindOf(code: number): number {
  if (code > 0x7a || code < 0x30) return other;
  if (code >= 0x61) return lower;
  if (code <= 0x39) return digit;
  return code >= 0x41 && code <= 0x5a ? upper : other;
}

/** Tokens of one character that is no ASCII letter and no digit. */
function weightOf(code: number): number {
  if (code <= 0x20) return perBlank;
  if (code < 0x80) return perSign;
  // Letters of alphabets: Latin with accents, Greek, Cyrillic, Hebrew, Arabic, Indic.
  if (code < 0x2000) return 0.3;
  // Arrows, boxes, dashes and other symbols.
  if (code < 0x2e80) return 1;
  // Kana, Chinese characters and Hangul.
  if (code < 0xd800) return 0.6;
  // Halves of a pair, as in emoji; and what is left.
  return code < 0xe000 ? 0.8 : 0.6;
}
