import { optionRows, type Options, type UsedOption } from '../programs/program-table';
import type { ShellWord } from '../../contracts/calls/shell-analysis';
import { readOptions } from '../programs/read-options';

/** How the command inside another one is found. */
export interface Wrapper {
  /** Names, with blanks between them. */
  readonly programs: string;
  readonly options?: Options;
  /** What comes between the options and the inner command, in order. */
  readonly before?: readonly RegExp[];
  /** The inner command begins behind `--` only. */
  readonly needsDashes?: true;
  /** Its own words may come between its options. */
  readonly mixes?: true;
  /** Variables may come before the inner command. */
  readonly takesVariables?: true;
  /** What is left is one text for a shell. */
  readonly isScript?: true;
  /** The option whose value is a text for a shell. */
  readonly scriptOption?: readonly string[];
  /** It runs on another machine or file system: paths mean nothing here. */
  readonly isElsewhere?: true;
  /** Without an inner command it runs none. */
  readonly isQuiet?: true;
  /** The inner command runs in this shell, so it may move it. */
  readonly isBuiltin?: true;
}

/** The inner command decides (decision shell-wrappers). */
export const transparentWrappers: readonly Wrapper[] = [
  {
    programs: 'timeout gtimeout',
    options: optionRows(`
      -s --signal -k --kill-after = text
      --preserve-status --foreground -v --verbose -p -f
    `),
    before: [/^\d*\.?\d+[smhd]?$/],
  },
  {
    programs: 'nice',
    options: optionRows(`
      -n --adjustment = text
      -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 = glued
    `),
  },
  {
    programs: 'ionice',
    options: optionRows(`
      -c --class -n --classdata = text
      -t --ignore
    `),
  },
  { programs: 'nohup' },
  { programs: 'setsid', options: optionRows('-c --ctty -f --fork -w --wait') },
  { programs: 'stdbuf', options: optionRows('-i --input -o --output -e --error = text') },
  {
    programs: 'time',
    options: optionRows('-p --portability -v --verbose -q --quiet'),
    isBuiltin: true,
    takesVariables: true,
  },
  { programs: 'command', options: optionRows('-p'), isBuiltin: true },
  { programs: 'builtin', isBuiltin: true },
  { programs: 'coproc', takesVariables: true },
  {
    programs: 'chrt',
    options: optionRows(`
      -f --fifo -r --rr -o --other -b --batch -i --idle -d --deadline -R --reset-on-fork -v
      -T --sched-runtime -P --sched-period -D --sched-deadline = text
    `),
    before: [/^\d+$/],
  },
  {
    programs: 'taskset',
    options: optionRows('-c --cpu-list -a --all-tasks'),
    before: [/^(?:0x)?[\da-f]+(?:[,-][\da-f]+)*$/i],
  },
  { programs: 'unbuffer', options: optionRows('-p') },
  {
    programs: 'caffeinate',
    options: optionRows(`
    -d -i -m -s -u
    -t = text
  `),
  },
];

export const env: Wrapper = {
  programs: 'env genv',
  takesVariables: true,
  options: optionRows(`
    -i --ignore-environment -0 --null -v --debug --list-signal-handling
    -u --unset = text
    -C --chdir = read
    -S --split-string = text, splits a text into a command
    --default-signal --ignore-signal --block-signal = glued
  `),
};

/** The command inside a wrapper. */
export interface WrappedCommand {
  readonly options: readonly UsedOption[];
  /** `A=1` before the inner command, or the `!` that negates its exit code. */
  readonly variables: readonly ShellWord[];
  /** The inner command; empty when there is none. */
  readonly words: readonly ShellWord[];
  /** False when an option is not known, so that the inner command may begin elsewhere. */
  readonly isSure: boolean;
}

/** Finds the command inside a wrapper, by the options that the wrapper has. */
export function findWrappedCommand(wrapper: Wrapper, rest: readonly ShellWord[]): WrappedCommand {
  const { options: table = {}, before = [], takesVariables = false, mixes = false } = wrapper;
  const style = { options: table, singleDash: false, endsAtOperand: !mixes, bundlesFirst: false };
  const { options, operands } = readOptions(rest, style);
  const fits = before.every((pattern, at) => fitsWord(pattern, operands[at]));
  const after = operands.slice(before.length);
  const count = takesVariables ? countVariables(after) : 0;
  const words = after.slice(count);
  const isKnown = options.every(({ rule }) => rule !== undefined);
  const beginsPlain = words[0] === undefined || !/^-|^[A-Za-z_]\w*=/.test(words[0].text);
  return {
    options,
    variables: after.slice(0, count),
    words,
    isSure: isKnown && fits && beginsPlain,
  };
}

function fitsWord(pattern: RegExp, word: ShellWord | undefined): boolean {
  return word === undefined || (word.known && pattern.test(word.text));
}

function countVariables(words: readonly ShellWord[]): number {
  const end = words.findIndex(({ text }) => !/^(?:!$|[^=\s]+=)/.test(text));
  return end === -1 ? words.length : end;
}

/** No real wrapper has a longer row of words without an option, or more places. */
const maxRow = 8;
const maxPositions = 200;
/** A guess needs no more words to show what it would run. */
const maxGuessWords = 200;

/**
 * Every place where the inner command may begin if the options are unknown. An option takes few
 * values, so a long row of words that are none ends the search.
 */
export function possibleWrappedCommands(
  rest: readonly ShellWord[],
): readonly (readonly ShellWord[])[] {
  const found: (readonly ShellWord[])[] = [];
  let inRow = 0;
  for (const [at, { text }] of rest.entries()) {
    if (text.startsWith('-')) inRow = 0;
    else if (!/^[A-Za-z_]\w*=/.test(text)) {
      inRow += 1;
      found.push(rest.slice(at, at + maxGuessWords));
    }
    if (inRow > maxRow || found.length > maxPositions) break;
  }
  return found;
}
