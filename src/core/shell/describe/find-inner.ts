import type { ShellWord } from '../../contracts/shell-reading';
import type { UsedOption } from '../programs/program-table';
import { readOptions } from '../programs/read-options';
import type { Wrapper } from './wrapper-table';

/** What stands inside a wrapper. */
export interface WrappedCommand {
  readonly options: readonly UsedOption[];
  /** `A=1` before the inner command, or the `!` that turns its answer around. */
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

/** A longer row of words without an option, or more places, is no wrapper that exists. */
const maxRow = 8;
const maxPositions = 200;
/** A guess needs no more words to show what it would run. */
export const maxGuessWords = 200;

/**
 * Every place where the inner command may begin when the options do not tell. An option takes few
 * values, so a long row of words that are none ends the search.
 */
export function possibleWrappedCommands(rest: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
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
