import * as z from 'zod/mini';
import { compactionMethods } from '../../../core/contracts/chats/conversation';

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

const putSchema = z.object({
  part: partSchema,
  key: z.string(),
  /** Position among the changes of the chat. */
  count,
  /** Stamp of the first write of its key, in records of versions up to 3. */
  first: z.optional(z.string()),
  /** JSON. */
  value: z.string(),
  /** For the search; may be empty. */
  words: z.string(),
});

/** One write of a chat. */
const changeSchema = z.object({
  kind: z.literal('change'),
  conversation: z.string(),
  /** Epoch milliseconds, like `createdAt`. */
  time: z.number(),
  createdAt: z.number(),
  /** Covers everything the record does before it adds entries. */
  count,
  /** The window that wrote it (see `stampText`). */
  writer: z.string(),
  facts: factsSchema,
  drop: z.readonly(z.array(partSchema)),
  remove: z.readonly(z.array(z.object({ part: partSchema, key: z.string() }))),
  put: z.readonly(z.array(putSchema)),
});

/** A piece among those of its output. */
const pieceSchema = z.object({
  piece: count,
  /** Its first character. */
  start: count,
  /** Characters and UTF-8 bytes of the whole output. */
  chars: count,
  bytes: count,
});

/** A piece of an output, which is not read before its last piece is there (003-overflow-1). */
const outputSchema = z.object({
  kind: z.literal('output'),
  conversation: z.string(),
  id: z.string(),
  /** Epoch milliseconds. */
  createdAt: z.number(),
  /** True if the middle is omitted. */
  cut: z.boolean(),
  of: pieceSchema,
  text: z.string(),
});

/** A compaction (000-compress-4); the id identifies it when it is replayed. */
const summarySchema = z.object({
  kind: z.literal('summary'),
  conversation: z.string(),
  id: z.string(),
  method: z.enum(compactionMethods),
  text: z.string(),
  removedMessages: z.number(),
  tokensBefore: z.number(),
  tokensAfter: z.number(),
  model: z.string(),
  at: z.number(),
});

/** Deletes a chat: everything of it, older or newer, is ignored from now on. */
const deletionSchema = z.object({ kind: z.literal('deletion'), conversation: z.string() });

export const recordSchema = z.discriminatedUnion('kind', [
  changeSchema,
  outputSchema,
  summarySchema,
  deletionSchema,
]);

/** What a record of the journal holds. */
export type StoreRecord = Readonly<z.infer<typeof recordSchema>>;
export type ChatChange = Readonly<z.infer<typeof changeSchema>>;
export type PutEntry = Readonly<z.infer<typeof putSchema>>;
export type OutputRecord = Readonly<z.infer<typeof outputSchema>>;
export type OutputPiece = Readonly<z.infer<typeof pieceSchema>>;
export type StoredSummary = Readonly<z.infer<typeof summarySchema>>;
