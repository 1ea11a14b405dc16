import * as z from 'zod';
import { dense } from '../../../core/contracts/schema-parts';
import {
  jsonPayload,
  parsePayload,
  parsePayloadHead,
  payloadWithHead,
} from '../database/record-kind';
import type { ConversationFacts, EntryPart } from '../../../core/contracts/chats/conversation';

const count = z.int().nonnegative();
export const partSchema = z.enum(['transcript', 'history', 'state']);

const factsSchema = z.object({
  title: z.string().optional(),
  isNamed: z.boolean().optional(),
  cwd: z.string().optional(),
  cost: z.number().optional(),
  tokens: z.number().optional(),
  messages: z.number().optional(),
});

const putSchema = z.object({
  part: partSchema,
  key: z.string(),
  /** Position among the changes of the conversation. */
  count,
  /** Stamp of the first write of its key; absent if this is the first. */
  first: z.string().optional(),
  bytes: count,
  wordsBytes: count,
});

const headSchema = z.object({
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
  put: z.array(putSchema),
});

type Head = Readonly<z.infer<typeof headSchema>>;

export interface EntryBody {
  readonly part: EntryPart;
  readonly key: string;
  readonly count: number;
  readonly first?: string;
  /** UTF-8 JSON. */
  readonly value: Uint8Array;
  /** UTF-8; may be empty. */
  readonly words: Uint8Array;
}

export interface PlacedEntry extends EntryBody {
  /** Offset of the value in the payload; the words follow it. */
  readonly offset: number;
}

/** One write of a conversation. */
export interface ConversationRecord<Entry extends EntryBody = EntryBody> {
  readonly id: string;
  readonly time: number;
  readonly createdAt: number;
  readonly count: number;
  readonly writer: string;
  readonly facts: Partial<ConversationFacts>;
  readonly drop: readonly EntryPart[];
  readonly remove: readonly { readonly part: EntryPart; readonly key: string }[];
  readonly put: readonly Entry[];
}

/** A JSON line that describes the record, followed by the values and words. */
export function encodeConversation(record: ConversationRecord): Uint8Array {
  const { put, ...rest } = record;
  const bodies = put.flatMap(({ value, words }) => [value, words]);
  return payloadWithHead({ ...rest, put: put.map(headOfEntry) }, bodies);
}

function headOfEntry({ value, words, part, key, count: at, first }: EntryBody) {
  return { part, key, count: at, first, bytes: value.length, wordsBytes: words.length };
}

/** Undefined if the payload is anything else. */
export function decodeConversation(
  payload: Uint8Array,
): ConversationRecord<PlacedEntry> | undefined {
  const found = parsePayloadHead(headSchema, payload);
  const put = found && entriesOf(payload, found.start, found.head.put);
  return put && { ...found.head, facts: dense(found.head.facts), put };
}

/** Undefined if the bodies do not fill the payload. */
function entriesOf(
  payload: Uint8Array,
  start: number,
  heads: Head['put'],
): readonly PlacedEntry[] | undefined {
  let offset = start;
  const entries = heads.map(({ bytes, wordsBytes, first, ...rest }) => {
    const at = offset;
    offset += bytes + wordsBytes;
    const value = payload.subarray(at, at + bytes);
    const words = payload.subarray(at + bytes, offset);
    return { ...rest, ...(first !== undefined && { first }), value, words, offset: at };
  });
  return offset === payload.length ? entries : undefined;
}

const deletionSchema = z.object({ id: z.string(), time: z.number() });

/** Deletes a conversation: all its records, older or newer, are ignored from now on. */
type DeletionRecord = Readonly<z.infer<typeof deletionSchema>>;

export function encodeDeletion(record: DeletionRecord): Uint8Array {
  return jsonPayload(record);
}

/** Undefined if the payload is anything else. */
export function decodeDeletion(payload: Uint8Array): DeletionRecord | undefined {
  return parsePayload(deletionSchema, payload);
}

/**
 * Orders a change among those of its conversation, whichever window made it and whichever journal
 * contains it: the later stamp wins. It consists of a count, which follows the clock and never
 * decreases within a conversation, and the window. Stamps compare as text.
 */
export function stampText(count: number, writer: string): string {
  return `${count.toString(36).padStart(countDigits, '0')}-${writer}`;
}

/** Enough for the milliseconds of three thousand years. */
const countDigits = 9;

export function countOf(stamp: string): number {
  return Number.parseInt(stamp.slice(0, countDigits), 36);
}

/** A key escaped as in JSON for the database, so that NUL and lone surrogates are preserved. */
export function escapeKey(key: string): string {
  return JSON.stringify(key).slice(1, -1);
}

export function unescapeKey(escaped: string): string {
  return String(JSON.parse(`"${escaped}"`));
}

const maxIdLength = 200;

/** Whether the id is plain text that every table stores unchanged. */
export function isConversationId(id: string): boolean {
  return id.length <= maxIdLength && /^[^\p{Cc}\p{Cs}]+$/u.test(id);
}
