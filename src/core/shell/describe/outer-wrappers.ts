import { inEnglish, say, sayThat } from '../../base/sentence';
import type { ShellHazard, ShellWord } from '../../contracts/calls/shell-analysis';
import type { Described } from '../command/simple-command';
import { namesIn, nameSet } from '../../base/text-lines';
import { byProgram, indexNames } from '../programs/program-table';
import { type Finding, joinFindings, nothingFound } from '../command/finding';
import { findWrappedCommand, type WrappedCommand, type Wrapper } from './wrapper-table';
import {
  hazardsOf,
  nameOf,
  tightenPositions,
  tightenScript,
  tightenWords,
  withoutHazards,
  withoutPaths,
  writesOf,
} from './parts';
import { findTable } from '../programs/all-programs';
import { unknownProgram } from '../programs/unknown-programs';
import { describeOutside, findInCommand } from './program';
import type { Describer, CommandContext } from './command-context';
import { baseName, shorten } from '../command/words';
import {
  container,
  elevatedWrappers,
  launchers,
  launchingVerbs,
  runnerWrappers,
  starters,
} from './outer-wrapper-table';

const elevated = byProgram(elevatedWrappers);
const runners = byProgram([...runnerWrappers, ...starters]);
const packageRunners = byProgram(launchers);
const containers = byProgram([container]);
const verbsOf = indexNames<string>()(launchingVerbs);

function nameOfProgram({ program }: CommandContext): string {
  return baseName(program.text).toLowerCase();
}

/** Other rights or another place: a rule of its own, and the inner command's denials. */
export const describeElevated: Describer = (scene) => {
  const wrapper = elevated.get(nameOfProgram(scene));
  return wrapper === undefined ? undefined : describeOuter(scene, wrapper, () => []);
};

/** Runners add unknown words, so the rule must name runner and inner program. */
export const describeRunner: Describer = (scene) => {
  const wrapper = runners.get(nameOfProgram(scene));
  if (wrapper === undefined) return undefined;
  return describeOuter(scene, wrapper, (inner, inside) => {
    // Without a command xargs prints its words; others open a shell or take commands as input.
    if (inner.words.length === 0 && wrapper.isQuiet === true) return [];
    const { text } = scene.program;
    const named = nameOf(inner.words);
    const reason = say`${shorten(text)} runs ${named} with words that are unknown, or watches it`;
    const isOne = wrapper.isScript !== true || inside.every(({ parts }) => parts.length === 1);
    const isPlain = isOne && isSureOf(wrapper, inner);
    return [isPlain ? { reason, liftedBy: [text, programIn(inner)] } : { reason }];
  });
};

function isSureOf(wrapper: Wrapper, inner: WrappedCommand): boolean {
  const isKnown = inner.words[0]?.known === true && wrapper.options !== undefined;
  return isKnown && inner.isSure && !takesScript(wrapper, inner);
}

function programIn({ words }: WrappedCommand): string {
  return words[0]?.text.split(/\s/, 1)[0] ?? '';
}

function takesScript({ scriptOption }: Wrapper, { options, words }: WrappedCommand): boolean {
  const names = [...options.map(({ name }) => name), words[0]?.text ?? ''];
  return names.some((name) => scriptOption?.includes(name) === true);
}

/** Programs that run the program of a package. */
export const describeLauncher: Describer = (scene) => {
  const wrapper = packageRunners.get(nameOfProgram(scene));
  if (wrapper !== undefined) return describeOuter(scene, wrapper, ({ words }) => launched(words));
  const name = baseName(scene.program.text);
  if (containers.has(name)) return describeContainer(scene);
  const rest = launchedBy(name, scene.rest);
  if (rest === undefined) return undefined;
  const launch = withoutDashes(rest);
  const [first] = launch;
  const isPlain = first?.text.startsWith('-') === false;
  const inside = isPlain ? [tightenWords(scene, launch)] : tightenPositions(scene, rest);
  // A module of the project is no program: its options are its own.
  const isOwnModule = isPython(name) && findTable(first?.text ?? '') === unknownProgram;
  const extra = isOwnModule
    ? []
    : [...(fetches(scene) ? launched(launch) : foreignTo(launch)), ...hazardsOf(inside)];
  return joinOuter(scene, isOwnModule ? inside.map(withoutHazards) : inside, {
    isElsewhere: false,
    extra,
  });
};

/** A package that no table knows is fetched and run. */
function launched(words: readonly ShellWord[]): readonly ShellHazard[] {
  const [first] = words;
  if (first === undefined) return [];
  const name = first.text.replace(/(?<=.)@[^/]*$/, '');
  if (findTable(baseName(name)) !== unknownProgram && !name.includes('/')) return foreignTo(words);
  if (packageRunners.has(name)) return [];
  const reason = say`${shorten(first.text)} is not a known package, and may be fetched and run`;
  return [{ reason, liftedBy: [first.text] }];
}

