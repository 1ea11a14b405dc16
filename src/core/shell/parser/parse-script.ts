import { say } from '../../base/sentence';
import type { Doubts } from './doubts';
import { parseCommand } from './parse-command';
import { skipLines } from './redirections';
import { reservedAt, takeReserved, skipBlanks } from './scan-word';
import type { AndOr, CommandNode, Pipeline, Script } from './ast';
import { Source, newParseState } from './source';

export interface ParsedScript {
  readonly script: Script;
  /** Where a backslash and a newline join two lines. */
  readonly joins: ReadonlySet<number>;
  readonly doubts: Doubts;
}

const noCloser = new Set<string>();

/**
 * Reads a text the way bash does, and never fails: what bash would refuse is a doubt, and reading
 * goes on behind it, so that a denied command is found there too.
 */
export function parseScript(text: string): ParsedScript {
  const reading = newParseState(text, readList);
  const source = new Source(text, reading);
  const script = readList(source, noCloser);
  if (source.pending.length > 0) source.doubt(say`The body of a here-document is missing.`);
  return { script, joins: source.joins, doubts: reading.doubts };
}

/** Commands up to a closer, which is left for the caller. */
function readList(source: Source, closers: ReadonlySet<string>): Script {
  const items: AndOr[] = [];
  for (;;) {
    skipLines(source);
    if (source.done || closes(source, closers)) break;
    const before = source.position;
    const steps = readSteps(source);
    if (source.position === before) {
      source.doubt(say`${JSON.stringify(source.at())} stands where a command should.`);
      source.take();
    } else {
      items.push({ steps, background: readSeparator(source, closers) });
    }
  }
  return { text: source.text, items };
}

function closes(source: Source, closers: ReadonlySet<string>): boolean {
  if (closers.size === 0) return false;
  const next = source.at();
  if (next === ')') return closers.has(')');
  if (next === ';') return closers.has(`;${source.at(1)}`);
  return closers.has(reservedAt(source));
}

/** Takes what ends a command; true for `&`. */
function readSeparator(source: Source, closers: ReadonlySet<string>): boolean {
  skipBlanks(source);
  if (source.done || closes(source, closers)) return false;
  const next = source.at();
  const background = next === '&' && source.at(1) !== '&';
  if (background || (next === ';' && source.at(1) !== ';' && source.at(1) !== '&')) source.take();
  else if (next !== '\n' && next !== '#') {
    source.doubt(say`${JSON.stringify(next)} follows the end of a command.`);
  }
  return background;
}

/** Pipelines up to what does not join them. */
function readSteps(source: Source): AndOr['steps'] {
  const steps: Writable<AndOr['steps']> = [];
  let operator: '&&' | '||' | '' = '';
  for (;;) {
    steps.push({ operator, pipeline: readPipeline(source) });
    skipBlanks(source);
    if (source.takeIf('&&')) operator = '&&';
    else if (source.takeIf('||')) operator = '||';
    else return steps;
    skipLines(source);
  }
}

type Writable<T extends readonly unknown[]> = T[number][];

function readPipeline(source: Source): Pipeline {
  let negated = false;
  while (takeReserved(source, '!')) {
    negated = !negated;
    skipBlanks(source);
  }
  const commands: CommandNode[] = [];
  for (;;) {
    const command = parseCommand(source);
    if (isEmpty(command)) source.doubt(say`The command is not complete: a command is missing.`);
    else commands.push(command);
    skipBlanks(source);
    if (source.at() !== '|' || source.at(1) === '|') return { negated, commands };
    source.take(source.at(1) === '&' ? 2 : 1);
    skipLines(source);
  }
}

function isEmpty(command: CommandNode): boolean {
  return command.kind === 'simple' && command.start === command.end;
}
