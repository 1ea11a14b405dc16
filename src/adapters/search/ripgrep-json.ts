import * as z from 'zod';
import { redactText } from '../../core/base/redact/redact';
import { cutAround } from '../../core/base/text-lines';
import { parseJson } from '../../core/contracts/json';
import type { RawRecord } from '../process/record-reader';
import type { FoundLine } from './search-job';

/** Text, or base64 bytes if it is not valid UTF-8. */
const textSchema = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })]);

const lineSchema = z.object({ path: textSchema, lines: textSchema, line_number: z.int() });

const recordSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('match'), data: lineSchema }),
  z.object({ type: z.literal('context'), data: lineSchema }),
  z.object({ type: z.literal('end'), data: z.object({ binary_offset: z.int().nullable() }) }),
]);

export type RipgrepRecord =
  | { readonly type: 'line'; readonly path: string; readonly line: FoundLine }
  /** The file has been searched; `isBinary` when there was a NUL in it. */
  | { readonly type: 'end'; readonly isBinary: boolean };

/** Enough for a line of `maxLineBytes` with a match as long as the line, all escaped. */
export const maxRecordBytes = 1024 * 1024;

/** Follows the text of a line. Inside JSON text its quotes would be escaped. */
export const lineNumberField = ',"line_number":';
const submatchesField = ',"submatches":[';
const startField = ',"start":';

/**
 * Reads one line of `rg --json`. Undefined for other records and for files whose names are not
 * valid UTF-8, which no path argument could name. Only the first of possibly many submatches is
 * used.
 */
export function parseRipgrepRecord({
  head: text,
  isCut,
  found,
}: RawRecord): RipgrepRecord | undefined {
  const end = text.indexOf(submatchesField);
  if (end === -1 && isCut) return parseLongLine(text, found);
  const whole = end === -1 ? text : `${text.slice(0, end)}}}`;
  const parsed = recordSchema.safeParse(parseJson(whole));
  if (!parsed.success) return undefined;
  const record = parsed.data;
  switch (record.type) {
    case 'end':
      return { type: 'end', isBinary: record.data.binary_offset !== null };
    case 'match':
    case 'context':
      return lineRecord(record.data, record.type === 'context', firstStart(text, end));
  }
}

function lineRecord(
  { path, lines, line_number }: z.infer<typeof lineSchema>,
  isContext: boolean,
  start: number,
): RipgrepRecord | undefined {
  if (!('text' in path)) return undefined;
  const bytes = 'text' in lines ? Buffer.from(lines.text) : Buffer.from(lines.bytes, 'base64');
  const at = bytes.subarray(0, start).toString('utf8').length;
  const text = excerpt(bytes.toString('utf8').replace(/\r?\n$/, ''), at);
  return { type: 'line', path: path.text, line: { line: line_number, text, isContext } };
}

/** Byte offset of the first match in its line. */
function firstStart(text: string, submatches: number): number {
  const at = text.indexOf(startField, submatches);
  const digits = /^\d+/.exec(text.slice(at + startField.length, at + startField.length + 20));
  return submatches === -1 || at === -1 || digits === null ? 0 : Number(digits[0]);
}

/** Reads a line that exceeds the kept part of its record. */
function parseLongLine(head: string, found: string | undefined): RipgrepRecord | undefined {
  const begin = /^\{"type":"(match|context)","data":\{"path":\{"text":("(?:[^"\\]|\\.)*")\}/;
  const [, type, name = ''] = begin.exec(head) ?? [];
  const path = z.string().safeParse(parseJson(name));
  const number = /^\d+(?=,)/.exec(found ?? '');
  if (!path.success || number === null) return undefined;
  const line = {
    line: Number(number[0]),
    text: longLinePlaceholder,
    isContext: type === 'context',
  };
  return { type: 'line', path: path.data, line };
}

/** Characters shown of a line. */
const maxLineLength = 500;

/** Longer lines are not shown: they are generated. */
const maxLineBytes = 64 * 1024;

const longLinePlaceholder = '[line longer than 64 KB, not shown]';

/**
 * The part of a line around the match. Redacts secrets before cutting, because a partial secret
 * would not be recognized.
 */
function excerpt(line: string, at: number): string {
  if (line.length <= maxLineLength) return line;
  if (Buffer.byteLength(line) > maxLineBytes) return longLinePlaceholder;
  const { text } = redactText(line);
  const place = text === line ? at : redactText(line.slice(0, at)).text.length;
  // Copy it: a slice would keep the whole line in memory.
  return Buffer.from(cutAround(text, place, maxLineLength)).toString('utf8');
}
