import { readEscape, type Escaped } from './pattern-escape';
import { literal, PatternError, type PatternCursor } from './pattern-parts';

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

/** Reads a class, its `[` read already, and writes it for the engine of JavaScript. */
export function readClass(cursor: PatternCursor): string {
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

/** A character, a range, a set or a class within the class. */
function readItem(cursor: PatternCursor): string {
  const posix = cursor.read(/^\[:(\^?)(\w+):\]/);
  if (posix !== undefined) return posixClass(posix[2] ?? '', posix[1] === '^');
  if (cursor.skip('[')) return readClass(cursor);
  if (cursor.peek(2) === '~~') throw new PatternError('The search knows no ~~ in classes.');
  const from = readMember(cursor);
  if (from.kind === 'set') return from.source;
  if (!isRange(cursor)) return literal(from.char);
  cursor.skip('-');
  const to = readMember(cursor);
  if (to.kind === 'set') throw new PatternError('A range in a class ends with one character.');
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
  if (source === undefined) throw new PatternError(`The search knows no class [:${name}:].`);
  return `[${isNegated ? '^' : ''}${source}]`;
}
