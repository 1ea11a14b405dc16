import * as z from 'zod/mini';
import { compactionMethods } from '../../../core/contracts/chats/conversation';
import { parseJson } from '../../../core/contracts/json';
import {
  recordTypes,
  type ChatChange,
  type EncodedRecord,
  type StoreRecord,
} from '../journal/records';

const count = z.int().check(z.nonnegative());
export const partSchema = z.enum(['transcript', 'history', 'state']);

export const factsSchema = z.object({
  title: z.optional(z.string()),
  isNamed: z.optional(z.boolean()),
  cwd: z.optional(z.string()),
  cost: z.optional(z.number()),
  tokens: z.optional(z.number()),
  messages: z.optional(z.number()),
});

const changeSchema = z.object({
  id: z.string(),
  /** Epoch milliseconds, like `createdAt`. */
  time: z.number(),
  createdAt: z.number(),
  /** Covers everything the record does before it adds entries. */
  count,
  /** The window that wrote it (see `stampText`). */
  writer: z.string(),
  facts: factsSchema,
  drop: z.array(partSchema),
  remove: z.array(z.object({ part: partSchema, key: z.string() })),
  put: z.array(
    z.object({
      part: partSchema,
      key: z.string(),
      count,
      first: z.optional(z.string()),
      bytes: count,
      wordsBytes: count,
    }),
  ),
});

const outputSchema = z.object({
  id: z.string(),
  conversation: z.string(),
  createdAt: z.number(),
  cut: z.boolean(),
  of: z.optional(z.object({ piece: count, start: count, chars: count, bytes: count })),
});

const summarySchema = z.object({
  id: z.string(),
  conversationId: z.string(),
  method: z.enum(compactionMethods),
  text: z.string(),
  removedMessages: z.number(),
  tokensBefore: z.number(),
  tokensAfter: z.number(),
  model: z.string(),
  at: z.number(),
});

const deletionSchema = z.object({ id: z.string() });

/** Records of this type had a meaning for versions up to 3. */
const typeOfOldList = 0;

/** Undefined if this version does not know the record; `none` for one without meaning now. */
export function decodeRecord({ type, payload }: EncodedRecord): StoreRecord | 'none' | undefined {
  const { json, body } = splitHead(payload);
  switch (type) {
    case typeOfOldList:
      return 'none';
    case recordTypes.output: {
      const head = z.safeParse(outputSchema, json).data;
      return head && { kind: 'output', ...head, content: Buffer.from(body) };
    }
    case recordTypes.summary: {
      const read = z.safeParse(summarySchema, json).data;
      if (read === undefined) return undefined;
      const { id, ...summary } = read;
      return { kind: 'summary', conversation: summary.conversationId, id, summary };
    }
    case recordTypes.change:
      return decodeChange(json, body);
    case recordTypes.deletion: {
      const read = z.safeParse(deletionSchema, json).data;
      return read && { kind: 'deletion', conversation: read.id };
    }
    default:
      return undefined;
  }
}

function decodeChange(json: unknown, body: Buffer): ChatChange | undefined {
  const head = z.safeParse(changeSchema, json).data;
  if (head === undefined) return undefined;
  let at = 0;
  const next = (bytes: number) => body.toString('utf8', at, (at += bytes));
  const put = head.put.map(({ bytes, wordsBytes, ...rest }) => {
    return { ...rest, value: next(bytes), words: next(wordsBytes) };
  });
  const { id, ...rest } = head;
  return at === body.length ? { kind: 'change', conversation: id, ...rest, put } : undefined;
}

const newline = 0x0a;

function splitHead(payload: Uint8Array): { readonly json: unknown; readonly body: Buffer } {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.length);
  const found = bytes.indexOf(newline);
  const end = found === -1 ? bytes.length : found;
  return { json: parseJson(bytes.toString('utf8', 0, end)), body: bytes.subarray(end + 1) };
}
