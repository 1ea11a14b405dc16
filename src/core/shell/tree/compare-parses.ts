import { say, type Sentence } from '../../base/sentence';
import type { Span } from '../parser/ast';
import type { TreeCommand, TreeParse } from './read-tree';

/** What our own parser found in a text, by position. */
export interface OwnParse {
  /** Where programs begin. */
  readonly programs: ReadonlySet<number>;
  /** The end of each word by its start. */
  readonly words: ReadonlyMap<number, number>;
  /** Where substitutions and here-strings begin. */
  readonly blocked: ReadonlySet<number>;
  /** Texts in backquotes: what is in them is read as a text of its own. */
  readonly backquoted: readonly Span[];
}

export interface ParseComparison {
  readonly doubts: readonly Sentence[];
  /** Commands that only the grammar finds: rules that tighten are tried on them too. */
  readonly commands: readonly TreeCommand[];
  readonly substitutions: readonly Span[];
  readonly hereStrings: readonly Span[];
}

/**
 * Two readings of a text must agree. The grammar and bash differ in places (decision shell-parser),
 * and so may our own reader: where they name different programs or words, the command asks.
 */
export function compareParses(tree: TreeParse, own: OwnParse): ParseComparison {
  const outside = (span: Span): boolean => !own.backquoted.some((each) => contains(each, span));
  const commands = tree.commands.filter((words) => words.every(outside) && words.length > 0);
  const unmatched = commands.filter((words) => !isOwn(words, own));
  const programs = new Set(commands.map(([program]) => program?.start));
  const missed = [...own.programs].filter((start) => !programs.has(start));
  const notBlocked = (span: Span): boolean => !own.blocked.has(span.start) && outside(span);
  const agrees = unmatched.length === 0 && missed.length === 0;
  return {
    doubts: [...tree.doubts, ...(agrees ? [] : [say`It can be read in more than one way.`])],
    commands: unmatched,
    substitutions: tree.substitutions.filter(notBlocked),
    hereStrings: tree.hereStrings.filter(notBlocked),
  };
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start < inner.start && inner.end < outer.end;
}

/** True when our reading has the same program, and each of these words as a word. */
function isOwn(words: TreeCommand, own: OwnParse): boolean {
  const [program] = words;
  if (program === undefined || !own.programs.has(program.start)) return false;
  return words.every((word) => own.words.get(word.start) === word.end);
}
