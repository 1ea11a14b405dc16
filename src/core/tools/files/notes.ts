import { commonEnds } from '../../base/changed-lines';
import { cutEnd, numberLines, splitLines } from '../../base/text-lines';
import type { WrittenFile } from '../../ports/files';

/** A result for the model, with each note on its own line below. */
export function withNotes(text: string, notes: readonly string[]): string {
  return [...(text === '' ? [] : [text]), ...notes.map((note) => `[${note}]`)].join('\n');
}

const maxShownLines = 40;
const maxShownLength = 300;

/**
 * Notes about a written file: those of the port, and how saving changed the text, because the next
 * edit must match that.
 */
export function writtenNotes({ notes, text }: WrittenFile, asked: string): readonly string[] {
  const wanted = asked.replace(/^\uFEFF/, '');
  return text === wanted ? notes : [...notes, ...savedNotes(wanted, text)];
}

function savedNotes(asked: string, text: string): readonly string[] {
  const wanted = splitLines(asked);
  const now = splitLines(text);
  const { first, last } = commonEnds(wanted, now);
  const shown = now.slice(first, now.length - last);
  // Only the line endings changed.
  if (shown.length === 0 && wanted.length === now.length) return [];
  if (shown.length === 0) return [`Saving removed lines after line ${String(first)}.`];
  if (shown.length > maxShownLines) {
    return [
      `Saving changed ${String(shown.length)} lines. Read the file again before you edit it.`,
    ];
  }
  const range = shown.length === 1 ? '' : `-${String(first + shown.length)}`;
  const lines = shown.map((line) => cutEnd(line, maxShownLength));
  return [`Saving changed line ${String(first + 1)}${range} to:\n${numberLines(lines, first + 1)}`];
}
