import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import type { SqlValue } from 'sql.js';
import type {
  ConversationHit,
  ConversationPage,
  ConversationQuery,
  ConversationEntry,
  StoredConversation,
  ConversationInfo,
} from '../../../core/contracts/chats/conversation';
import { failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import { queryWords, excerptAround } from './search-text';
import { selectChatsBefore, selectEntries, selectChat, selectWords } from '../database/schema';
import type { StoreDatabase } from '../database/database';
import { locationSchema, type PayloadReader, type RecordLocation } from '../database/record-kind';
import { type Json, parseJson } from '../../../core/contracts/json';
import { dense } from '../../../core/contracts/schema-parts';
import { partSchema, unescapeKey } from './chat-record';
import { marksOf, type Mark } from './chat-kinds';

const maxLimit = 200;

/** Chats examined between two turns of the event loop. */
const sliceChats = 64;

/** The chat after which a page begins: the list is sorted by last write, then by id. */
type Cursor = Pick<ChatRow, 'updatedAt' | 'id'>;

const top: Cursor = { updatedAt: Number.MAX_SAFE_INTEGER, id: '' };

const invalidCursor = failure('validation', 'The cursor of the chat list is invalid.', {
  suggestion: 'List the chats again from the beginning.',
});

interface Found {
  readonly chat: ChatRow;
  readonly match: SearchMatch;
}

/**
 * One page of chats. A chat written while the user pages moves to the top; the others keep their
 * order, so that none is repeated or skipped.
 */
export async function listConversations(
  database: StoreDatabase,
  payloadReader: PayloadReader,
  query: ConversationQuery,
): Promise<Result<ConversationPage>> {
  const from = query.cursor === undefined ? top : parseCursor(query.cursor);
  if (from === undefined) return fail(invalidCursor);
  const limit = Math.min(Math.max(1, Math.floor(query.limit)), maxLimit);
  const found = await findChats(database, from, { words: queryWords(query.text), limit });
  const page = found.slice(0, limit);
  const matches = page.map(({ match }) => match);
  const excerpts = await excerptsOf(payloadReader, matches);
  const conversations = page.map(({ chat }, at): ConversationHit =>
    dense({ ...infoOf(database, chat), excerpt: excerpts[at] }),
  );
  const last = page.at(-1);
  const isEnd = found.length <= limit || last === undefined;
  if (isEnd) return succeed({ conversations });
  return succeed({ conversations, nextCursor: `${last.chat.updatedAt}:${last.chat.id}` });
}

/** Returns up to `limit` + 1, which shows whether another page exists. */
async function findChats(
  database: StoreDatabase,
  from: Cursor,
  { words, limit }: { readonly words: readonly string[]; readonly limit: number },
): Promise<readonly Found[]> {
  const found: Found[] = [];
  let after = from;
  for (;;) {
    const slice = database.rows(selectChatsBefore, [after.updatedAt, after.id, sliceChats]);
    for (const row of slice) {
      const chat = chatSchema.parse(row);
      const match = matchOf(database, { id: chat.id, title: row.title }, words);
      if (match !== undefined) found.push({ chat, match });
      if (found.length > limit) return found;
      after = chat;
    }
    if (slice.length < sliceChats) return found;
    await setImmediate();
  }
}

function parseCursor(text: string): Cursor | undefined {
  const [, updatedAt, id] = /^(\d{1,16}):(.+)$/su.exec(text) ?? [];
  return updatedAt === undefined || id === undefined
    ? undefined
    : { updatedAt: Number(updatedAt), id };
}

export const chatNotFound = failure('unavailable', 'No chat with this id is stored.', {
  category: 'permanent_failure',
  suggestion: 'It may have been deleted. List the chats to see those that exist.',
});

const rowsSchema = z.array(
  locationSchema.extend({
    part: partSchema,
    key: z.string(),
    value_offset: z.number(),
    value_bytes: z.number(),
  }),
);

/** `payloadReader` reports entries that are omitted because the disk no longer has them. */
export async function readConversation(
  database: StoreDatabase,
  payloadReader: PayloadReader,
  id: string,
): Promise<Result<StoredConversation>> {
  const chat = chatSchema.safeParse(database.rows(selectChat, [id])[0]).data;
  if (chat === undefined) return fail(chatNotFound);
  const info = infoOf(database, chat);
  const rows = rowsSchema.parse(database.rows(selectEntries, [id]));
  const payloads = await readPayloads(payloadReader, rows);
  const entries = rows.flatMap((row): readonly ConversationEntry[] => {
    const { part, key, value_offset: offset, value_bytes: bytes } = row;
    const body = payloads.get(locationKey(row))?.subarray(offset, offset + bytes);
    const value = body && parseJson(Buffer.from(body).toString());
    return isJson(value) ? [{ part, key: unescapeKey(key), value }] : [];
  });
  return succeed({ info, entries });
}

/** Reads each record once by location: one write may contain many entries. */
async function readPayloads(
  payloadReader: PayloadReader,
  locations: readonly RecordLocation[],
): Promise<ReadonlyMap<string, Uint8Array | undefined>> {
  const distinct = new Map<string, RecordLocation>();
  for (const { file, position, bytes } of locations) {
    const location = { file, position, bytes };
    distinct.set(locationKey(location), location);
  }
  const payloads = await payloadReader.read([...distinct.values()]);
  return new Map([...distinct.keys()].map((name, at) => [name, payloads[at]]));
}

function locationKey({ file, position }: RecordLocation): string {
  return `${file} ${position}`;
}

/** Anything parsed from JSON is JSON. */
function isJson(parsed: unknown): parsed is Json {
  return parsed !== undefined;
}

/** A chat of the list, without its facts. */
const chatSchema = z
  .object({ id: z.string(), created_at: z.number(), updated_at: z.number() })
  .transform(({ id, created_at, updated_at }) => {
    return { id, createdAt: created_at, updatedAt: updated_at };
  });
type ChatRow = Readonly<z.infer<typeof chatSchema>>;

/** The list entry of a chat; missing facts are empty. */
function infoOf(database: StoreDatabase, chat: ChatRow): ConversationInfo {
  const marks = marksOf(database, chat.id);
  const cost = factOf(marks, 'cost', z.number().optional(), undefined);
  return dense({
    ...chat,
    title: factOf(marks, 'title', z.string(), ''),
    isNamed: factOf(marks, 'isNamed', z.boolean(), false),
    cwd: factOf(marks, 'cwd', z.string(), ''),
    cost,
    tokens: factOf(marks, 'tokens', z.number(), 0),
    messages: factOf(marks, 'messages', z.number(), 0),
  });
}

function factOf<T>(
  marks: ReadonlyMap<string, Mark>,
  name: string,
  schema: z.ZodType<T>,
  absent: T,
): T {
  const value = marks.get(name)?.value ?? null;
  return value === null ? absent : schema.parse(JSON.parse(value));
}

const entrySchema = locationSchema.extend({
  value_offset: z.number(),
  value_bytes: z.number(),
  words_bytes: z.number(),
});

/** Why a chat matches: an entry contains a word, or only the title does. */
type SearchMatch = { readonly word: string; readonly entry: z.infer<typeof entrySchema> } | 'title';

/** Undefined if a word is neither in the title nor in an entry. */
function matchOf(
  database: StoreDatabase,
  chat: { readonly id: string; readonly title: SqlValue | undefined },
  words: readonly string[],
): SearchMatch | undefined {
  let match: SearchMatch = 'title';
  for (const word of words) {
    if (typeof chat.title === 'string' && chat.title.includes(word)) continue;
    const row = database.rows(selectWords, [chat.id, word])[0];
    if (row === undefined) return undefined;
    if (match === 'title') match = { word, entry: entrySchema.parse(row) };
  }
  return match;
}

/** In the order of the matches; undefined for a match in the title. */
async function excerptsOf(
  payloadReader: PayloadReader,
  matches: readonly SearchMatch[],
): Promise<readonly (string | undefined)[]> {
  const entries = matches.flatMap((match) => (match === 'title' ? [] : [match.entry]));
  if (entries.length === 0) return [];
  const payloads = await readPayloads(payloadReader, entries);
  return matches.map((match) => {
    if (match === 'title') return undefined;
    const { value_offset: offset, value_bytes: bytes, words_bytes: length } = match.entry;
    const start = offset + bytes;
    const words = payloads.get(locationKey(match.entry))?.subarray(start, start + length);
    return words && excerptAround(Buffer.from(words).toString(), match.word);
  });
}
