import { say } from '../../base/sentence';
import { nameSet } from '../../base/text-lines';
import { joinLines, Source } from './source';
import type { Substitution, Script, Word } from './ast';

/** What ends a word outside quotes. */
const metacharacters = new Set([' ', '\t', '\n', '|', '&', ';', '(', ')', '<', '>', '']);

const closingParenthesis = new Set([')']);
const closingBrace = new Set(['}']);
const noCloser = new Set<string>();

const assignedName = /^[A-Za-z_][A-Za-z0-9_]*(?:\[[^]*\])?\+?=$/;
const name = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function isMetacharacter(character: string): boolean {
  return metacharacters.has(character);
}

/** True at `<(` and `>(`, which are part of a word. */
export function startsProcess(source: Source): boolean {
  return source.startsWith('<(') || source.startsWith('>(');
}

/** Reads the word that begins here; `assigns` where `name[…]` may be the left of an assignment. */
export function scanWord(source: Source, assigns = false): Word {
  source.takeJoins();
  const start = source.position;
  const inner: Substitution[] = [];
  while (scanPiece(source, inner)) {
    if (source.at() === '(' && assignedName.test(source.since(start))) scanArray(source, inner);
    if (assigns && source.at() === '[' && name.test(source.since(start))) {
      scanBalanced(source, inner, '[');
    }
  }
  return { start, end: source.position, inner };
}

/** One piece of a word; false when the word has ended. */
function scanPiece(source: Source, inner: Substitution[]): boolean {
  const next = source.at();
  if (startsProcess(source)) scanSubstitution(source, inner);
  else if (metacharacters.has(next)) return false;
  else if (next === "'") scanSingleQuotes(source);
  else if (next === '$' && source.at(1) === "'") scanAnsiQuotes(source);
  else scanShared(source, inner);
  return true;
}

/** Syntax that is the same in a word, in arithmetic and in `${…}`. */
function scanShared(source: Source, inner: Substitution[]): void {
  const next = source.at();
  if (next === '\\') source.takeEscape();
  else if (next === '"') scanDoubleQuotes(source, inner);
  else if (next === '`') scanBackquotes(source, inner, false);
  else if (next === '$') scanDollar(source, inner, false);
  else source.takePlain();
}

/** Finds what is computed inside double quotes, or in the body of a here-document. */
export function scanExpandedText(source: Source, inner: Substitution[], close: string): void {
  while (!source.done && source.at() !== close) {
    const next = source.at();
    if (next === '\\') source.takeEscape();
    else if (next === '`') scanBackquotes(source, inner, close === '"');
    else if (next === '$') scanDollar(source, inner, true);
    else source.take();
  }
}

function scanDoubleQuotes(source: Source, inner: Substitution[]): void {
  source.take();
  source.nested(() => scanExpandedText(source, inner, '"'));
  if (!source.takeIf('"')) doubtMissing(source, '"');
}

/** Backquotes hold a text of their own: a backslash in it quotes a backquote, `$` or itself. */
function scanBackquotes(source: Source, inner: Substitution[], inQuotes: boolean): void {
  source.takeJoins();
  const start = source.position;
  const written = scanBackquoted(source);
  const text = written.replace(inQuotes ? /\\([\\$`"])/g : /\\([\\$`])/g, '$1');
  const script = source.nested(() => readText(source, text));
  inner.push({ kind: 'command', start, end: source.position, script });
}

function readText(source: Source, text: string): Script {
  const first = new Source(text, source.reading);
  const script = source.reading.readList(first, noCloser);
  if (first.joins.size === 0) return script;
  const joined = new Source(joinLines(text, first.joins), source.reading);
  return source.reading.readList(joined, noCloser);
}

function scanDollar(source: Source, inner: Substitution[], inQuotes: boolean): void {
  const next = source.at(1);
  if (next === '(') scanParenthesis(source, inner);
  else if (next === '{') scanBraces(source, inner, inQuotes);
  else if (next === '[') {
    source.take();
    scanBalanced(source, inner, '[');
  } else source.take();
}

/** `$((…))`; where the parentheses do not close as a pair bash takes it for `$( (…) … )`. */
function scanParenthesis(source: Source, inner: Substitution[]): void {
  const { position } = source;
  if (source.at(2) === '(') {
    source.take();
    const found: Substitution[] = [];
    if (scanArithmetic(source, found)) {
      inner.push(...found);
      return;
    }
    source.position = position;
  }
  scanSubstitution(source, inner);
}

/** `$(…)`, `<(…)`, `>(…)`. */
function scanSubstitution(source: Source, inner: Substitution[]): void {
  source.takeJoins();
  const start = source.position;
  const kind = source.at() === '$' ? 'command' : 'process';
  source.take(2);
  scanCommands(source, inner, { start, kind, close: ')', closers: closingParenthesis });
}

interface Opened {
  readonly start: number;
  readonly kind: Substitution['kind'];
  readonly close: string;
  readonly closers: ReadonlySet<string>;
}

