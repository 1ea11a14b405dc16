import * as z from 'zod';
import { cutEnd, numberLines, splitLines } from '../../base/text-lines';
import { fail, succeed } from '../../contracts/failure';
import {
  continueNote,
  countThatFit,
  maxCharacters,
  pastEnd,
  type Excerpt,
  type ExcerptRange,
} from './lines-excerpt';
import { isObject, type UnknownObject } from '../../contracts/json';
import { anyObject } from '../../contracts/schema-parts';
import { type NotebookCell, joinedText } from './notebook';
import { counted, formatSize } from '../../base/wording';

const maxLineLength = 10_000;

/**
 * A notebook as its cells. The source lines of all cells are numbered continuously, and the range
 * uses these numbers. Other lines have no number, so no source can pass for a heading.
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
  /** Number of its first line; for an empty cell, of the line after it. */
  readonly first: number;
}

/** The source lines of all cells, in the order of their numbers. */
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

/** An empty cell belongs to the line after it, or to the last line at the end of the notebook. */
function touches({ lines, first }: PlacedCell, from: number, to: number, total: number): boolean {
  if (lines.length > 0) return first <= to && first + lines.length > from;
  const at = Math.min(first, Math.max(1, total));
  return at >= from && at <= to;
}

interface CellText {
  readonly text: string;
  /** Number of the last line shown. */
  readonly last: number;
  /** False when the cell has more lines than shown. */
  readonly isWhole: boolean;
}

interface CellRange {
  readonly first: number;
  readonly last: number;
  /** Characters left for the lines; one line is always given. */
  readonly room: number;
}

/** Heading and lines, and the outputs if the last line is shown. */
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
  return `Notebook of ${counted(cells, 'cell')}. Use edit to change the source of a cell; to add or remove cells, write the whole JSON.`;
}

const maxOutputLines = 20;
const maxOutputLineLength = 300;

/** The outputs of a cell, shortened: text as it is, everything else by its type. */
function outputLines(outputs: readonly unknown[]): readonly string[] {
  return bounded(outputs.flatMap(linesOf)).map((line) => cutEnd(line, maxOutputLineLength));
}

const outputSchema = z.discriminatedUnion('output_type', [
  z
    .object({ output_type: z.literal('stream'), text: z.unknown().transform(joinedText) })
    .transform(({ text = '' }) => textLines(text)),
  // Name and message come first because tracebacks are cut at the end.
  z
    .object({
      output_type: z.literal('error'),
      ename: z.string().catch('Error'),
      evalue: z.string().catch(''),
    })
    .transform(({ ename, evalue }) => textLines(`${ename}: ${evalue}`)),
  z
    .object({
      output_type: z.enum(['display_data', 'execute_result']),
      data: anyObject.catch({}).transform(dataLines),
    })
    .transform(({ data }) => data),
]);

function linesOf(output: unknown): readonly string[] {
  return outputSchema.safeParse(output).data ?? [];
}

/** The plain text, and the types of the other data. */
function dataLines(data: UnknownObject): readonly string[] {
  const plain = joinedText(data['text/plain']);
  const others = Object.keys(data).filter((type) => type !== 'text/plain');
  return [
    ...(plain === undefined ? [] : textLines(plain)),
    ...others.map((type) => `[${type}, ${formatSize(sizeOf(type, data[type]))}, not shown]`),
  ];
}

/** Notebooks store images as base64, except for types that are text, such as SVG. */
function sizeOf(type: string, value: unknown): number {
  const text = joinedText(value) ?? (isObject(value) ? JSON.stringify(value) : '');
  const isText = type.startsWith('text/') || type.endsWith('xml') || type.endsWith('json');
  return isText ? text.length : Math.floor((text.replace(/\s/g, '').length * 3) / 4);
}

/** Removes terminal colors and lines that a progress bar overwrote. */
function textLines(text: string): readonly string[] {
  const plain = text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').replace(/\r\n/g, '\n');
  const lines = plain.split('\n').map((line) => line.slice(line.lastIndexOf('\r') + 1));
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function bounded(lines: readonly string[]): readonly string[] {
  if (lines.length <= maxOutputLines) return lines;
  const half = maxOutputLines / 2;
  const between = `\u2026 ${String(lines.length - maxOutputLines)} lines omitted \u2026`;
  return [...lines.slice(0, half), between, ...lines.slice(-half)];
}
