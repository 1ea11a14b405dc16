import { findInAssignments } from './describe/assignments';
import { describeBlockedBuiltin } from './describe/blocked-builtins';
import { describeFolderChange } from './describe/change-folder';
import { attach, joinFindings, nothingFound, warn } from './describe/finding';
import { maxGuessWords } from './describe/find-inner';
import { joinDescribed } from './describe/inner-parts';
import { makePart, onePart } from './describe/make-part';
import {
  describeElevated,
  describeFinder,
  describeLauncher,
  describeRunner,
} from './describe/outer-wrappers';
import { describeProgram } from './describe/program';
import { findInRedirections } from './describe/redirections';
import type { Describer, CommandContext } from './describe/scene';
import { describeShell } from './describe/shells';
import { describeStateChange } from './describe/state-changes';
import { describeTransparentWrapper } from './describe/transparent-wrappers';
import { textOf, wordHazards } from './describe/words';
import type { DescribeCommand, Described, SimpleCommand } from './simple-command';

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

/** No person writes so many commands inside one another. */
const maxDepth = 40;
const mostGuesses = 5000;

/**
 * What one simple command is: the parts that rules are tried on, what they may do beyond what a rule
 * about them says, and what is refused (security 3.2 steps 4, 7 to 12).
 */
export const describeCommand: DescribeCommand = (command, analyzeScript) => {
  const around = joinFindings([
    findInAssignments(command.words.length === 0 ? [] : command.assignments),
    findInRedirections(command),
  ]);
  const [program] = command.words;
  if (program === undefined) return attach(describeStatement(command), around);
  return attach(describeWords(command, { analyzeScript: analyzeScript, isSearched: false }, 0), around);
};

type Mode = Pick<CommandContext, 'analyzeScript' | 'isSearched'>;

function describeWords(command: SimpleCommand, mode: Mode, depth: number): Described {
  const [program, ...rest] = command.words;
  if (program === undefined) return { ...nothing, folders: command.folders };
  const scene: CommandContext = {
    ...{ command, program, rest, depth },
    ...mode,
    describe: (inner, next) => describeWords(inner, mode, next),
    search: (inner, next) => describeWords(inner, { ...mode, isSearched: true }, next),
  };
  if (!program.known) return describeUnknown(scene);
  if (depth > maxDepth) return describeTooDeep(scene);
  for (const describer of describers) {
    const described = describer(scene);
    if (described !== undefined) return described;
  }
  return describeProgram(scene);
}

const nothing = { parts: [], blocked: [], doubts: [] } as const;

/** Assignments or redirections alone (security 3.2 step 8). */
function describeStatement(command: SimpleCommand): Described {
  const names = command.assignments.map(({ name }) => name).join(', ');
  const reason = `${names} is set for all later commands in this line, which changes what they mean`;
  const finding = names === '' ? nothingFound : warn(reason);
  const role = names === '' ? 'tightens' : 'decides';
  return onePart(makePart(command, role, finding), command);
}

function describeUnknown({ command }: CommandContext): Described {
  const hazards = wordHazards(command.words);
  return { ...onePart(makePart(command, 'decides', { ...nothingFound, hazards }), command) };
}

/** What is still inside is tried as it stands, so that no depth hides it from a rule that denies. */
function describeTooDeep({ command, analyzeScript: analyzeScript }: CommandContext): Described {
  const hazards = [
    ...wordHazards(command.words),
    { reason: 'too many commands inside one another' },
  ];
  const outer = onePart(makePart(command, 'decides', { ...nothingFound, hazards }), command);
  const inner = command.words.slice(1, mostGuesses).map((_, at) => {
    const words = command.words.slice(at + 1, at + 1 + maxGuessWords);
    return onePart(
      makePart({ ...command, words, raw: textOf(words), assignments: [] }, 'tightens'),
      command,
    );
  });
  const last = command.words.at(-1);
  const script = last?.known === true ? [analyzeScript(last.text, command.folders)] : [];
  return joinDescribed(outer, [...inner, ...script.map((described) => onlyTightens(described))]);
}

function onlyTightens(described: Described): Described {
  const parts = described.parts.map((part) => ({ ...part, role: 'tightens' as const }));
  return { ...described, parts };
}
