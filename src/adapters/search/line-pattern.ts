import {
  literal,
  noLookAround,
  PatternCursor,
  PatternError,
  wordClass,
  noLineBreak,
} from './pattern-parts';

/** A pattern compiled for many lines. */
export interface LinePattern {
  /** Start of the first match; -1 if there is none. */
  search(line: string): number;
  /** The bytes of a plain text pattern; undefined for other patterns. */
  readonly literal: Buffer | undefined;
}

/**
 * Compiles a pattern in ripgrep's syntax for the fallback search. Throws a `PatternError`, or the
 * engine's `SyntaxError`.
 */
export function compileLinePattern(pattern: string, caseSensitive: boolean): LinePattern {
  if (caseSensitive && /^[^\\^$.*+?()[\]{}|\n]+$/.test(pattern)) {
    return { search: (line) => line.indexOf(pattern), literal: Buffer.from(pattern) };
  }
  const { source, ignoreCase } = translatePattern(pattern);
  const expression = new RegExp(source, caseSensitive && !ignoreCase ? 'v' : 'vi');
  return { search: (line) => line.search(expression), literal: undefined };
}

/** Source for a `RegExp` with the flag `v`, and the flags from the start of the pattern. */
export interface TranslatedPattern {
  readonly source: string;
  readonly ignoreCase: boolean;
}

const word = `[${wordClass}]`;
const assertions: ReadonlyMap<string, string> = new Map([
  ['A', '^'],
  ['z', '$'],
  ['b', `(?<=${word})(?!${word})|(?<!${word})(?=${word})`],
  ['B', `(?<=${word})(?=${word})|(?<!${word})(?!${word})`],
  ['<', `(?<!${word})(?=${word})`],
  ['>', `(?<=${word})(?!${word})`],
]);

/**
 * Translates a pattern from ripgrep's syntax to JavaScript. Throws a `PatternError` for syntax
 * without an equivalent; other errors come from `RegExp`.
 */
function translatePattern(pattern: string): TranslatedPattern {
  const cursor = new PatternCursor(pattern);
  const flags = readLeadingFlags(cursor);
  const writer = new PatternWriter();
  while (!cursor.isAtEnd) readPart(cursor, writer);
  return { source: writer.source(), ignoreCase: flags.includes('i') };
}

function readLeadingFlags(cursor: PatternCursor): string {
  return cursor.read(/^\(\?([imsu]+)\)/)?.[1] ?? '';
}

function readPart(cursor: PatternCursor, writer: PatternWriter): void {
  const repeat = cursor.read(/^(?:[*+?]|\{\d+(?:,\d*)?\})\??/);
  if (repeat !== undefined) {
    writer.repeat(repeat[0]);
    return;
  }
  const char = cursor.next();
  if (char === '(') openGroup(cursor, writer);
  else if (char === ')') writer.close();
  else if (char === '|') writer.alternative();
  else if (char === '[') writer.atom(readClass(cursor));
  else if (char === '\\') readOutsideEscape(cursor, writer);
  else if (char === '.') writer.atom('[^\\r\\n]');
  else if (char === '^' || char === '$') writer.atom(`(?:${char})`);
  else if (char === '{') {
    throw new PatternError('There is nothing to repeat before {. Escape it as \\{.');
  } else writer.atom(literal(char));
}

function openGroup(cursor: PatternCursor, writer: PatternWriter): void {
  if (/^\?<?[=!]/.test(cursor.peek(3))) throw new PatternError(noLookAround);
  const isPlain = !cursor.peek().startsWith('?');
  const named = cursor.read(/^\?(?::|P?<([A-Za-z_][\w.[\]]*)>)/);
  if (!isPlain && named === undefined) {
    throw new PatternError(
      'Without ripgrep, flags such as (?i) are only supported at the start of the pattern.',
    );
  }
  writer.open(named?.[1]);
}

function readOutsideEscape(cursor: PatternCursor, writer: PatternWriter): void {
  const assertion = assertions.get(cursor.peek());
  if (assertion !== undefined) {
    cursor.next();
    if (cursor.peek() === '{') throw new PatternError('\\b{…} is not supported.');
    writer.atom(`(?:${assertion})`);
    return;
  }
  const escaped = readEscape(cursor);
  writer.atom(escaped.kind === 'set' ? `[${escaped.source}]` : literal(escaped.char));
}

/** Joins the parts; keeps the start of the last one, so that it can be repeated. */
class PatternWriter {
  private readonly parts: string[] = [];
  private readonly groups: number[] = [];
  private readonly names = new Set<string>();
  private last: number | undefined;

  atom(source: string): void {
    this.last = this.parts.length;
    this.parts.push(source);
  }

  /** JavaScript does not allow a repeat of a repeat, so each gets its own group. */
  repeat(operator: string): void {
    if (this.last === undefined) {
      throw new PatternError(`There is nothing to repeat before ${operator}.`);
    }
    const repeated = this.parts.splice(this.last).join('');
    this.parts.push(`(?:${repeated}${operator})`);
  }

  open(name: string | undefined): void {
    if (name !== undefined && this.names.has(name)) {
      throw new PatternError(`Two groups have the name ${name}.`);
    }
    if (name !== undefined) this.names.add(name);
    this.groups.push(this.parts.length);
    this.parts.push('(?:');
    this.last = undefined;
  }

