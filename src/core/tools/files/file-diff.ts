import { commonEnds, countChangedLines, linesWithEndings } from '../../base/changed-lines';
import { cutEnd } from '../../base/text-lines';
import type { FileDiff } from '../../contracts/calls/outcome';

const maxDiffCharacters = 200 * 1024;
/** Unchanged lines kept around a change in a text that is too long to show whole. */
const contextLines = 50;

/**
 * Both texts of a change, at most 200 KB each. Longer ones are cut to the lines around the change:
 * the panel shows the change, it does not store the file.
 */
export function boundedDiff(path: string, oldText: string | null, newText: string): FileDiff {
  if (oldText === null) return { path, oldText, newText: bounded(newText) };
  if (Math.max(oldText.length, newText.length) <= maxDiffCharacters) {
    return { path, oldText, newText };
  }
  const before = linesWithEndings(oldText);
  const after = linesWithEndings(newText);
  const { first, last } = commonEnds(before, after);
  const above = Math.max(0, first - contextLines);
  const below = Math.max(0, last - contextLines);
  const around = (lines: readonly string[]) =>
    [
      above === 0 ? '' : leftOut(above),
      bounded(lines.slice(above, lines.length - below).join('')),
      below === 0 ? '' : leftOut(below),
    ].join('');
  return { path, oldText: around(before), newText: around(after) };
}

export function deletedDiff(path: string, text: string): FileDiff {
  return { path, oldText: bounded(text), newText: '', change: 'deleted' };
}

/** A moved file with unchanged content; `''` for a binary one. */
export function movedDiff(from: string, to: string, text: string): FileDiff {
  const shown = bounded(text);
  return { path: to, oldText: shown, newText: shown, change: 'moved', from };
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

function bounded(text: string): string {
  if (text.length <= maxDiffCharacters) return text;
  const kept = cutEnd(text, maxDiffCharacters);
  return `${kept}\n[${String(text.length - kept.length)} characters are not shown]\n`;
}

function leftOut(lines: number): string {
  return `[${String(lines)} lines are not shown]\n`;
}
