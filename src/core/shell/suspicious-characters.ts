import { say, type Sentence } from '../base/sentence';

/** Longer commands ask, whatever they are. */
export const maxCharacters = 10_000;
const maxBlanks = 100;

interface SuspiciousKind {
  readonly pattern: RegExp;
  readonly doubt: (code: string) => Sentence;
}

/** Characters that are invisible, or that programs read in different ways. */
const suspiciousKinds: readonly SuspiciousKind[] = [
  { pattern: /\0/, doubt: (code) => say`It holds a NUL byte (${code}).` },
  {
    pattern: /\r/,
    doubt: (code) =>
      say`It holds a carriage return, which is the Enter key in a terminal (${code}).`,
  },
  {
    pattern: /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/,
    doubt: (code) => say`It holds a control character (${code}).`,
  },
  {
    pattern: /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/,
    doubt: (code) => say`It holds a blank that is no space (${code}).`,
  },
  { pattern: /[\u2028\u2029]/, doubt: (code) => say`It holds a line separator (${code}).` },
  {
    pattern: /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
    doubt: (code) => say`It holds a mark that changes the direction of text (${code}).`,
  },
  {
    pattern: /(?!\ufe0f)[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u,
    doubt: (code) => say`It holds an invisible character (${code}).`,
  },
  {
    // Behind a picture it is part of an emoji.
    pattern: /(?<!\p{Extended_Pictographic})\ufe0f/u,
    doubt: (code) => say`It holds an invisible character (${code}).`,
  },
  { pattern: /\p{Surrogate}/u, doubt: (code) => say`It holds half of a character (${code}).` },
];

/** Most commands: none of the kinds above is among these characters. */
const isPlain = /^[\t\n\x20-\x7e]*$/;
const manyBlanks = new RegExp(`[ \\t]{${maxBlanks + 1}}|(?:[ \\t]*\\n){${maxBlanks + 1}}`);

/** Doubts about the text itself, before it is parsed (decision shell-characters). */
export function suspiciousCharacters(command: string): readonly Sentence[] {
  const doubts: Sentence[] = [];
  for (const { pattern, doubt } of isPlain.test(command) ? [] : suspiciousKinds) {
    const found = pattern.exec(command)?.[0];
    if (found !== undefined) doubts.push(doubt(codePoint(found)));
  }
  if (command.length > maxCharacters) {
    doubts.push(say`It is longer than ${maxCharacters} characters.`);
  }
  if (command.length > maxBlanks && manyBlanks.test(command)) {
    doubts.push(say`It has more than ${maxBlanks} blanks in a row, which can hide what follows.`);
  }
  return doubts;
}

function codePoint(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${code.padStart(4, '0')}`;
}
