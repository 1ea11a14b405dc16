import {
  literal,
  noLineBreak,
  noLookAround,
  PatternError,
  wordClass,
  type PatternCursor,
} from './pattern-parts';

/** What an escape stands for: one character, or a set of them as the inside of a class. */
export type Escaped =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'set'; readonly source: string };

const controlEscapes: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['f', '\f'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

const escapedSets: ReadonlyMap<string, string> = new Map([
  ['d', '\\p{Nd}'],
  ['D', '\\P{Nd}'],
  ['s', '\\p{White_Space}'],
  ['S', '\\P{White_Space}'],
  ['w', wordClass],
  ['W', `[^${wordClass}]`],
]);

/** Reads an escape that may stand in a class and outside; the backslash has been read. */
export function readEscape(cursor: PatternCursor): Escaped {
  const char = cursor.next();
  const set = escapedSets.get(char);
  if (set !== undefined) return { kind: 'set', source: set };
  const control = controlEscapes.get(char);
  if (control !== undefined) return { kind: 'char', char: control };
  if (char === 'n') throw new PatternError(noLineBreak);
  if (char === 'p' || char === 'P') return { kind: 'set', source: readProperty(cursor, char) };
  if (char === 'x' || char === 'u' || char === 'U') {
    return { kind: 'char', char: readCode(cursor, char) };
  }
  if (/[0-9k]/.test(char)) throw new PatternError(noLookAround);
  if (!/[\x20-\x7e]/.test(char) || /[a-z]/i.test(char)) {
    throw new PatternError(`The search knows no escape \\${char}.`);
  }
  return { kind: 'char', char };
}

const codeLength = { x: 2, u: 4, U: 8 } as const;

function readCode(cursor: PatternCursor, kind: keyof typeof codeLength): string {
  const braced = cursor.read(/^\{([0-9a-f]{1,8})\}/i)?.[1];
  const digits =
    braced ?? cursor.read(new RegExp(`^[0-9a-f]{${String(codeLength[kind])}}`, 'i'))?.[0];
  const code = Number.parseInt(digits ?? '', 16);
  if (!(code <= 0x10ffff)) throw new PatternError(`\\${kind} needs the number of a character.`);
  const char = String.fromCodePoint(code);
  // Checked here, as it is by its escape.
  literal(char);
  return char;
}

/** `\pL`, `\p{Lu}`, `\p{Greek}`, `\p{^Lu}`. */
function readProperty(cursor: PatternCursor, kind: 'p' | 'P'): string {
  const braced = cursor.read(/^\{(\^?)([\w=]+)\}/);
  const name = braced?.[2] ?? cursor.read(/^[A-Z]/)?.[0] ?? '';
  const isNegated = (kind === 'P') !== (braced?.[1] === '^');
  const source = [name, `Script=${name}`].find((known) => isProperty(known));
  if (source === undefined) throw new PatternError(`The search knows no \\p{${name}}.`);
  return `\\${isNegated ? 'P' : 'p'}{${source}}`;
}

function isProperty(name: string): boolean {
  try {
    return new RegExp(`\\p{${name}}`, 'v').test('') || true;
  } catch {
    // The engine throws for names that it does not know.
    return false;
  }
}
