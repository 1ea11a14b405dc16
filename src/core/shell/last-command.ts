import type { ShellWord } from '../contracts/shell-reading';
import { decodeWord } from './decode-word';
import { isShell, readShellOptions } from './describe/shells';
import { textOf } from './describe/words';
import { installedName, isSilent, passesLinesOn, unwrap } from './last-command-words';
import { joinLines } from './syntax/join-lines';
import { parseScript } from './syntax/parse-script';
import type { AndOr, CommandNode, IfNode, Pipeline, Script, SimpleNode } from './syntax/script';

/** No person writes scripts or groups so deep inside one another. */
const maxDepth = 8;

/**
 * The words of the command whose output ends a script (003 Compound Command Matching): of the list
 * at its top the last that prints, of a pipeline the one behind which nothing but text filters
 * stand. Undefined where there is none, or where only the run decides which it is.
 */
export function lastCommandOf(script: Script): string | undefined {
  const words = inScript(script, 0);
  return words === undefined || words.length === 0 ? undefined : textOf(words);
}

/** No words: nothing in it prints. Undefined: something does, and it is not certain what. */
type Found = readonly ShellWord[] | undefined;

const silent: Found = [];

function inScript(script: Script, depth: number): Found {
  if (depth > maxDepth) return undefined;
  return lastLoud(script.items, (item) => inList(item, script, depth));
}

function inList({ steps }: AndOr, script: Script, depth: number): Found {
  return lastLoud(steps, ({ pipeline }) => inPipeline(pipeline, script, depth));
}

/** The last that prints something. */
function lastLoud<Item>(items: readonly Item[], find: (item: Item) => Found): Found {
  for (const item of items.toReversed()) {
    const found = find(item);
    if (found === undefined || found.length > 0) return found;
  }
  return silent;
}

/** `cargo test 2>&1 | tail -80` is `cargo test`; `yes | apt install x` is what reads the answers. */
function inPipeline({ commands }: Pipeline, script: Script, depth: number): Found {
  const [first, ...rest] = commands.map((command) => inCommand(command, script, depth));
  const maker = rest.findLastIndex((found) => found === undefined || !isPassing(found));
  return maker === -1 ? first : rest[maker];
}

function isPassing(found: readonly ShellWord[]): boolean {
  return found[0] !== undefined && passesLinesOn(found[0].text);
}

function inCommand(node: CommandNode, script: Script, depth: number): Found {
  switch (node.kind) {
    case 'simple':
      return isDiscarded(node, script) ? silent : inWords(wordsOf(node, script), depth);
    case 'group':
    case 'subshell':
      return inScript(node.body, depth + 1);
    case 'if':
      return inIf(node, depth);
    case 'arithmetic':
      return silent;
    // What several rounds or arms print stands there together.
    case 'function':
    case 'loop':
    case 'case':
      return undefined;
  }
}

function wordsOf({ words }: SimpleNode, script: Script): readonly ShellWord[] {
  return words.map(({ start, end }) => decodeWord(script.text.slice(start, end)));
}

/** `>/dev/null`, also with the errors; only the errors is no such. */
function isDiscarded({ start, tail }: SimpleNode, script: Script): boolean {
  return tail.redirects.some(({ target }) => {
    if (script.text.slice(target.start, target.end) !== '/dev/null') return false;
    return /(?:^|[^\d>])1?>[>|]?\s*$/.test(script.text.slice(start, target.start));
  });
}

/** Whichever arm runs: certain where only one of them prints, or all the same. */
function inIf({ arms, otherwise }: IfNode, depth: number): Found {
  const bodies = [...arms.flatMap(({ condition, body }) => [condition, body]), otherwise];
  const found = bodies.map((body) => (body === undefined ? silent : inScript(body, depth + 1)));
  if (found.includes(undefined)) return undefined;
  const loud = found.flatMap((words) => (words === undefined || words.length === 0 ? [] : [words]));
  const [first = silent, ...others] = loud;
  return others.every((words) => textOf(words) === textOf(first ?? [])) ? first : undefined;
}

function inWords(given: readonly ShellWord[], depth: number): Found {
  const words = unwrap(given);
  const [program, ...rest] = words;
  if (program === undefined) return silent;
  if (!program.known) return undefined;
  const named = [{ text: installedName(program.text), known: true }, ...rest];
  if (isSilent(named)) return silent;
  return isShell(program.text) ? inShell(named, depth) : named;
}

/** `bash -c '…'` prints what its script prints. */
function inShell(words: readonly ShellWord[], depth: number): Found {
  const { options, operands } = readShellOptions(words.slice(1));
  if (!options.some(({ name }) => name === '-c')) return words;
  const [script] = operands;
  if (script?.known !== true) return undefined;
  const written = parseScript(script.text);
  const { doubts, script: inner } =
    written.joins.size === 0 ? written : parseScript(joinLines(script.text, written.joins));
  return doubts.size === 0 ? inScript(inner, depth + 1) : undefined;
}
