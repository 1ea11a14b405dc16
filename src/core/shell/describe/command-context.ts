import type { ShellWord } from '../../contracts/calls/shell-analysis';
import { longestForm } from '../command/finding';
import { textOf } from '../command/words';
import type { Described, AnalyzeScript, SimpleCommand } from '../command/simple-command';

/** Describes a command that another one runs; `depth` counts those around it. */
type DescribeInner = (inner: SimpleCommand, depth: number) => Described;

/** A command on its way to being described, with what is needed to look inside it. */
export interface CommandContext {
  readonly command: SimpleCommand;
  readonly program: ShellWord;
  readonly rest: readonly ShellWord[];
  readonly depth: number;
  /** True where an outer command was searched for inner ones already: this one is not. */
  readonly isSearched: boolean;
  readonly analyzeScript: AnalyzeScript;
  readonly describe: DescribeInner;
  /** Describes one of many places where a command may begin. */
  readonly search: DescribeInner;
}

/** Describes the commands that it knows; undefined for all others. */
export type Describer = (scene: CommandContext) => Described | undefined;

/** The command inside another one: only its words are its own. */
export function innerCommand(
  { command }: CommandContext,
  words: readonly ShellWord[],
  folders = command.folders,
): SimpleCommand {
  const raw = command.raw.length > longestForm ? textOf(words) : command.raw;
  return { ...command, words, raw, folders, assignments: [] };
}
