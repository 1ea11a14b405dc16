import { say } from '../../base/sentence';
import {
  parseArithmetic,
  parseCase,
  parseFor,
  parseGroup,
  parseIf,
  parseSubshell,
  parseWhile,
} from './parse-compound';
import { skipLines, TailBuilder } from './redirections';
import {
  doubtMissing,
  reservedAt,
  takeReserved,
  scanWord,
  skipBlanks,
  isMetacharacter,
  startsProcess,
} from './scan-word';
import type { CommandNode, GroupNode, Word, SimpleNode } from './ast';
import type { Source } from './source';

/** The command that begins here. */
export function parseCommand(source: Source): CommandNode {
  source.takeJoins();
  const start = source.position;
  if (source.at() === '(') return parseParentheses(source);
  const reserved = reservedAt(source);
  const compound = parseReserved(source, reserved, start);
  if (compound !== undefined) return compound;
  if (reserved !== '') {
    source.doubt(say`${JSON.stringify(reserved)} stands where a command should.`);
  }
  const node = parseSimple(source);
  if (source.at() !== '(' || node.words.length !== 1) return node;
  const { position } = source;
  source.take();
  skipBlanks(source);
  if (source.takeIf(')')) return functionBody(source, start);
  source.doubt(say`There is a parenthesis in the middle of a command.`);
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

/** After `()`, or after the name if `function` precedes it. */
function functionBody(source: Source, start: number): GroupNode {
  source.doubt(say`It defines a function.`);
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
  source.doubt(say`It starts a coprocess.`);
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

const assignment = /^[A-Za-z_][A-Za-z0-9_]*(?:\[[^]*?\])?\+?=/;
/** Builtins that change the folder; how they are quoted does not matter. */
const moving = new Set(['cd', 'pushd', 'popd']);

/** A simple command; `first` are keywords before it, `time` or `coproc`. */
function parseSimple(source: Source, first: readonly Word[] = []): SimpleNode {
  source.takeJoins();
  const start = first[0]?.start ?? source.position;
  let { end } = first.at(-1) ?? { end: start };
  const assignments: Word[] = [];
  const words: Word[] = [...first];
  const tail = new TailBuilder();
  for (;;) {
    skipBlanks(source);
    if (source.at() === '#') break;
    if (!tail.read(source)) {
      if (isMetacharacter(source.at()) && !startsProcess(source)) break;
      readWord(source, assignments, { words, keywords: first.length });
    }
    end = source.position;
  }
  return { kind: 'simple', start, end, assignments, words, tail: tail.finish() };
}

interface Words {
  readonly words: Word[];
  readonly keywords: number;
}

function readWord(source: Source, assignments: Word[], { words, keywords }: Words): void {
  const mayAssign = words.length === keywords;
  const word = scanWord(source, mayAssign);
  const text = source.text.slice(word.start, word.end);
  if (mayAssign && text.includes('=') && assignment.test(text)) {
    assignments.push(word);
    return;
  }
  const next = source.at();
  if ((next === '<' || next === '>') && /^\{[A-Za-z_]\w*\}$/.test(text)) {
    source.doubt(say`A redirection assigns its descriptor to a variable.`);
    return;
  }
  if (text.includes('d') && moving.has(text.replace(/[\\'"$]/g, ''))) source.reading.moves++;
  words.push(word);
}

/** `[[ … ]]` as a command of its words; the source is after `[[`, which is given. */
function parseCondition(source: Source, opening: Word): SimpleNode {
  const words: Word[] = [opening];
  const tail = new TailBuilder();
  for (;;) {
    skipLines(source);
    if (source.done || source.at() === ';') {
      doubtMissing(source, ']]');
      break;
    }
    const word = conditionWord(source);
    words.push(word);
    if (source.text.slice(word.start, word.end) === ']]') break;
  }
  const node = { kind: 'simple', start: opening.start, end: source.position } as const;
  do skipBlanks(source);
  while (tail.read(source));
  return { ...node, assignments: [], words, tail: tail.finish() };
}

/** Inside `[[ … ]]` the operators are words for us: they join tests, not commands. */
function conditionWord(source: Source): Word {
  if (!isMetacharacter(source.at()) || startsProcess(source)) return scanWord(source);
  source.takeJoins();
  const start = source.position;
  source.take(source.startsWith('&&') || source.startsWith('||') ? 2 : 1);
  return { start, end: source.position, inner: [] };
}
