import { partsTitle } from '../base/titles';
import { say } from '../base/sentence';
import * as z from 'zod';
import { dense, optional } from '../contracts/schema-parts';
import { defineTool } from '../contracts/tools/define-tool';
import { failure, type Failure, fail, succeed } from '../contracts/failure';
import type { Capabilities } from '../ports/capabilities';
import { fenced, openingLength, openingOf, withoutOpening } from './web/untrusted';

const defaultLimit = 20_000;
const maxLimit = 40_000;

const input = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(100)
    .describe('Reference from the notice: overflow:<uuid>, or only the uuid.'),
  offset: optional(z.int().min(0), 'First character to read, counted from 0. Default 0.'),
  limit: optional(
    z.int().min(1).max(maxLimit),
    `Number of characters to read. Default ${String(defaultLimit)}.`,
  ),
  search: optional(z.string().min(1).max(1000), 'Return only lines that contain this text.'),
});

const output = z.object({
  text: z.string(),
  /** Of the fence around a page: a part of it is as foreign as the whole. */
  opening: z.string().exactOptional(),
  offset: z.int(),
  total_chars: z.int(),
  next_offset: z.int().optional(),
});

const reference = /^(?:overflow:)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/** The store returns only outputs of the same conversation (003-overflow-2). */
export default defineTool<Capabilities>()({
  name: 'read_overflow',
  title: say`Read stored output`,
  description:
    'Reads a stored output that was too long to show whole, by the overflow:<uuid> reference in its notice. Reads 20,000 characters from offset. Use search to get only the lines that contain a text, which is usually better than reading everything.',
  effect: 'read_only',
  kind: 'read',
  traits: ['unprompted', 'readsOverflow'],
  input,
  output,
  redact: ['text', 'opening', 'offset', 'total_chars', 'next_offset'],
  cacheable: false,
  provenance: 'private',
  needs: ['overflow'],
  subject: ({ id }) => ({ text: id, reads: [], writes: [] }),
  label: ({ id, search }) => partsTitle(search, id),
  run: async (args, { sessionId }, { overflow }) => {
    const id = reference.exec(args.id.trim())?.[1]?.toLowerCase();
    if (id === undefined) return fail(malformed());
    const { offset = 0, limit = defaultLimit, search } = args;
    const stored = { conversationId: sessionId, id };
    const slice = await overflow.read({ ...stored, ...dense({ offset, limit, search }) });
    if (!slice.ok) return slice;
    const { text, totalChars, nextOffset } = slice.value;
    const isHead = offset === 0 && search === undefined && limit >= openingLength;
    const head = isHead
      ? slice
      : await overflow.read({ ...stored, offset: 0, limit: openingLength });
    if (!head.ok) return head;
    const opening = openingOf(head.value.text);
    const shown = isHead ? withoutOpening(text, opening) : text;
    const fields = { text: shown, offset, total_chars: totalChars };
    return succeed({ ...fields, ...dense({ opening, next_offset: nextOffset }) });
  },
  toModel: ({ text: part = '', opening, offset = 0, total_chars = 0, next_offset }) => {
    if (part === '') {
      return offset === 0
        ? 'No line contains the text.'
        : 'The offset is past the end of the output.';
    }
    const text = opening === undefined ? part : fenced(part, opening);
    if (next_offset === undefined) return text;
    const note = `[Characters ${String(offset)}-${String(next_offset)} of ${String(total_chars)}. Continue with offset ${String(next_offset)}.]`;
    return `${text}\n${note}`;
  },
  present: ({ next_offset }) => ({ truncated: next_offset !== undefined }),
});

function malformed(): Failure {
  return failure('validation', say`id is not an overflow reference.`, {
    suggestion: 'Copy the reference from the notice: overflow: followed by 36 characters.',
  });
}
