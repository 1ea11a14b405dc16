import { TailBuilder } from './parse-tail';
import { skipLines } from './read-documents';
import type { SimpleNode, Word } from './script';
import { isMetacharacter, scanWord, skipBlanks, startsProcess } from './scan-word';
import type { Source } from './source';

const assignment = /^[A-Za-z_][A-Za-z0-9_]*(?:\[[^]*?\])?\+?=/;
/** Builtins that change the folder; how they are quoted does not matter. */
const moving = new Set(['cd', 'pushd', 'popd']);

/** A simple command; `first` are keywords before it, `time` or `coproc`. */
export function parseSimple(source: Source, first: readonly Word[] = []): SimpleNode {
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
  if (mayAssign && assignment.test(text)) {
    assignments.push(word);
    return;
  }
  const next = source.at();
  if (/^\{[A-Za-z_]\w*\}$/.test(text) && (next === '<' || next === '>')) {
    source.doubt('A redirection assigns its descriptor to a variable.');
    return;
  }
  if (moving.has(text.replace(/[\\'"$]/g, ''))) source.reading.moves++;
  words.push(word);
}

/** `[[ … ]]` as a command of the words in it; the source stands after `[[`, which is given. */
export function parseCondition(source: Source, opening: Word): SimpleNode {
  const words: Word[] = [opening];
  const tail = new TailBuilder();
  for (;;) {
    skipLines(source);
    if (source.done || source.at() === ';') {
      source.doubt('The command is not complete: ]] is missing.');
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
