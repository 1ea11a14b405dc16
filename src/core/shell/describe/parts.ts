import type { ShellPart, ShellHazard, ShellWord } from '../../contracts/calls/shell-analysis';
import type { Described, SimpleCommand } from '../command/simple-command';
import { type Finding, nothingFound } from '../command/finding';
import { baseName, textOf, shorten, wordHazards } from '../command/words';
import { reachesOut } from '../programs/reaching-programs';
import { possibleWrappedCommands } from './wrapper-table';
import { innerCommand, type CommandContext } from './command-context';

/** A part for the words of a command, with the further texts that name it. */
export function makePart(
  command: SimpleCommand,
  role: ShellPart['role'],
  finding: Finding = nothingFound,
): ShellPart {
  const text = textOf(command.words);
  const forms = [...formsOf(command), ...finding.forms];
  return {
    words: command.words,
    raw: command.raw,
    role,
    hazards: distinct(finding.hazards),
    paths: distinct(finding.paths),
    // An option may name what a program that else only reads writes to, `sort -o`.
    writes: finding.writes || finding.paths.some(({ access }) => access === 'write'),
    forms: [...new Set(forms)].filter((form) => form !== text && form !== ''),
    ...(reachesOut(command.words) && { reachesOut: true }),
  };
}

/** The same fact may be found in two ways; it is reported once. */
function distinct<Fact extends object>(facts: readonly Fact[]): readonly Fact[] {
  if (facts.length < 2) return facts;
  return [...new Map(facts.map((fact) => [JSON.stringify(fact), fact])).values()];
}

/** A command that is one part and moves nothing. */
export function onePart(part: ShellPart, { folders }: SimpleCommand): Described {
  return { parts: [part], blocked: [], doubts: [], folders };
}

/** A command that needs a rule, with the words that the shell computes and further hazards. */
export function decides(command: SimpleCommand, hazards: readonly ShellHazard[] = []): Described {
  const all = [...wordHazards(command.words), ...hazards];
  return onePart(makePart(command, 'decides', { ...nothingFound, hazards: all }), command);
}

function mapParts(described: Described, change: Partial<ShellPart>): Described {
  return { ...described, parts: described.parts.map((part) => ({ ...part, ...change })) };
}

export function onlyTightens(described: Described): Described {
  return mapParts(described, { role: 'tightens' });
}

function formsOf({ words, assignments, raw }: SimpleCommand): readonly string[] {
  const text = textOf(words);
  const isPlain = assignments.length === 0 && !/[\\/]|\.exe$/i.test(words[0]?.text ?? '');
  if (isPlain) return [raw];
  const before = assignments.map(({ name, value }) => `${name}=${value.text}`);
  const [program, ...rest] = words;
  const named =
    program === undefined
      ? ''
      : [baseName(program.text), ...rest.map((word) => word.text)].join(' ');
  return [raw, [...before, text].join(' ').trim(), named];
}

/**
 * What a command inside another one may be, where a rule about it can only tighten: the outer one
 * needs a rule of its own (decision shell-wrappers).
 */
function tightened(described: Described, { command }: CommandContext): Described {
  return { ...onlyTightens(described), folders: command.folders };
}

/** The words as a command that only tightens. */
export function tightenWords(scene: CommandContext, words: readonly ShellWord[]): Described {
  return tightened(scene.describe(innerCommand(scene, words), scene.depth + 1), scene);
}

/** All positions where an inner command may begin; inside them the search does not continue. */
export function tightenPositions(
  scene: CommandContext,
  rest: readonly ShellWord[],
): readonly Described[] {
  if (scene.isSearched) return [];
  return possibleWrappedCommands(rest).map((words) =>
    tightened(scene.search(innerCommand(scene, words), scene.depth + 1), scene),
  );
}

export function tightenScript(scene: CommandContext, script: string): Described {
  return tightened(scene.analyzeScript(script, scene.command.folders), scene);
}

/** What is true of the inner commands is true of the one that runs them. */
export function hazardsOf(inner: readonly Described[]): readonly ShellHazard[] {
  return inner.flatMap(({ parts }) => parts.flatMap(({ hazards }) => hazards));
}

export function writesOf(inner: readonly Described[]): boolean {
  return inner.some(({ parts }) => parts.some(({ writes }) => writes));
}

/** The one that runs what talks to another machine talks to it too. */
export function reachingWith(part: ShellPart, inner: readonly Described[]): ShellPart {
  const reaches = inner.some(({ parts }) => parts.some((each) => each.reachesOut === true));
  return reaches ? { ...part, reachesOut: true } : part;
}

/** Paths on another machine, or below another root, mean nothing here. */
export function withoutPaths(described: Described): Described {
  return mapParts(described, { paths: [], writes: false });
}

/** Its hazards are those of the outer command now, which is what a rule must cover. */
export function withoutHazards(described: Described): Described {
  return mapParts(described, { hazards: [] });
}

/** Combines several descriptions; the resulting folder is that of the outer command. */
export function joinDescribed(outer: Described, inner: readonly Described[]): Described {
  return {
    parts: [...outer.parts, ...inner.flatMap(({ parts }) => parts)],
    blocked: [...outer.blocked, ...inner.flatMap(({ blocked }) => blocked)],
    doubts: [...outer.doubts, ...inner.flatMap(({ doubts }) => doubts)],
    folders: outer.folders,
  };
}

/** The name of a program in a sentence. */
export function nameOf(words: readonly ShellWord[]): string {
  return shorten(words[0]?.text ?? 'a program');
}
