import {
  parseArithmetic,
  parseCase,
  parseFor,
  parseGroup,
  parseIf,
  parseSubshell,
  parseWhile,
} from './parse-compound';
import { parseCondition, parseSimple } from './parse-simple';
import { skipLines } from './read-documents';
import { reservedAt, takeReserved } from './reserved';
import type { CommandNode, GroupNode, Word } from './script';
import { scanWord, skipBlanks } from './scan-word';
import type { Source } from './source';

/** The command that begins here. */
export function parseCommand(source: Source): CommandNode {
  source.takeJoins();
  const start = source.position;
  if (source.at() === '(') return parseParentheses(source);
  const reserved = reservedAt(source);
  const compound = parseReserved(source, reserved, start);
  if (compound !== undefined) return compound;
  if (reserved !== '') source.doubt(`"${reserved}" stands where a command should.`);
  const node = parseSimple(source);
  if (source.at() !== '(' || node.words.length !== 1) return node;
  const { position } = source;
  source.take();
  skipBlanks(source);
  if (source.takeIf(')')) return functionBody(source, start);
  source.doubt('A parenthesis stands in the middle of a command.');
  source.position = position;
  return node;
}

function parseParentheses(source: Source): CommandNode {
  const arithmetic = source.startsWith('((') ? parseArithmetic(source) : undefined;
  return arithmetic ?? parseSubshell(source);
}

function parseReserved(source: Source, word: string, start: number): CommandNode | undefined {
  if (word === '' || word === '}') return undefined;
  const opening: Word = { start, end: start + word.length, inner: [] };
  const readers: Readonly<Record<string, () => CommandNode>> = {
    '{': () => parseGroup(source, start),
    '[[': () => parseCondition(source, opening),
    if: () => parseIf(source, start),
    while: () => parseWhile(source, start),
    until: () => parseWhile(source, start),
    for: () => parseFor(source, start),
    select: () => parseFor(source, start),
    case: () => parseCase(source, start),
    function: () => parseNamedFunction(source, start),
    coproc: () => parseCoprocess(source, opening),
    time: () => parseTimed(source, opening),
  };
  const read = readers[word];
  if (read === undefined) return undefined;
  source.take(word.length);
  return read();
}

/** After `function`. */
function parseNamedFunction(source: Source, start: number): GroupNode {
  skipBlanks(source);
  scanWord(source);
  skipBlanks(source);
  if (source.takeIf('(')) {
    skipBlanks(source);
    source.takeIf(')');
  }
  return functionBody(source, start);
}

/** After `()`, or after the name where `function` stands before it. */
function functionBody(source: Source, start: number): GroupNode {
  source.doubt('It defines a function.');
  skipLines(source);
  const command = source.nested(() => parseCommand(source));
  const steps = [{ operator: '', pipeline: { negated: false, commands: [command] } }] as const;
  const body = { text: source.text, items: [{ steps, background: false }] };
  const tail = { redirects: [], documents: [], hereStrings: [] };
  return { kind: 'function', start, end: source.position, body, tail };
}

/** After `coproc`: a simple command, or a compound one with a name before it. */
function parseCoprocess(source: Source, coproc: Word): CommandNode {
  skipBlanks(source);
  const { position } = source;
  // A keyword is no name: `coproc while …; do`.
  if (!beginsCompound(source)) {
    source.take(nextPlain(source).length);
    skipBlanks(source);
  }
  if (!beginsCompound(source)) {
    source.position = position;
    return parseSimple(source, [coproc]);
  }
  source.doubt('It starts a coprocess.');
  return source.nested(() => parseCommand(source));
}

/** After `time`: a simple command with it as its first word, else what is timed. */
function parseTimed(source: Source, time: Word): CommandNode {
  const words: Word[] = [time];
  skipBlanks(source);
  while (/^(?:-p|--)$/.test(nextPlain(source))) {
    words.push(scanWord(source));
    skipBlanks(source);
  }
  if (takeReserved(source, '!')) skipBlanks(source);
  if (beginsCompound(source)) return source.nested(() => parseCommand(source));
  return parseSimple(source, words);
}

function beginsCompound(source: Source): boolean {
  return source.at() === '(' || reservedAt(source) !== '';
}

const maxPlain = 64;

function nextPlain(source: Source): string {
  let text = '';
  let next = source.at();
  while (text.length < maxPlain && /^[A-Za-z0-9_-]$/.test(next)) {
    text += next;
    next = source.at(text.length);
  }
  return text;
}
