import { say } from '../../base/sentence';
import { findInAssignments } from './assignments';
import { describeBlockedBuiltin, describeFolderChange, describeStateChange } from './builtins';
import { attach, joinFindings, nothingFound, warn } from '../command/finding';
import { decides, joinDescribed, makePart, onePart, onlyTightens } from './parts';
import {
  describeElevated,
  describeFinder,
  describeLauncher,
  describeRunner,
} from './outer-wrappers';
import { describeProgram } from './program';
import { findInRedirections } from './redirections';
import type { Describer, CommandContext } from './command-context';
import { describeShell } from './shells';
import { describeTransparentWrapper } from './transparent-wrappers';
import { textOf } from '../command/words';
import type { DescribeCommand, Described, SimpleCommand } from '../command/simple-command';

/** In this order: what is a builtin is no program. */
const describers: readonly Describer[] = [
  describeBlockedBuiltin,
  describeFolderChange,
  describeStateChange,
  describeTransparentWrapper,
  describeShell,
  describeElevated,
  describeRunner,
  describeLauncher,
  describeFinder,
];

/** More than any real nesting of commands. */
const maxDepth = 12;
const mostGuesses = 5000;
const wordsOfGuess = 20;

/**
 * What one simple command is: the parts that rules are tried on, what they may do beyond what a
 * rule about them says, and what is refused (decisions shell-blocklist, shell-wrappers to
 * shell-paths).
 */
export const describeCommand: DescribeCommand = (command, analyzeScript) => {
  const around = joinFindings([
    findInAssignments(command.words.length === 0 ? [] : command.assignments),
    findInRedirections(command),
  ]);
  const [program] = command.words;
  if (program === undefined) return attach(describeStatement(command), around);
  return attach(describeWords(command, { analyzeScript, isSearched: false }, 0), around);
};

type Mode = Pick<CommandContext, 'analyzeScript' | 'isSearched'>;

function describeWords(command: SimpleCommand, mode: Mode, depth: number): Described {
  const [program] = command.words;
  if (program === undefined) return { ...nothing, folders: command.folders };
  const scene: CommandContext = {
    command,
    program,
    rest: command.words.slice(1),
    depth,
    analyzeScript: mode.analyzeScript,
    isSearched: mode.isSearched,
    describe: (inner, next) => describeWords(inner, mode, next),
    search: (inner, next) => describeWords(inner, { ...mode, isSearched: true }, next),
  };
  if (!program.known) return decides(command);
  if (depth > maxDepth) return describeTooDeep(scene);
  for (const describer of describers) {
    const described = describer(scene);
    if (described !== undefined) return described;
  }
  return describeProgram(scene);
}

const nothing = { parts: [], blocked: [], doubts: [] } as const;

/** Assignments or redirections alone (decision shell-assignments). */
function describeStatement(command: SimpleCommand): Described {
  const names = command.assignments.map(({ name }) => name).join(', ');
  const reason = say`${names} is set for all later commands in this line, which changes what they mean`;
  const finding = names === '' ? nothingFound : warn(reason);
  const role = names === '' ? 'tightens' : 'decides';
  return onePart(makePart(command, role, finding), command);
}

/** Deeper commands are matched as written, so that no depth hides them from a deny rule. */
function describeTooDeep({ command, analyzeScript: analyzeScript }: CommandContext): Described {
  const outer = decides(command, [{ reason: say`too many commands inside one another` }]);
  const inner = command.words.slice(1, mostGuesses).map((_, at) => {
    const words = command.words.slice(at + 1, at + 1 + wordsOfGuess);
    return onePart(
      makePart({ ...command, words, raw: textOf(words), assignments: [] }, 'tightens'),
      command,
    );
  });
  const last = command.words.at(-1);
  const script = last?.known === true ? [analyzeScript(last.text, command.folders)] : [];
  return joinDescribed(outer, [...inner, ...script.map(onlyTightens)]);
}
