import { commonEnds, countChangedLines, linesWithEndings } from '../../base/changed-lines';
import { inEnglish, say, unique, type Sentence } from '../../base/sentence';
import { cutEnd } from '../../base/text-lines';
import type { FileDiff } from '../../contracts/calls/outcome';

const maxDiffCharacters = 200 * 1024;
/** Unchanged lines kept around a change in a text that is too long to show whole. */
const contextLines = 50;

/** A text of a diff; its sentences are lines that the file does not have. */
type DiffText = readonly (string | Sentence)[];

/**
 * Both texts of a change, at most 200 KB each. Longer ones are cut to the lines around the change:
 * the panel shows the change, it does not store the file.
 */
export function boundedDiff(path: string, oldText: string | null, newText: string): FileDiff {
  if (oldText === null) return diffOf(path, null, bounded(newText));
  if (Math.max(oldText.length, newText.length) <= maxDiffCharacters) {
    return { path, oldText, newText };
  }
  const before = linesWithEndings(oldText);
  const after = linesWithEndings(newText);
  const { first, last } = commonEnds(before, after);
  const above = Math.max(0, first - contextLines);
  const below = Math.max(0, last - contextLines);
  const around = (lines: readonly string[]) => [
    ...leftOut(above),
    ...bounded(lines.slice(above, lines.length - below).join('')),
    ...leftOut(below),
  ];
  return diffOf(path, around(before), around(after));
}

/** The change of a file that was not text before: the old text says what it was. */
export function binaryDiff(path: string, was: Sentence, newText: string): FileDiff {
  return diffOf(path, [say`[${was}]`], bounded(newText));
}

export function deletedDiff(path: string, text: string): FileDiff {
  return { ...diffOf(path, bounded(text), []), change: 'deleted' };
}

/** A moved file with unchanged content; `''` for a binary one. */
export function movedDiff(from: string, to: string, text: string): FileDiff {
  const shown = bounded(text);
  return { ...diffOf(to, shown, shown), change: 'moved', from };
}

function diffOf(path: string, before: DiffText | null, after: DiffText): FileDiff {
  const said = [...(before ?? []), ...after].filter((part) => typeof part !== 'string');
  const textOf = (parts: DiffText) =>
    parts.map((part) => (typeof part === 'string' ? part : inEnglish(part))).join('');
  return {
    ...{ path, oldText: before && textOf(before), newText: textOf(after) },
    ...(said.length > 0 && { said: unique(said) }),
  };
}

/** The `fileChangeFields` for the texts before and after. */
export function describeChange(path: string, oldText: string | null, newText: string) {
  return {
    diff: boundedDiff(path, oldText, newText),
    changed_lines: countChangedLines(oldText ?? '', newText),
    changed_line: firstChangedLine(oldText, newText),
  };
}

function firstChangedLine(oldText: string | null, newText: string): number {
  if (oldText === null) return 1;
  const after = linesWithEndings(newText);
  const { first } = commonEnds(linesWithEndings(oldText), after);
  // If the end was removed, the last remaining line.
  return Math.max(1, Math.min(first + 1, after.length));
}

function bounded(text: string): DiffText {
  if (text.length <= maxDiffCharacters) return [text];
  const kept = cutEnd(text, maxDiffCharacters);
  const left = { amount: text.length - kept.length };
  return [kept, '\n', say`[characters not shown: ${left}]`, '\n'];
}

function leftOut(lines: number): DiffText {
  return lines === 0 ? [] : [say`[lines not shown: ${{ amount: lines }}]`, '\n'];
}
