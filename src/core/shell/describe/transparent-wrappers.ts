import { say } from '../../base/sentence';
import type { ShellHazard, ShellWord } from '../../contracts/calls/shell-analysis';
import { placed } from '../programs/find-in-program';
import { isForeign } from '../programs/path-hazards';
import { byProgram } from '../programs/program-table';
import { type Described, type Folders, pathInFolder } from '../command/simple-command';
import { findInAssignments } from './assignments';
import { attach, type Finding, joinFindings, warn, withForms } from '../command/finding';
import {
  findWrappedCommand,
  type WrappedCommand,
  env,
  transparentWrappers,
  type Wrapper,
} from './wrapper-table';
import {
  decides,
  hazardsOf,
  joinDescribed,
  tightenPositions,
  tightenScript,
  withoutHazards,
  makePart,
  onePart,
} from './parts';
import { type Describer, innerCommand, type CommandContext } from './command-context';
import { baseName, shorten, textOf } from '../command/words';

const wrappers = byProgram([...transparentWrappers, env]);

/** Where the system keeps its programs: `./timeout` is another one. */
const systemFolder = /^(?:\/usr(?:\/local)?)?\/bin\/[^/]+$|^\/opt\/homebrew\/bin\/[^/]+$/;

/** Wrappers whose inner command decides (decision shell-wrappers). */
export const describeTransparentWrapper: Describer = (scene) => {
  const { text } = scene.program;
  const name = baseName(text);
  const wrapper = wrappers.get(name);
  if (wrapper === undefined) return undefined;
  if (text === 'command' && isQuery(scene)) return undefined;
  const inner = findWrappedCommand(wrapper, scene.rest);
  if (text !== name && !systemFolder.test(text)) return describeForeign(scene);
  const risky = inner.options.some(({ rule }) => rule?.hazard !== undefined);
  if (!inner.isSure || risky) return describeUnsure(scene, inner);
  if (inner.words.length === 0) return describeEmpty(scene, wrapper, inner);
  return describeInner(scene, wrapper, inner);
};

/** `command -v node` only looks for the program. */
function isQuery({ rest }: CommandContext): boolean {
  return /^-p?[vV]+p?$/.test(rest[0]?.text ?? '');
}

function describeInner(scene: CommandContext, wrapper: Wrapper, inner: WrappedCommand): Described {
  const { command, depth } = scene;
  const folders = foldersInside(scene, inner);
  const described = scene.describe(innerCommand(scene, inner.words, folders), depth + 1);
  const around = joinFindings([variablesOf(inner), ...folderOf(scene, inner)]);
  const decided = attach(withForms(described, [textOf(command.words)]), around);
  const outer = makePart(command, 'tightens');
  const joined = joinDescribed(onePart(outer, command), [decided]);
  const isHere = wrapper.isBuiltin === true && scene.program.text === wrapper.programs;
  return isHere ? { ...joined, folders: described.folders } : joined;
}

function variablesOf({ variables }: WrappedCommand): Finding {
  const named = variables.filter(({ text }) => text !== '!');
  const assignments = named.map(({ text, known }) => {
    const [name = text] = text.split('=', 1);
    return { name, value: { text: text.slice(name.length + 1), known } };
  });
  return findInAssignments(assignments);
}

/** `env -C sub` starts its command in another folder. */
function chosenFolder({ options }: WrappedCommand): ShellWord | undefined {
  return options.filter(({ name }) => name === '-C' || name === '--chdir').at(-1)?.value;
}

function folderOf({ command }: CommandContext, inner: WrappedCommand): readonly Finding[] {
  const target = chosenFolder(inner);
  if (target?.known !== true) return [];
  const foreign = isForeign(target.text) ? [warn(say`${target.text} holds what others wrote`)] : [];
  return [
    ...foreign,
    placed([{ text: target.text, access: 'read', certain: true }], command.folders),
  ];
}

function foldersInside({ command }: CommandContext, inner: WrappedCommand): Folders {
  const target = chosenFolder(inner);
  if (target === undefined) return command.folders;
  if (!target.known || target.text.startsWith('~')) return undefined;
  return command.folders?.map((folder) => pathInFolder(folder, target.text));
}

/** Alone, `env` shows all variables; the others do nothing of interest. */
function describeEmpty(
  { command }: CommandContext,
  { programs }: Wrapper,
  inner: WrappedCommand,
): Described {
  const isLeak = programs === env.programs;
  const found: readonly ShellHazard[] = isLeak
    ? [{ reason: say`env shows all variables, including secrets`, staysHere: true }]
    : [];
  return decides(command, [...found, ...variablesOf(inner).hazards]);
}

/** With an option that is not known the inner command may begin anywhere. */
function describeUnsure(scene: CommandContext, { options }: WrappedCommand): Described {
  const { command, program, rest } = scene;
  // What `env -S` splits may begin with options again.
  const scripts = options
    .filter(({ rule }) => rule?.hazard !== undefined)
    .flatMap(({ value }) =>
      value === undefined ? [] : [tightenScript(scene, `${program.text} ${value.text}`)],
    );
  const places = [...tightenPositions(scene, rest), ...scripts];
  const reason = say`what ${program.text} runs is not sure: its options are not all known`;
  const outer = decides(command, [{ reason }, ...hazardsOf(places)]);
  return joinDescribed(outer, places.map(withoutHazards));
}

/** A program by this name in another folder may do anything with its words. */
function describeForeign(scene: CommandContext): Described {
  const { command, program, rest } = scene;
  const reason = say`${shorten(program.text)} is not the program of the system`;
  const places = tightenPositions(scene, rest);
  const outer = decides(command, [{ reason, liftedBy: [program.text] }, ...hazardsOf(places)]);
  return joinDescribed(outer, places.map(withoutHazards));
}
