import * as z from 'zod';
import { parseJson } from '../../core/base/json-read';
import { cutAround } from '../../core/base/text-lines';
import type { GrepMatch } from '../../core/ports/search';
import { maxLineLength } from './search-engine';

/** Text, or base64 bytes where it is no valid UTF-8. */
const textSchema = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })]);

const recordSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('match'),
    data: z.object({
      path: textSchema,
      lines: textSchema,
      line_number: z.int(),
      submatches: z.array(z.object({ start: z.int() })),
    }),
  }),
  z.object({ type: z.literal('summary') }),
]);

export type RipgrepRecord =
  | { readonly type: 'match'; readonly match: GrepMatch }
  /** ripgrep searched: whatever its exit code, the pattern was good. */
  | { readonly type: 'summary' };

/**
 * Reads one line of `rg --json`. Undefined for records of no interest, matches in binary data, and
 * names that are no valid UTF-8, which no path argument could name.
 */
export function parseRipgrepRecord(line: string): RipgrepRecord | undefined {
  const parsed = recordSchema.safeParse(parseJson(line)?.value);
  if (!parsed.success) return undefined;
  if (parsed.data.type === 'summary') return { type: 'summary' };
  const { path, lines, line_number, submatches } = parsed.data.data;
  if (!('text' in path)) return undefined;
  const bytes = 'text' in lines ? Buffer.from(lines.text) : Buffer.from(lines.bytes, 'base64');
  if (bytes.includes(0)) return undefined;
  const before = bytes.subarray(0, submatches[0]?.start ?? 0).toString('utf8');
  const text = bytes.toString('utf8').replace(/\r?\n$/, '');
  const match = { path: path.text, line: line_number, text: shorten(text, before.length) };
  return { type: 'match', match };
}

/** A copy, so that a short piece does not keep a line of megabytes in memory. */
function shorten(text: string, at: number): string {
  if (text.length <= maxLineLength) return text;
  return Buffer.from(cutAround(text, at, maxLineLength)).toString('utf8');
}
