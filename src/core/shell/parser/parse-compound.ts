import { say } from '../../base/sentence';
import { parseTail, skipLines } from './redirections';
import {
  takeReserved,
  doubtMissing,
  isMetacharacter,
  scanArithmetic,
  scanWord,
  skipBlanks,
  startsProcess,
} from './scan-word';
import type {
  ArithmeticNode,
  CaseNode,
  GroupNode,
  IfNode,
  Substitution,
  LoopNode,
  Script,
} from './ast';
import type { Source } from './source';

const untilThen = new Set(['then']);
const untilBranch = new Set(['elif', 'else', 'fi']);
const untilDo = new Set(['do']);
const untilDone = new Set(['done']);
const untilBrace = new Set(['}']);
const untilParenthesis = new Set([')']);
const untilArm = new Set([';;', ';&', 'esac']);

/** A name that no program reads from its environment. */
const harmlessName = /^(?!histchars$)[a-z][a-z0-9]*$/;

function parseList(source: Source, closers: ReadonlySet<string>): Script {
  return source.nested(() => source.reading.readList(source, closers));
}

function expectReserved(source: Source, word: string): void {
  skipLines(source);
  if (!takeReserved(source, word)) doubtMissing(source, `"${word}"`);
}

/** `( … )`. */
export function parseSubshell(source: Source): GroupNode {
  const start = source.position;
  source.take();
  const body = parseList(source, untilParenthesis);
  if (!source.takeIf(')')) doubtMissing(source, ')');
  const end = source.position;
  return { kind: 'subshell', start, end, body, tail: parseTail(source) };
}

/** `{ … }`, after its brace. */
export function parseGroup(source: Source, start: number): GroupNode {
  const body = parseList(source, untilBrace);
  expectReserved(source, '}');
  const end = source.position;
  return { kind: 'group', start, end, body, tail: parseTail(source) };
}

/** After `if`. */
export function parseIf(source: Source, start: number): IfNode {
  const arms: { condition: Script; body: Script }[] = [];
  let otherwise: Script | undefined;
  do {
    const condition = parseList(source, untilThen);
    expectReserved(source, 'then');
    arms.push({ condition, body: parseList(source, untilBranch) });
  } while (takeReserved(source, 'elif'));
  if (takeReserved(source, 'else')) otherwise = parseList(source, new Set(['fi']));
  expectReserved(source, 'fi');
  const end = source.position;
  return { kind: 'if', start, end, arms, otherwise, tail: parseTail(source) };
}

/** After `while` or `until`. */
export function parseWhile(source: Source, start: number): LoopNode {
  const before = source.reading.moves;
  const condition = parseList(source, untilDo);
  return finishLoop(source, { start, before, condition, inner: [] });
}

/** After `for` or `select`. */
export function parseFor(source: Source, start: number): LoopNode {
  const before = source.reading.moves;
  const inner: Substitution[] = [];
  skipBlanks(source);
  if (source.startsWith('((')) {
    source.doubt(say`A loop computes with ((…)), which can assign.`);
    if (!scanArithmetic(source, inner)) doubtMissing(source, '))');
  } else {
    readLoopHead(source, inner);
  }
  skipBlanks(source);
  source.takeIf(';');
  skipLines(source);
  return finishLoop(source, { start, before, condition: undefined, inner });
}

function readLoopHead(source: Source, inner: Substitution[]): void {
  const variable = scanWord(source);
  const name = source.text.slice(variable.start, variable.end);
  if (!harmlessName.test(name)) source.doubt(say`A loop assigns the variable "${name}".`);
  skipLines(source);
  if (!takeReserved(source, 'in')) return;
  for (;;) {
    skipBlanks(source);
    if ((isMetacharacter(source.at()) && !startsProcess(source)) || source.at() === '#') return;
    inner.push(...scanWord(source).inner);
  }
}

interface Loop {
  readonly start: number;
  readonly before: number;
  readonly condition: Script | undefined;
  readonly inner: readonly Substitution[];
}

function finishLoop(source: Source, { start, before, condition, inner }: Loop): LoopNode {
  let body: Script;
  if (condition === undefined && takeReserved(source, '{')) {
    body = parseList(source, untilBrace);
    expectReserved(source, '}');
  } else {
    expectReserved(source, 'do');
    body = parseList(source, untilDone);
    expectReserved(source, 'done');
  }
  const end = source.position;
  const moves = source.reading.moves > before;
  return { kind: 'loop', start, end, inner, condition, body, moves, tail: parseTail(source) };
}

/** After `case`. */
export function parseCase(source: Source, start: number): CaseNode {
  skipBlanks(source);
  const inner: Substitution[] = [...scanWord(source).inner];
  expectReserved(source, 'in');
  const arms: { body: Script; fallsThrough: boolean }[] = [];
  for (;;) {
    skipLines(source);
    if (source.done || takeReserved(source, 'esac')) break;
    readPatterns(source, inner);
    const body = parseList(source, untilArm);
    const fallsThrough = source.startsWith(';&') || source.startsWith(';;&');
    arms.push({ body, fallsThrough });
    if (!(source.takeIf(';;&') || source.takeIf(';;') || source.takeIf(';&'))) {
      expectReserved(source, 'esac');
      break;
    }
  }
  const end = source.position;
  return { kind: 'case', start, end, inner, arms, tail: parseTail(source) };
}

/** `a | b)`, with or without an opening parenthesis. */
function readPatterns(source: Source, inner: Substitution[]): void {
  source.takeIf('(');
  for (;;) {
    skipBlanks(source);
    if (isMetacharacter(source.at()) && !startsProcess(source)) {
      source.doubt(say`A pattern of "case" is missing.`);
    }
    inner.push(...scanWord(source).inner);
    skipBlanks(source);
    if (source.takeIf(')')) return;
    if (source.takeIf('|')) continue;
    source.doubt(say`A pattern of "case" is unclear.`);
    source.take();
    return;
  }
}

/** `((…))`; undefined where it is two parentheses that do not close as a pair. */
export function parseArithmetic(source: Source): ArithmeticNode | undefined {
  const start = source.position;
  const inner: Substitution[] = [];
  if (!scanArithmetic(source, inner)) {
    source.position = start;
    return undefined;
  }
  source.doubt(say`It computes with ((…)), which can assign.`);
  const end = source.position;
  return { kind: 'arithmetic', start, end, inner, tail: parseTail(source) };
}