/** Verbs that fetch what is not installed. */
function fetches({ program, rest: [verb] }: CommandContext): boolean {
  return /^(?:npm|pnpm|yarn|bun)$/.test(baseName(program.text)) && verb?.text !== 'run';
}

/** Shells and programs of the system, which a rule about a launcher does not mean. */
const ofSystem =
  nameSet(`sh bash zsh dash ksh fish rm mv cp dd tee ln install chmod chown truncate shred find sed awk
  xargs git curl wget ssh scp rsync tar kill sudo su`);

/** Behind options it is not known which word is the program, so it may be any. */
function foreignTo(given: readonly ShellWord[]): readonly ShellHazard[] {
  // `exec 20 x` names a version first.
  const words = /^v?\d/.test(given[0]?.text ?? '') ? given.slice(1) : given;
  const isPlain = words[0]?.text.startsWith('-') === false;
  return words
    .slice(0, isPlain ? 1 : words.length)
    .filter(({ text }) => ofSystem.has(baseName(text)))
    .map(({ text }) => ({ reason: say`it launches ${shorten(text)}`, liftedBy: [text] }));
}

/** `exec -- x`, `exec node@20 -- x`: what follows the dashes is the command. */
function withoutDashes(words: readonly ShellWord[]): readonly ShellWord[] {
  const dashes = words.findIndex(({ text }) => text === '--');
  return words.slice(dashes + 1);
}

/** Hazards inside a container do not apply here; deny rules do. */
function describeContainer(scene: CommandContext): Described | undefined {
  const rest = afterWord(scene.rest, ['run', 'exec']);
  if (rest === undefined) return undefined;
  const inner = findWrappedCommand(container, rest);
  const sure = inner.words.length === 0 ? [] : [tightenWords(scene, inner.words)];
  return joinOuter(scene, inner.isSure ? sure : tightenPositions(scene, rest), noExtra);
}

/** What follows the verb, `uv run`, or `-m` of Python. */
function launchedBy(name: string, rest: readonly ShellWord[]): readonly ShellWord[] | undefined {
  if (isPython(name)) return moduleOf(rest);
  if (name === 'corepack' && /^(?:npx|npm|pnpm|pnpx|yarn|bunx)$/.test(rest[0]?.text ?? '')) {
    return rest;
  }
  const verbs = verbsOf.get(name);
  const launched = verbs === undefined ? undefined : afterWord(rest, namesIn(verbs));
  if (name !== 'rustup' || launched === undefined) return launched;
  // The toolchain comes before the program.
  return launched.slice(launched.findIndex(({ text }) => !text.startsWith('-')) + 1);
}

function isPython(name: string): boolean {
  return /^(?:python|pypy|py)[\d.]*$/.test(name);
}

/** `-m pytest`, `-mpytest`, `-Im pytest`; `x.__main__` is `x`. */
function moduleOf(rest: readonly ShellWord[]): readonly ShellWord[] | undefined {
  for (const [at, { text, known }] of rest.entries()) {
    const glued = /^-[bBdEiIOPqsSuvx]*m(.*)$/s.exec(text)?.[1];
    const after = rest.slice(at + 1);
    if (glued === '') return after.map((word, place) => (place === 0 ? moduleName(word) : word));
    if (glued !== undefined) return [moduleName({ text: glued, known }), ...after];
    if (!text.startsWith('-')) return undefined;
  }
  return undefined;
}

function moduleName({ text, known }: ShellWord): ShellWord {
  return { text: text.replace(/(?:\.__main__)+$/, ''), known };
}

function afterWord(
  words: readonly ShellWord[],
  wanted: readonly string[],
): readonly ShellWord[] | undefined {
  const at = words.findIndex(({ text }) => wanted.includes(text));
  return at === -1 ? undefined : words.slice(at + 1);
}

type Extra = (inner: WrappedCommand, inside: readonly Described[]) => readonly ShellHazard[];

function describeOuter(scene: CommandContext, wrapper: Wrapper, extra: Extra): Described {
  const { rest } = scene;
  const dashes = rest.findIndex(({ text }) => text === '--');
  const words = wrapper.needsDashes === true ? rest.slice(dashes + 1) : rest;
  if (wrapper.needsDashes === true && dashes === -1) return joinOuter(scene, [], noExtra);
  const inner = findWrappedCommand(wrapper, words);
  const inside = insideOf(scene, wrapper, { inner, words });
  const options = inner.options.flatMap(({ rule, written, word }) =>
    rule?.hazard === undefined
      ? []
      : [{ reason: sayThat(shorten(written), rule.hazard), liftedBy: [word] }],
  );
  const isElsewhere = wrapper.isElsewhere === true;
  return joinOuter(scene, inside, {
    isElsewhere,
    extra: [...options, ...extra(inner, inside), ...hazardsOf(inside)],
  });
}

