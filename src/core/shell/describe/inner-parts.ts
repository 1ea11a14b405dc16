import type { ShellHazard, ShellWord } from '../../contracts/shell-reading';
import type { Described } from '../simple-command';
import { possibleWrappedCommands } from './find-inner';
import { innerCommand, type CommandContext } from './scene';
import { shorten } from './words';

/**
 * What a command inside another one may be, where a rule about it can only tighten: the outer one
 * needs a rule of its own (security 3.2 step 7).
 */
function tightened(described: Described, { command }: CommandContext): Described {
  const parts = described.parts.map((part) => ({ ...part, role: 'tightens' as const }));
  return { ...described, parts, folders: command.folders };
}

/** The words as a command that only tightens. */
export function tightenWords(scene: CommandContext, words: readonly ShellWord[]): Described {
  return tightened(scene.describe(innerCommand(scene, words), scene.depth + 1), scene);
}

/** All places where an inner command may begin; inside them nobody searches again. */
export function tightenPositions(scene: CommandContext, rest: readonly ShellWord[]): readonly Described[] {
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

/** Paths on another machine, or below another root, mean nothing here. */
export function withoutPaths(described: Described): Described {
  const parts = described.parts.map((part) => ({ ...part, paths: [], writes: false }));
  return { ...described, parts };
}

/** Its hazards are those of the outer command now, which is what a rule must cover. */
export function withoutHazards(described: Described): Described {
  const parts = described.parts.map((part) => ({ ...part, hazards: [] }));
  return { ...described, parts };
}

/** Several as one; where they stand when they are done is that of the outer command. */
export function joinDescribed(outer: Described, inner: readonly Described[]): Described {
  return {
    parts: [...outer.parts, ...inner.flatMap(({ parts }) => parts)],
    blocked: [...outer.blocked, ...inner.flatMap(({ blocked }) => blocked)],
    doubts: [...outer.doubts, ...inner.flatMap(({ doubts }) => doubts)],
    folders: outer.folders,
  };
}

/** How a program is named in a sentence. */
export function nameOf(words: readonly ShellWord[]): string {
  return shorten(words[0]?.text ?? 'a program');
}
