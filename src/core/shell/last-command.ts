import { nameSet } from '../base/text-lines';
import type { ShellWord } from '../contracts/calls/shell-analysis';
import { decodeWord } from './parser/decode-word';
import { isShell, readShellOptions } from './describe/shells';
import { textOf, baseName } from './command/words';
import { joinLines } from './parser/source';
import { parseScript } from './parser/parse-script';
import type { AndOr, CommandNode, IfNode, Pipeline, Script, SimpleNode } from './parser/ast';
import {
  findWrappedCommand,
  env,
  transparentWrappers,
  type Wrapper,
} from './describe/wrapper-table';
import { elevatedWrappers } from './describe/outer-wrapper-table';
import { byProgram } from './programs/program-table';

/** More than any real nesting of scripts and groups. */
const maxDepth = 8;

/**
 * The words of the command whose output ends a script (003-filters-3): the last of the top-level
 * list that prints; in a pipeline, the last one followed only by text filters. Undefined if there
 * is none, or if only the run decides.
 */
export function lastCommandOf(script: Script, decoded: Decoded): string | undefined {
  const words = inScript(script, { depth: 0, decoded });
  return words === undefined || words.length === 0 ? undefined : textOf(words);
}

/** The words of commands that were decoded before. */
type Decoded = ReadonlyMap<SimpleNode, readonly ShellWord[]>;

interface Inside {
  readonly depth: number;
  readonly decoded: Decoded;
}

const deeper = ({ depth, decoded }: Inside): Inside => ({ depth: depth + 1, decoded });

/** No words: nothing in it prints. Undefined: something does, and it is not certain what. */
type Found = readonly ShellWord[] | undefined;

const silent: Found = [];

function inScript(script: Script, inside: Inside): Found {
  if (inside.depth > maxDepth) return undefined;
  return lastLoud(script.items, (item) => inList(item, script, inside));
}

function inList({ steps }: AndOr, script: Script, inside: Inside): Found {
  return lastLoud(steps, ({ pipeline }) => inPipeline(pipeline, script, inside));
}

/** The last that prints something. */
function lastLoud<Item>(items: readonly Item[], find: (item: Item) => Found): Found {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at];
    const found = item === undefined ? silent : find(item);
    if (found === undefined || found.length > 0) return found;
  }
  return silent;
}

/**
 * `cargo test 2>&1 | tail -80` is `cargo test`; `yes | apt install x` is what reads the answers.
 */
function inPipeline({ commands }: Pipeline, script: Script, inside: Inside): Found {
  const [first, ...rest] = commands.map((command) => inCommand(command, script, inside));
  const maker = rest.findLastIndex((found) => found === undefined || !isPassing(found));
  return maker === -1 ? first : rest[maker];
}

function isPassing(found: readonly ShellWord[]): boolean {
  return found[0] !== undefined && passesLinesOn(found[0].text);
}

function inCommand(node: CommandNode, script: Script, inside: Inside): Found {
  switch (node.kind) {
    case 'simple':
      return isDiscarded(node, script) ? silent : inWords(wordsOf(node, script, inside), inside);
    case 'group':
    case 'subshell':
      return inScript(node.body, deeper(inside));
    case 'if':
      return inIf(node, inside);
    case 'arithmetic':
      return silent;
    // The outputs of several rounds or arms are mixed.
    case 'function':
    case 'loop':
    case 'case':
      return undefined;
  }
}

function wordsOf(node: SimpleNode, script: Script, { decoded }: Inside): readonly ShellWord[] {
  const known = decoded.get(node);
  return known ?? node.words.map(({ start, end }) => decodeWord(script.text.slice(start, end)));
}

/** `>/dev/null`, also with the errors; only the errors is no such. */
function isDiscarded({ start, tail }: SimpleNode, script: Script): boolean {
  return tail.redirects.some(({ target }) => {
    if (script.text.slice(target.start, target.end) !== '/dev/null') return false;
    return /(?:^|[^\d>])1?>[>|]?\s*$/.test(script.text.slice(start, target.start));
  });
}

/** Whichever arm runs: certain where only one of them prints, or all the same. */
function inIf({ arms, otherwise }: IfNode, inside: Inside): Found {
  const bodies = [...arms.flatMap(({ condition, body }) => [condition, body]), otherwise];
  const found = bodies.map((body) =>
    body === undefined ? silent : inScript(body, deeper(inside)),
  );
  if (found.includes(undefined)) return undefined;
  const loud = found.flatMap((words) => (words === undefined || words.length === 0 ? [] : [words]));
  const [first = silent, ...others] = loud;
  return others.every((words) => textOf(words) === textOf(first ?? [])) ? first : undefined;
}