  close(): void {
    const begin = this.groups.pop();
    if (begin === undefined) throw new PatternError('A ) has no matching (: unopened group.');
    this.parts.push(')');
    this.last = begin;
  }

  alternative(): void {
    this.parts.push('|');
    this.last = undefined;
  }

  source(): string {
    if (this.groups.length > 0) throw new PatternError('A group is not closed: unclosed group.');
    return this.parts.join('');
  }
}

const posixClasses: ReadonlyMap<string, string> = new Map([
  ['alnum', '0-9A-Za-z'],
  ['alpha', 'A-Za-z'],
  ['ascii', '\\x00-\\x7f'],
  ['blank', '\\x09\\x20'],
  ['cntrl', '\\x00-\\x1f\\x7f'],
  ['digit', '0-9'],
  ['graph', '\\x21-\\x7e'],
  ['lower', 'a-z'],
  ['print', '\\x20-\\x7e'],
  ['punct', '\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e'],
  ['space', '\\x09-\\x0d\\x20'],
  ['upper', 'A-Z'],
  ['word', '0-9A-Za-z_'],
  ['xdigit', '0-9A-Fa-f'],
]);

/** Translates a class; the `[` has been read. */
function readClass(cursor: PatternCursor): string {
  const isNegated = cursor.skip('^');
  let left: string | undefined;
  let operator = '';
  let items = '';
  let isFirst = true;
  for (;;) {
    const next = cursor.peek(2);
    if (cursor.isAtEnd) throw new PatternError('A class is not closed: a ] is missing.');
    const isEnd = !isFirst && next.startsWith(']');
    if (isEnd || next === '&&' || (next === '--' && !isFirst)) {
      left = left === undefined ? `[${items}]` : `[${left}${operator}[${items}]]`;
      operator = next;
      items = '';
      cursor.read(isEnd ? /^\]/ : /^(?:&&|--)/);
      if (isEnd) return isNegated ? `[^${left}]` : left;
    } else {
      items += readItem(cursor);
    }
    isFirst = false;
  }
}

/** Translates a character, range, set or nested class. */
function readItem(cursor: PatternCursor): string {
  const posix = cursor.read(/^\[:(\^?)(\w+):\]/);
  if (posix !== undefined) return posixClass(posix[2] ?? '', posix[1] === '^');
  if (cursor.skip('[')) return readClass(cursor);
  if (cursor.peek(2) === '~~') throw new PatternError('~~ is not supported in classes.');
  const from = readMember(cursor);
  if (from.kind === 'set') return from.source;
  if (!isRange(cursor)) return literal(from.char);
  cursor.skip('-');
  const to = readMember(cursor);
  if (to.kind === 'set') {
    throw new PatternError('A range in a class must end with a single character.');
  }
  return `${literal(from.char)}-${literal(to.char)}`;
}

function isRange(cursor: PatternCursor): boolean {
  return /^-[^\]-]/su.test(cursor.peek(2));
}

function readMember(cursor: PatternCursor): Escaped {
  const char = cursor.next();
  return char === '\\' ? readEscape(cursor) : { kind: 'char', char };
}

function posixClass(name: string, isNegated: boolean): string {
  const source = posixClasses.get(name);
  if (source === undefined) throw new PatternError(`There is no class [:${name}:].`);
  return `[${isNegated ? '^' : ''}${source}]`;
}

/** The meaning of an escape: one character, or a set as the content of a class. */
type Escaped =
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

/** Reads an escape that is valid inside and outside a class; the backslash has been read. */
function readEscape(cursor: PatternCursor): Escaped {
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
    throw new PatternError(`There is no escape \\${char}.`);
  }
  return { kind: 'char', char };
}

const codeLength = { x: 2, u: 4, U: 8 } as const;

function readCode(cursor: PatternCursor, kind: keyof typeof codeLength): string {
  const braced = cursor.read(/^\{([0-9a-f]{1,8})\}/i)?.[1];
  const digits =
    braced ?? cursor.read(new RegExp(`^[0-9a-f]{${String(codeLength[kind])}}`, 'i'))?.[0];
  const code = Number.parseInt(digits ?? '', 16);
  if (!(code <= 0x10ffff)) throw new PatternError(`\\${kind} needs a hexadecimal character code.`);
  const char = String.fromCodePoint(code);
  // Check it here: the escape itself is not checked later.
  literal(char);
  return char;
}

/** `\pL`, `\p{Lu}`, `\p{Greek}`, `\p{^Lu}`. */
function readProperty(cursor: PatternCursor, kind: 'p' | 'P'): string {
  const braced = cursor.read(/^\{(\^?)([\w=]+)\}/);
  const name = braced?.[2] ?? cursor.read(/^[A-Z]/)?.[0] ?? '';
  const isNegated = (kind === 'P') !== (braced?.[1] === '^');
  const source = [name, `Script=${name}`].find((known) => isProperty(known));
  if (source === undefined) throw new PatternError(`There is no Unicode property \\p{${name}}.`);
  return `\\${isNegated ? 'P' : 'p'}{${source}}`;
}

function isProperty(name: string): boolean {
  try {
    return new RegExp(`\\p{${name}}`, 'v').test('') || true;
  } catch {
    // The engine throws for unknown names.
    return false;
  }
}
