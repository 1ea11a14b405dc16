import type { FileDiff } from '../../core/contracts/outcome';
import type { CardDiff } from '../../core/contracts/panel';

/** Unchanged lines kept on both sides of a change. */
const contextLines = 3;
/** In characters, of both texts together. */
const largeDiff = 200_000;

/** Reduces a change of a whole file to what the card shows, so that messages stay small. */
export function toCardDiff(diff: FileDiff): CardDiff {
  const { oldText, newText, ...rest } = diff;
  if (oldText === null) return sized(diff);
  // A file that was moved need not have changed.
  if (oldText === newText) return { ...rest, oldText: '', newText: '', startLine: 1 };
  const before = splitLines(oldText);
  const after = splitLines(newText);
  const start = Math.max(0, commonPrefix(before, after) - contextLines);
  const end = Math.max(0, commonSuffix(before, after, start) - contextLines);
  return sized({
    ...rest,
    oldText: before.slice(start, before.length - end).join(''),
    newText: after.slice(start, after.length - end).join(''),
    startLine: start + 1,
  });
}

function sized({ startLine, ...diff }: CardDiff): CardDiff {
  const size = (diff.oldText?.length ?? 0) + diff.newText.length;
  if (size > largeDiff) return { ...diff, oldText: null, newText: '', large: true };
  return startLine === undefined ? diff : { ...diff, startLine };
}

/** Lines with their line ends, so that joining gives the text again. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function commonPrefix(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && before[count] === after[count]) count += 1;
  return count;
}

function commonSuffix(before: readonly string[], after: readonly string[], start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let count = 0;
  while (count < most && before.at(-1 - count) === after.at(-1 - count)) count += 1;
  return count;
}