const noExtra = { isElsewhere: true, extra: [] } as const;

/** The scripts that a wrapper is given, and the command inside it or all places it may begin. */
function insideOf(
  scene: CommandContext,
  { isScript, scriptOption, options, needsDashes }: Wrapper,
  { inner, words }: { readonly inner: WrappedCommand; readonly words: readonly ShellWord[] },
): readonly Described[] {
  const scripts = inner.options
    .filter(({ name }) => scriptOption?.includes(name) === true)
    .flatMap(({ value }) => (value === undefined ? [] : [value.text]));
  const [option, script] = inner.words;
  if (scriptOption?.includes(option?.text ?? '') === true) scripts.push(script?.text ?? '');
  const joined = isScript === true ? [inner.words.map(({ text }) => text).join(' ')] : [];
  const single = isScript === true ? inner.words.map(({ text }) => text).filter(hasBlank) : [];
  const isSure = needsDashes === true || (inner.isSure && options !== undefined);
  const commands = isSure ? sureCommand(scene, inner.words) : tightenPositions(scene, words);
  const read = [...scripts, ...joined, ...single].filter((script) => script.trim() !== '');
  return [...read.map((script) => tightenScript(scene, script)), ...commands];
}

function hasBlank(text: string): boolean {
  return /\s/.test(text);
}

function sureCommand(scene: CommandContext, words: readonly ShellWord[]): readonly Described[] {
  return words.length === 0 ? [] : [tightenWords(scene, words)];
}

interface OuterFacts {
  readonly isElsewhere: boolean;
  readonly extra: readonly ShellHazard[];
}

/** What the inner command could do, the outer one does: its hazards are those of both. */
function joinOuter(
  scene: CommandContext,
  inside: readonly Described[],
  { isElsewhere, extra }: OuterFacts,
  own: Finding = findInCommand(scene),
): Described {
  const apart = isElsewhere ? inside.map(withoutPaths) : inside;
  const around = {
    ...nothingFound,
    hazards: [...extra, ...hazardsOf(inside)],
    writes: writesOf(apart),
  };
  // What is known of a word to the inner command is known to the outer one.
  const known = around.hazards.filter(({ unlessGlob }) => unlessGlob !== undefined);
  const hazards = own.hazards.filter(
    ({ reason, unlessGlob }) =>
      unlessGlob !== undefined ||
      known.every((inner) => inEnglish(inner.reason) !== inEnglish(reason)),
  );
  const finding = joinFindings([{ ...own, hazards }, around]);
  return describeOutside(scene, finding, apart);
}

/** `find -exec` and `fd -x`: the words between the option and its end. */
export const describeFinder: Describer = (scene) => {
  const name = baseName(scene.program.text);
  const pattern = finders.get(name);
  if (pattern === undefined) return undefined;
  const { commands, own } = commandsIn(scene.rest, pattern);
  const inside = commands.map((words) => tightenWords(scene, words));
  const extra = commands.map((words): ShellHazard => {
    const reason = say`${name} runs ${nameOf(words)} on what it finds`;
    const [inner] = words;
    return inner?.known === true ? { reason, staysHere: true, liftedBy: [inner.text] } : { reason };
  });
  const facts = { isElsewhere: false, extra: [...extra, ...hazardsOf(inside)] };
  return joinOuter(scene, inside, facts, findInCommand({ ...scene, rest: own }));
};

const findExec = /^-(?:exec|execdir|ok|okdir)$/;
const fdExec = /^(?:-[A-Za-z]*[xX]|--exec(?:-batch)?)$/;

const finders: ReadonlyMap<string, RegExp> = new Map([
  ['find', findExec],
  ['gfind', findExec],
  ['fd', fdExec],
  ['fdfind', fdExec],
]);

/** The commands inside a command, and the words that are its own. */
interface InnerCommands {
  readonly commands: readonly (readonly ShellWord[])[];
  readonly own: readonly ShellWord[];
}

function commandsIn(words: readonly ShellWord[], begins: RegExp): InnerCommands {
  const found: (readonly ShellWord[])[] = [];
  const own: ShellWord[] = [];
  let inside: ShellWord[] | undefined;
  for (const word of words) {
    if (inside === undefined) {
      own.push(word);
      if (begins.test(word.text)) inside = [];
    } else if (word.text === ';' || word.text === '+') {
      found.push(inside);
      inside = undefined;
    } else {
      inside.push(word);
    }
  }
  if (inside !== undefined) found.push(inside);
  return { commands: found.filter(({ length }) => length > 0), own };
}
