/** Longer commands ask, whatever they are. */
export const maxCharacters = 10_000;
const maxBlanks = 100;

interface SuspiciousKind {
  readonly pattern: RegExp;
  readonly what: string;
}

/** Characters that are invisible, or that programs read in different ways. */
const suspiciousKinds: readonly SuspiciousKind[] = [
  { pattern: /\0/, what: 'a NUL byte' },
  { pattern: /\r/, what: 'a carriage return, which is the Enter key in a terminal' },
  { pattern: /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/, what: 'a control character' },
  {
    pattern: /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/,
    what: 'a blank that is no space',
  },
  { pattern: /[\u2028\u2029]/, what: 'a line separator' },
  {
    pattern: /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
    what: 'a mark that changes the direction of text',
  },
  {
    pattern: /(?!\ufe0f)[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u,
    what: 'an invisible character',
  },
  {
    // Behind a picture it is part of an emoji.
    pattern: /(?<!\p{Extended_Pictographic})\ufe0f/u,
    what: 'an invisible character',
  },
  { pattern: /\p{Surrogate}/u, what: 'half of a character' },
];

/** Most commands: none of the kinds above is among these characters. */
const isPlain = /^[\t\n\x20-\x7e]*$/;
const manyBlanks = new RegExp(`[ \\t]{${maxBlanks + 1}}|(?:[ \\t]*\\n){${maxBlanks + 1}}`);

/** Doubts about the text itself, before it is parsed (decision shell-characters). */
export function suspiciousCharacters(command: string): readonly string[] {
  const doubts: string[] = [];
  for (const { pattern, what } of isPlain.test(command) ? [] : suspiciousKinds) {
    const found = pattern.exec(command)?.[0];
    if (found !== undefined) doubts.push(`It holds ${what} (${codePoint(found)}).`);
  }
  if (command.length > maxCharacters) {
    doubts.push(`It is longer than ${maxCharacters} characters.`);
  }
  if (command.length > maxBlanks && manyBlanks.test(command)) {
    doubts.push(`It has more than ${maxBlanks} blanks in a row, which can hide what follows.`);
  }
  return doubts;
}

function codePoint(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${code.padStart(4, '0')}`;
}