function inWords(given: readonly ShellWord[], inside: Inside): Found {
  const words = unwrap(given);
  const [program, ...rest] = words;
  if (program === undefined) return silent;
  if (!program.known) return undefined;
  const named = [{ text: installedName(program.text), known: true }, ...rest];
  if (isSilent(named)) return silent;
  return isShell(program.text) ? inShell(named, inside) : named;
}

/** `bash -c '…'` prints what its script prints. */
function inShell(words: readonly ShellWord[], inside: Inside): Found {
  const { options, operands } = readShellOptions(words.slice(1));
  if (!options.some(({ name }) => name === '-c')) return words;
  const [script] = operands;
  if (script?.known !== true) return undefined;
  const written = parseScript(script.text);
  const { doubts, script: inner } =
    written.joins.size === 0 ? written : parseScript(joinLines(script.text, written.joins));
  return doubts.size === 0 ? inScript(inner, deeper(inside)) : undefined;
}

const sudo = elevatedWrappers.filter(({ programs }) => /^(?:sudo|doas)\b/.test(programs));

/** They run their command here and add nothing to what it prints, or a line at its end. */
const wrappers: readonly Wrapper[] = [
  ...transparentWrappers,
  env,
  ...sudo,
  { programs: 'exec' },
  { programs: 'cross-env cross-env-shell', takesVariables: true },
  { programs: 'chronic' },
];

const byName = byProgram(wrappers);

/** More than any real nesting of them. */
const mostWrappers = 8;

/** The command inside its wrappers; a wrapper whose options are not known stays. */
function unwrap(words: readonly ShellWord[]): readonly ShellWord[] {
  let inside = words;
  for (let count = 0; count < mostWrappers; count += 1) {
    const next = innerOf(inside);
    if (next === undefined) break;
    inside = next;
  }
  return inside;
}

function innerOf([program, ...rest]: readonly ShellWord[]): readonly ShellWord[] | undefined {
  if (program?.known !== true) return undefined;
  // `command -v node` only looks for the program.
  if (program.text === 'command' && /^-p?[vV]/.test(rest[0]?.text ?? '')) return undefined;
  const wrapper = byName.get(baseName(program.text));
  if (wrapper === undefined) return undefined;
  const { isSure, options, words } = findWrappedCommand(wrapper, rest);
  const isPlain = isSure && options.every(({ rule }) => rule?.hazard === undefined);
  return isPlain && words.length > 0 ? words : undefined;
}

/** These print only their own failure, so the output ends with what comes before them. */
const quiet =
  nameSet(`: true false exit return cd unset unalias test [ [[ wait sleep shift disown break continue mkdir
  rmdir touch rm mv cp ln chmod chown kill`);
/** Alone they print all there is. */
const setters = nameSet('alias export declare local readonly set trap umask shopt');

function isSilent([program, ...rest]: readonly ShellWord[]): boolean {
  const name = program?.text ?? '';
  if (setters.has(name)) return rest.length > 0 && rest[0]?.text !== '-p';
  return quiet.has(name) && !rest.some(({ text }) => /^-(?:[A-Za-z]*v|-verbose$)/.test(text));
}

const textFilters =
  nameSet(`head tail grep egrep fgrep zgrep rg ag ack tee cat bat less more sed gsed awk gawk mawk cut sort
  uniq tr column fold fmt nl tac rev ts strings iconv col colrm expand sponge pv
  ghead gtail ggrep`);

/** True for programs that are used after a pipe to see part of another program's output. */
function passesLinesOn(program: string): boolean {
  return textFilters.has(baseName(program));
}

/** Where programs are installed; a script of the project keeps its folder in its name. */
const installFolder =
  /^(?:~?(?:\/[^]*)?\/(?:s?bin|shims)|(?:[^]*\/)?(?:node_modules\/\.bin|vendor\/bin|\.?v?env\/(?:bin|Scripts)))\//;

/** `/usr/bin/make` and `node_modules/.bin/jest` are known by their names; `./build.sh` stays. */
function installedName(program: string): string {
  return installFolder.test(program) ? baseName(program) : program.replace(/\.exe$/i, '');
}
