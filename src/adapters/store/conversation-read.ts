import * as z from 'zod';
import type { ConversationEntry, StoredConversation } from '../../core/contracts/conversation';
import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Json } from '../../core/contracts/tool-spec';
import { parseJson } from '../../core/base/json-read';
import { findChat, infoOf } from './conversation-info';
import { unescapeKey } from './conversation-key';
import { selectEntries } from './conversation-schema';
import type { StoreDatabase } from './database';
import type { PayloadReader, RecordLocation } from './record-kind';

export const chatNotFound = failure('unavailable', 'No chat with this id is stored.', {
  category: 'permanent_failure',
  suggestion: 'It may have been deleted. List the chats to see which there are.',
});

const rowsSchema = z.array(
  z.object({
    part: z.enum(['transcript', 'history', 'state']),
    key: z.string(),
    file: z.string(),
    position: z.number(),
    bytes: z.number(),
    value_offset: z.number(),
    value_bytes: z.number(),
  }),
);

/** What is left out of an answer, because the disk no longer has it, is told by `bodies`. */
export async function readConversation(
  database: StoreDatabase,
  bodies: PayloadReader,
  id: string,
): Promise<Result<StoredConversation>> {
  const chat = findChat(database, id);
  if (chat === undefined) return fail(chatNotFound);
  const info = infoOf(database, chat);
  const rows = rowsSchema.parse(database.rows(selectEntries, [id]));
  const payloads = await readPayloads(bodies, rows);
  const entries = rows.flatMap((row): readonly ConversationEntry[] => {
    const { part, key, value_offset: offset, value_bytes: bytes } = row;
    const body = payloads.get(locationKey(row))?.subarray(offset, offset + bytes);
    const value = body && parseJson(Buffer.from(body).toString())?.value;
    return isJson(value) ? [{ part, key: unescapeKey(key), value }] : [];
  });
  return succeed({ info, entries });
}

/** Each record once, by `placeName`: a write can have brought many entries. */
export async function readPayloads(
  bodies: PayloadReader,
  places: readonly RecordLocation[],
): Promise<ReadonlyMap<string, Uint8Array | undefined>> {
  const distinct = new Map<string, RecordLocation>();
  for (const { file, position, bytes } of places) {
    const place = { file, position, bytes };
    distinct.set(locationKey(place), place);
  }
  const payloads = await bodies.read([...distinct.values()]);
  return new Map([...distinct.keys()].map((name, at) => [name, payloads[at]]));
}

export function locationKey({ file, position }: RecordLocation): string {
  return `${file} ${position}`;
}

/** What has been parsed from JSON is JSON. */
function isJson(parsed: unknown): parsed is Json {
  return parsed !== undefined;
}
