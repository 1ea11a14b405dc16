import type { NotebookCell } from '../../base/notebook';
import { cutEnd, numberLines, splitLines } from '../../base/text-lines';
import { fail, succeed } from '../../contracts/result';
import {
  continueNote,
  countThatFit,
  maxCharacters,
  pastEnd,
  type Excerpt,
  type ExcerptRange,
} from './lines-excerpt';
import { outputLines } from './notebook-outputs';

const maxLineLength = 10_000;

/**
 * A notebook as its cells. The lines of all sources are numbered through, and by these numbers goes
 * the range; what is no source has no number, so that no source can pass for a heading.
 */
export function notebookExcerpt(cells: readonly NotebookCell[], range: ExcerptRange): Excerpt {
  const placed = placeCells(cells);
  const total = placed.reduce((sum, { lines }) => sum + lines.length, 0);
  if (range.first > Math.max(1, total)) return fail(pastEnd(range.first, total));
  const wanted = range.first + range.limit - 1;
  const parts: string[] = [];
  let room = maxCharacters;
  let last = range.first - 1;
  for (const cell of placed) {
    if (!touches(cell, range.first, wanted, total)) continue;
    const part = cellText(cell, { first: range.first, last: wanted, room });
    room -= part.text.length;
    if (room < 0 && parts.length > 0) break;
    parts.push(part.text);
    last = Math.max(last, part.last);
    if (!part.isWhole) break;
  }
  const truncated = last < total;
  const notes = [
    notebookNote(cells.length),
    ...(truncated ? [continueNote(range.first, last, total)] : []),
  ];
  return succeed({ content: parts.join('\n'), total, notes, truncated });
}

interface PlacedCell {
  readonly cell: NotebookCell;
  /** 1-based. */
  readonly number: number;
  readonly lines: readonly string[];
  /** Number of its first line; of an empty cell that of the line after it. */
  readonly first: number;
}

/** The lines of all sources one after another, as they are numbered. */
export function sourceLines(cells: readonly NotebookCell[]): readonly string[] {
  return cells.flatMap(({ source }) => splitLines(source));
}

function placeCells(cells: readonly NotebookCell[]): readonly PlacedCell[] {
  let next = 1;
  return cells.map((cell, index) => {
    const lines = splitLines(cell.source);
    const first = next;
    next += lines.length;
    return { cell, number: index + 1, lines, first };
  });
}

/** An empty cell belongs to the line after it, at the end of the notebook to the last one. */
function touches({ lines, first }: PlacedCell, from: number, to: number, total: number): boolean {
  if (lines.length > 0) return first <= to && first + lines.length > from;
  const at = Math.min(first, Math.max(1, total));
  return at >= from && at <= to;
}

interface CellText {
  readonly text: string;
  /** Number of the last line in it. */
  readonly last: number;
  /** False when lines of the cell are left out at its end. */
  readonly isWhole: boolean;
}

interface CellRange {
  readonly first: number;
  readonly last: number;
  /** Characters that the lines may have together; one line is told whatever it has. */
  readonly room: number;
}

/** Heading and lines; the outputs when the last line is in it. */
function cellText({ cell, number, lines, first }: PlacedCell, range: CellRange): CellText {
  const from = Math.max(0, range.first - first);
  const wanted = lines
    .slice(from, range.last - first + 1)
    .map((line) => cutEnd(line, maxLineLength));
  const shown = wanted.slice(0, Math.max(1, countThatFit(wanted, range.room)));
  const isWhole = from + shown.length === lines.length;
  const text = [
    heading(cell, number, lines.length),
    ...(shown.length === 0 ? [] : [numberLines(shown, first + from)]),
    ...(isWhole ? outputLines(cell.outputs).map((line) => `  out\t${line}`) : []),
  ];
  return { text: text.join('\n'), last: first + from + shown.length - 1, isWhole };
}

function heading({ kind, language }: NotebookCell, number: number, lines: number): string {
  const what = [kind, language, lines === 0 ? 'empty' : undefined];
  return `[cell ${String(number)}: ${what.filter((word) => word !== undefined).join(', ')}]`;
}

function notebookNote(cells: number): string {
  const count = cells === 1 ? '1 cell' : `${String(cells)} cells`;
  return `Notebook of ${count}. edit changes the source of a cell; to add or remove cells, write the whole JSON.`;
}
