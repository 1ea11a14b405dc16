import * as z from 'zod';
import { decodeText, type DecodedText } from '../base/decode-text';
import { formatSize } from '../base/format-size';
import { cutEnd, numberLines, splitLines } from '../base/text-lines';
import { defineTool } from '../contracts/define-tool';
import { failure, type Failure } from '../contracts/failure';
import { fail, succeed, type Result } from '../contracts/result';
import type { Capabilities } from '../ports/capabilities';
import { maxFileBytes } from './file-parts/limits';
import { shownPath } from './file-parts/shown-path';

const defaultLimit = 2000;
/** Bounds one answer whatever the lines hold. */
const maxCharacters = 100_000;

const input = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe('File to read: relative to the workspace folder, or absolute inside it.'),
  offset: z.int().min(1).optional().describe('First line to read, counted from 1. Default 1.'),
  limit: z
    .int()
    .min(1)
    .optional()
    .describe(`How many lines to read. Default ${String(defaultLimit)}.`),
});

const output = z.object({
  /** Numbered lines. */
  content: z.string(),
  path: z.string(),
  real_path: z.string(),
  total_lines: z.int(),
  first_line: z.int(),
  /** What the reader must know beside the lines. */
  notes: z.array(z.string()),
  truncated: z.boolean(),
});

type Text = DecodedText & { readonly kind: 'text' };

/** Reads a text file (003 `read`). */
export default defineTool<Capabilities>()({
  name: 'read',
  title: 'Read file',
  description:
    'Reads a text file and answers its lines, each with its number and a tab in front (the number and tab are not part of the file). Reads 2000 lines from the start unless offset and limit say otherwise; says how to continue when there is more. Read a file before you edit it. Values that look like credentials are shown as [REDACTED:kind].',
  effect: 'read_only',
  kind: 'read',
  group: 'filesystem',
  input,
  output,
  redact: ['content', 'path', 'real_path', 'total_lines', 'first_line', 'notes', 'truncated'],
  cacheable: true,
  needs: ['files', 'workspace'],
  subject: ({ path }) => ({ text: path, reads: [path], writes: [] }),
  label: ({ path }) => path,
  run: async ({ path, offset, limit }, { signal }, { files, workspace }) => {
    const file = await files.read(path, { maxBytes: maxFileBytes, signal });
    if (!file.ok) return file;
    const shown = shownPath(file.value.real, workspace);
    const decoded = decodeText(file.value.bytes);
    const known = { path: shown, real_path: file.value.real, first_line: offset ?? 1 };
    // A part of a file is enough to make it known (002 W14), and so is what a reader can learn of
    // bytes: either way the stamp is of the whole.
    const seen = [{ real: file.value.real, stamp: file.value.stamp }];
    if (decoded.kind === 'binary') {
      const size = formatSize(file.value.bytes.length);
      const notes = [`${shown} is a binary file (${size}); its content is not shown.`];
      const value = { ...known, content: '', total_lines: 0, notes, truncated: false };
      return { ok: true, value, seen };
    }
    const lines = splitLines(decoded.text);
    const excerpt = excerptOf(lines, offset ?? 1, limit ?? defaultLimit);
    if (!excerpt.ok) return excerpt;
    const notes = [...encodingNotes(decoded), ...excerpt.value.notes];
    const value = { ...known, ...excerpt.value, notes, total_lines: lines.length };
    return { ok: true, value, seen };
  },
  toModel: ({ content = '', notes = [] }) =>
    [content, ...notes.map((note) => `[${note}]`)].filter((part) => part !== '').join('\n'),
  exhibit: ({ real_path, first_line, truncated }) => ({
    ...(real_path !== undefined && { locations: [{ path: real_path, line: first_line ?? 1 }] }),
    ...(truncated !== undefined && { truncated }),
  }),
});

interface Excerpt {
  readonly content: string;
  readonly notes: readonly string[];
  readonly truncated: boolean;
}

function excerptOf(lines: readonly string[], first: number, limit: number): Result<Excerpt> {
  const total = lines.length;
  if (total === 0) return succeed({ content: '', notes: ['The file is empty.'], truncated: false });
  if (first > total) return fail(pastEnd(first, total));
  const wanted = lines.slice(first - 1, first - 1 + limit);
  const shown = wanted.slice(0, countThatFit(wanted));
  if (shown.length === 0) return succeed(longLine(wanted[0] ?? '', first, total));
  const last = first + shown.length - 1;
  const content = numberLines(shown, first);
  if (last === total) return succeed({ content, notes: [], truncated: false });
  const note = `Lines ${range(first, last)} of ${String(total)}. Continue with offset ${String(last + 1)}.`;
  return succeed({ content, notes: [note], truncated: true });
}

function countThatFit(lines: readonly string[]): number {
  let characters = 0;
  const over = lines.findIndex((line) => {
    characters += line.length + 1;
    return characters > maxCharacters;
  });
  return over === -1 ? lines.length : over;
}

function longLine(line: string, number: number, total: number): Excerpt {
  const shown = cutEnd(line, maxCharacters);
  const rest = number < total ? ` Continue with offset ${String(number + 1)}.` : '';
  return {
    content: numberLines([shown], number),
    notes: [
      `Line ${String(number)} of ${String(total)} has ${String(line.length)} characters; the first ${String(shown.length)} are shown.${rest}`,
    ],
    truncated: true,
  };
}

function encodingNotes({ encoding, exact }: Text): readonly string[] {
  return [
    ...(encoding === 'utf-8' ? [] : [`The file is ${encoding.toUpperCase()}, shown as text.`]),
    ...(exact ? [] : ['Some bytes are no valid text and are shown as \uFFFD.']),
  ];
}

function pastEnd(first: number, total: number): Failure {
  return failure(
    'validation',
    `The file has ${String(total)} lines; offset ${String(first)} is past its end.`,
    { suggestion: `Use an offset between 1 and ${String(total)}.` },
  );
}

function range(first: number, last: number): string {
  return first === last ? String(first) : `${String(first)}-${String(last)}`;
}
