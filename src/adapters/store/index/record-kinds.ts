import * as z from 'zod';
import { conversationKinds } from '../chats/chat-kinds';
import { overflowKind } from '../chats/overflow';
import { jsonPayload, type DecodedRecord, type RecordKind } from '../database/record-kind';
import { summaryKind } from '../chats/summaries';
import type { StoreDatabase } from '../database/database';

/** All record kinds known to this version. */
export const recordKinds: readonly RecordKind[] = [overflowKind, summaryKind, ...conversationKinds];

/** Type of the first record of a compacted file: the ids of the files it replaces. */
export const replacesType = 0;

/** Undefined if no kind of this version knows the record. */
export function decodeRecord(record: {
  readonly type: number;
  readonly payload: Uint8Array;
}): DecodedRecord | undefined {
  return recordKinds.find(({ type }) => type === record.type)?.decode(record.payload);
}

const idsSchema = z.array(z.string());

/** The first record of a compacted file. */
export function encodeReplaced(ids: readonly string[]): Uint8Array {
  return jsonPayload(ids);
}

export function decodeReplaced(payload: Uint8Array): readonly string[] {
  return idsSchema.parse(JSON.parse(Buffer.from(payload).toString()));
}

const liveLocationsSql = recordKinds
  .flatMap(({ liveLocations }) => (liveLocations === undefined ? [] : [liveLocations]))
  .join(' UNION ');

const idsSql = recordKinds
  .flatMap(({ conversations }) => (conversations === undefined ? [] : [conversations]))
  .join(' UNION ');

const totalsSchema = z.array(z.object({ file: z.string(), bytes: z.number() }));

/** Bytes of the records in use, by file. */
export function liveBytesOf(database: StoreDatabase): ReadonlyMap<string, number> {
  const sql = `SELECT file, sum(bytes) AS bytes FROM (${liveLocationsSql}) WHERE file IS NOT NULL GROUP BY file`;
  return new Map(totalsSchema.parse(database.rows(sql)).map(({ file, bytes }) => [file, bytes]));
}

/** Removes conversations without records of any kind. */
export function deleteEmptyConversations(database: StoreDatabase): number {
  return database.run(`DELETE FROM conversations WHERE id NOT IN (${idsSql})`);
}

export function sumOf(bytes: Iterable<number>): number {
  let sum = 0;
  for (const one of bytes) sum += one;
  return sum;
}
