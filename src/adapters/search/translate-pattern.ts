import { readClass } from './pattern-class';
import { readEscape } from './pattern-escape';
import { literal, noLookAround, PatternCursor, PatternError, wordClass } from './pattern-parts';

/** Source for a `RegExp` with the flag `v`, and the flags that stood in front of the pattern. */
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
 * Writes a pattern in ripgrep's syntax as one of JavaScript that matches the same lines. What means
 * nothing there, or something else, throws a `PatternError`; whatever JavaScript refuses besides, its
 * `RegExp` says.
 */
export function translatePattern(pattern: string): TranslatedPattern {
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
    throw new PatternError('A { stands where no repeat can: escape it as \\{.');
  } else writer.atom(literal(char));
}

function openGroup(cursor: PatternCursor, writer: PatternWriter): void {
  if (/^\?<?[=!]/.test(cursor.peek(3))) throw new PatternError(noLookAround);
  const isPlain = !cursor.peek().startsWith('?');
  const named = cursor.read(/^\?(?::|P?<([A-Za-z_][\w.[\]]*)>)/);
  if (!isPlain && named === undefined) {
    throw new PatternError('Without ripgrep, flags such as (?i) can only stand in front of all.');
  }
  writer.open(named?.[1]);
}

function readOutsideEscape(cursor: PatternCursor, writer: PatternWriter): void {
  const assertion = assertions.get(cursor.peek());
  if (assertion !== undefined) {
    cursor.next();
    if (cursor.peek() === '{') throw new PatternError('The search knows no \\b{…}.');
    writer.atom(`(?:${assertion})`);
    return;
  }
  const escaped = readEscape(cursor);
  writer.atom(escaped.kind === 'set' ? `[${escaped.source}]` : literal(escaped.char));
}

/** Puts parts together; knows where the last one begins, for what repeats it. */
class PatternWriter {
  private readonly parts: string[] = [];
  private readonly groups: number[] = [];
  private readonly names = new Set<string>();
  private last: number | undefined;

  atom(source: string): void {
    this.last = this.parts.length;
    this.parts.push(source);
  }

  /** A repeat of a repeat is none in JavaScript, so each has a group of its own. */
  repeat(operator: string): void {
    if (this.last === undefined) {
      throw new PatternError(`Nothing stands before ${operator} that it could repeat.`);
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
    if (begin === undefined) throw new PatternError('A ) closes no group: unopened group.');
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
