import * as z from 'zod';
import type { StoreDatabase } from './database';
import type { DecodedRecord, RecordKind } from './record-kind';
import {
  deleteOldOverflow,
  insertConversation,
  insertOverflow,
  overflowLocations,
  selectOverflowAt,
} from './schema';

const overflowHeadSchema = z.object({
  id: z.uuid(),
  conversation: z.string(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  cut: z.boolean(),
});

export interface OverflowRecord extends z.infer<typeof overflowHeadSchema> {
  /** UTF-8. */
  readonly content: Uint8Array;
}

/** A stored output in a journal (003 Output Overflow). */
export const overflowKind: RecordKind = {
  type: 1,
  decode: (payload) => {
    const record = decodeOverflow(payload);
    return record && knownRecord(record, payload);
  },
  livePlaces: overflowLocations,
  conversations: 'SELECT conversation_id FROM tool_overflow',
  expire: (database, { outputsBefore }) => database.run(deleteOldOverflow, [outputsBefore]),
};

function knownRecord(record: OverflowRecord, payload: Uint8Array): DecodedRecord {
  const { id, conversation, createdAt, cut } = record;
  return {
    conversation,
    holdsText: true,
    apply: (database, { location: { file, position, bytes } }) => {
      database.run(insertConversation, [conversation]);
      const row = [id, conversation, createdAt, Number(cut), file, position, bytes];
      return database.run(insertOverflow, row);
    },
    retain: (database, { location: { file, position } }) =>
      isAt(database, [id, file, position]) ? payload : undefined,
  };
}

function isAt(database: StoreDatabase, at: readonly [string, string, number]): boolean {
  return database.rows(selectOverflowAt, at).length > 0;
}

const newline = 0x0a;

/** A line of JSON that says what it is, then the text as it is. */
export function encodeOverflow({ content, ...head }: OverflowRecord): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), content]);
}

/** Undefined when the payload is something else. */
export function decodeOverflow(payload: Uint8Array): OverflowRecord | undefined {
  const end = payload.indexOf(newline);
  if (end === -1) return undefined;
  const head = parseOverflowHead(Buffer.from(payload.subarray(0, end)).toString());
  return head && { ...head, content: payload.subarray(end + 1) };
}

function parseOverflowHead(line: string): z.infer<typeof overflowHeadSchema> | undefined {
  try {
    return overflowHeadSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined; // Not JSON: the caller counts it.
  }
}