/** The commands inside a substitution, whose here-documents are its own. */
function scanCommands(source: Source, inner: Substitution[], opened: Opened): void {
  const { pending } = source;
  source.pending = [];
  const script = source.nested(() => source.reading.readList(source, opened.closers));
  if (source.pending.length > 0) source.doubt(say`The body of a here-document is missing.`);
  source.pending = pending;
  if (!source.takeIf(opened.close)) doubtMissing(source, opened.close);
  inner.push({ kind: opened.kind, start: opened.start, end: source.position, script });
}

/** `${…}`; `${ …; }` and `${| …; }` of bash 5.3 run commands. */
function scanBraces(source: Source, inner: Substitution[], inQuotes: boolean): void {
  source.takeJoins();
  const start = source.position;
  source.take(2);
  if (/^[ \t\n|]$/.test(source.at())) {
    source.takeIf('|');
    scanCommands(source, inner, { start, kind: 'command', close: '}', closers: closingBrace });
    return;
  }
  source.nested(() => {
    while (!source.done && source.at() !== '}') {
      const next = source.at();
      const quotes = next === "'" || (next === '$' && source.at(1) === "'");
      if (quotes && inQuotes) {
        source.doubt(
          say`Single quotes inside a variable's braces mean different things in different places.`,
        );
        source.take();
      } else if (next === "'") scanSingleQuotes(source);
      else if (quotes) scanAnsiQuotes(source);
      else scanShared(source, inner);
    }
  });
  if (!source.takeIf('}')) doubtMissing(source, '}');
}

/** Reads `((…))` if its parentheses close as a pair; the source is at the first of them. */
export function scanArithmetic(source: Source, inner: Substitution[]): boolean {
  const { position } = source;
  if (source.notArithmetic.has(position)) return false;
  source.take();
  scanBalanced(source, inner, '(');
  if (source.takeIf(')')) return true;
  source.notArithmetic.add(position);
  return false;
}

/** Reads from an opening `(` or `[` to what closes it. */
function scanBalanced(source: Source, inner: Substitution[], open: '(' | '['): void {
  const close = open === '(' ? ')' : ']';
  source.take();
  let depth = 1;
  source.nested(() => {
    while (!source.done && depth > 0) {
      const next = source.at();
      if (next === "'") scanSingleQuotes(source);
      else if (next === open || next === close) {
        depth += next === open ? 1 : -1;
        source.take();
      } else scanShared(source, inner);
    }
  });
  if (depth > 0) doubtMissing(source, close);
}

/** The values of `name=(…)`. */
function scanArray(source: Source, inner: Substitution[]): void {
  source.doubt(say`It assigns an array.`);
  source.take();
  source.nested(() => {
    while (!source.done && source.at() !== ')') {
      if (source.at() === '#') scanComment(source);
      else if (isMetacharacter(source.at()) && !startsProcess(source)) source.take();
      else inner.push(...scanWord(source).inner);
    }
  });
  if (!source.takeIf(')')) doubtMissing(source, ')');
}

export function skipBlanks(source: Source): void {
  while (source.at() === ' ' || source.at() === '\t') source.take();
}

/** A comment, up to its newline. */
export function scanComment(source: Source): void {
  const newline = source.text.indexOf('\n', source.position);
  source.takeRaw(newline === -1 ? source.end : newline);
}

/** `'…'`, at its first quote. */
function scanSingleQuotes(source: Source): void {
  source.take();
  const close = source.text.indexOf("'", source.position);
  takeUpTo(source, close, "'");
}

/** `$'…'`, at the dollar. */
function scanAnsiQuotes(source: Source): void {
  source.take(2);
  let close = source.position;
  while (close < source.end && source.text.charAt(close) !== "'") {
    close += source.text.charAt(close) === '\\' ? 2 : 1;
  }
  takeUpTo(source, close < source.end ? close : -1, "'");
}

/** The text between backquotes, which begins with the next character. */
function scanBackquoted(source: Source): string {
  source.take();
  const start = source.position;
  let close = start;
  while (close < source.end && source.text.charAt(close) !== '`') {
    close += source.text.charAt(close) === '\\' ? 2 : 1;
  }
  takeUpTo(source, close < source.end ? close : -1, '`');
  return source.text.slice(start, Math.min(close, source.end));
}

export function doubtMissing(source: Source, mark: string): void {
  source.doubt(say`The command is not complete: ${mark} is missing.`);
}

function takeUpTo(source: Source, close: number, mark: string): void {
  if (close === -1 || close >= source.end) {
    source.takeRaw(source.end);
    doubtMissing(source, mark);
  } else {
    source.takeRaw(close + 1);
  }
}

/** The words that bash reads as syntax where a command may begin. */
const reservedWords = nameSet(
  `! [[ { } case coproc do done elif else esac fi for function if in select then time until while`,
);

export function isReserved(word: string): boolean {
  return reservedWords.has(word);
}

const longest = 'function'.length;
const startsReserved = /^[![{}cdefistuw]/;

/** The reserved word that is next, unquoted and whole; else empty. */
export function reservedAt(source: Source): string {
  if (!startsReserved.test(source.at())) return '';
  let word = '';
  while (word.length <= longest && !isMetacharacter(source.at(word.length))) {
    word += source.at(word.length);
  }
  return isReserved(word) ? word : '';
}

export function takeReserved(source: Source, word: string): boolean {
  if (reservedAt(source) !== word) return false;
  source.take(word.length);
  return true;
}
