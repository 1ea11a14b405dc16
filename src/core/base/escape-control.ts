/**
 * Every character that draws nothing, or changes how its neighbors are drawn: controls, format and
 * bidi marks, zero-width and default-ignorable ones, separators, blanks other than the plain space,
 * lone surrogates, and the braille blank. `\n` is handled by the callers.
 */
const invisible =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

const named: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\u001b': '\\e',
};

/** Long runs of spaces or line breaks, which could push text out of sight. */
const manyBlanks = / {17,}/g;
const manyBreaks = /\n{4,}/g;

/**
 * Escapes a text of several lines for display: what the user approves must not contain anything
 * invisible (decision inert-text). Only plain line breaks and short runs of spaces stay.
 */
export function escapeControl(text: string): string {
  const seen = text.replace(invisible, (character) =>
    character === '\n' ? character : escape(character),
  );
  return countBlanks(seen).replace(manyBreaks, (run) => `\n⟨${String(run.length)} × ↵⟩\n`);
}

/** The same on one line: line breaks are shown as `\n`. */
export function escapeControlInline(text: string): string {
  return countBlanks(text.replace(invisible, escape));
}

/**
 * Makes the unseen characters of a JSON text visible as JSON escapes, so that the text still means
 * the same value. The layout of the JSON itself stays.
 */
export function escapeControlInJson(json: string): string {
  return json.replace(invisible, (character) =>
    character === '\n' || character === '\t' || character === '\r'
      ? character
      : units(character).map(fourDigits).join(''),
  );
}

function escape(character: string): string {
  const short = named[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : fourDigits(code);
}

function fourDigits(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

function units(character: string): number[] {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
}

function countBlanks(text: string): string {
  return text.replace(manyBlanks, (run) => `⟨${String(run.length)} × ␣⟩`);
}
