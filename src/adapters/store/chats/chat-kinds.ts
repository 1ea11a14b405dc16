import * as z from 'zod';
import {
  decodeConversation,
  decodeDeletion,
  escapeKey,
  type ConversationRecord,
  type PlacedEntry,
  stampText,
  encodeConversation,
} from './chat-record';
import {
  chatIds,
  deleteChatsBefore,
  deleteConversation,
  liveLocationsOfChats,
  liveLocationsOfDeleted,
  upsertDeleted,
  deleteDropped,
  insertConversation,
  selectDeleted,
  selectMarks,
  updateTimes,
  updateTitle,
  upsertCreated,
  upsertEntry,
  upsertMark,
  selectStamp,
} from '../database/schema';
import type { RecordKind, RecordLocation } from '../database/record-kind';
import type { EntryPart } from '../../../core/contracts/chats/conversation';
import { foldText } from './search-text';
import type { StoreDatabase } from '../database/database';

/** Record types of a conversation write and of a deletion. */
export const conversationRecordType = 3;
export const deletionRecordType = 4;

const conversationKind: RecordKind = {
  type: conversationRecordType,
  liveLocations: liveLocationsOfChats,
  conversations: chatIds,
  decode: (payload) => {
    const record = decodeConversation(payload);
    return (
      record && {
        conversation: record.id,
        holdsText: true,
        apply: (database, { location }) => applyConversation(database, record, location),
        retain: (database) => retainConversation(database, record),
      }
    );
  },
  /** Chats last written before the time, with their outputs and summaries. */
  expire: (database, { chatsBefore }) =>
    chatsBefore === undefined ? 0 : database.run(deleteChatsBefore, [chatsBefore]),
};

/** Kept forever: another window's journal may still contain records of the chat. */
const deletionKind: RecordKind = {
  type: deletionRecordType,
  liveLocations: liveLocationsOfDeleted,
  decode: (payload) => {
    const record = decodeDeletion(payload);
    return (
      record && {
        conversation: record.id,
        holdsText: false,
        apply: (database, { location: { file, position, bytes } }) => {
          const changed = database.run(deleteConversation, [record.id]);
          return changed + database.run(upsertDeleted, [record.id, file, position, bytes]);
        },
        retain: () => payload,
      }
    );
  },
};

export const conversationKinds: readonly RecordKind[] = [conversationKind, deletionKind];

/** Marks of the newest record, of the creation, and of an emptied part. */
const latestMark = 'latest';
const createdMark = 'created';
function dropMark(part: EntryPart): string {
  return `drop:${part}`;
}

const marksSchema = z.array(
  z.object({ name: z.string(), stamp: z.string(), value: z.string().nullable() }),
);

export interface Mark {
  readonly stamp: string;
  readonly value: string | null;
}

export function marksOf(database: StoreDatabase, id: string): ReadonlyMap<string, Mark> {
  const rows = marksSchema.parse(database.rows(selectMarks, [id]));
  return new Map(rows.map(({ name, stamp, value }) => [name, { stamp, value }]));
}

/**
 * Applies one write to the tables; returns the number of changed rows. The same records give the
 * same rows in any order and any number of times: each fact, part and key has the value with the
 * latest stamp.
 */
function applyConversation(
  database: StoreDatabase,
  record: ConversationRecord<PlacedEntry>,
  location: RecordLocation,
): number {
  const { id, time, createdAt } = record;
  if (database.rows(selectDeleted, [id]).length > 0) return 0;
  let changed = database.run(insertConversation, [id]);
  changed += database.run(updateTimes, [id, createdAt, time]);
  changed += applyMarks(database, record, location);
  return changed + applyEntries(database, record, location);
}

function applyMarks(
  database: StoreDatabase,
  { id, createdAt, count, writer, facts, drop }: ConversationRecord,
  { file, position, bytes }: RecordLocation,
): number {
  const stamp = stampText(count, writer);
  const mark = (name: string, value: string | null) =>
    database.run(upsertMark, [id, name, stamp, value, file, position, bytes]);
  let changed = mark(latestMark, null);
  const created = [id, createdMark, stamp, String(createdAt), file, position, bytes];
  changed += database.run(upsertCreated, created);
  for (const [name, value] of Object.entries(facts)) changed += mark(name, JSON.stringify(value));
  for (const part of drop) {
    changed += mark(dropMark(part), null);
    changed += database.run(deleteDropped, [id, part, stamp]);
  }
  if (facts.title !== undefined) foldTitle(database, id);
  return changed;
}

/** Updates the searchable title from the winning title, which may be from another record. */
function foldTitle(database: StoreDatabase, id: string): void {
  const title = marksOf(database, id).get('title')?.value ?? null;
  if (title !== null) database.run(updateTitle, [foldText(String(JSON.parse(title))), id]);
}

function applyEntries(
  database: StoreDatabase,
  { id, count, writer, remove, put }: ConversationRecord<PlacedEntry>,
  { file, position, bytes }: RecordLocation,
): number {
  if (remove.length + put.length === 0) return 0;
  const marks = marksOf(database, id);
  const isDropped = (part: EntryPart, stamp: string) =>
    stamp <= (marks.get(dropMark(part))?.stamp ?? '');
  let changed = 0;
  const removed = stampText(count, writer);
  for (const { part, key } of remove) {
    if (isDropped(part, removed)) continue;
    const values = [id, part, escapeKey(key), removed, removed, file, position, bytes];
    changed += database.run(upsertEntry, [...values, null, null, null, null]);
  }
  for (const { part, key, count: at, first, value, words, offset } of put) {
    const stamp = stampText(at, writer);
    if (isDropped(part, stamp)) continue;
    const values = [id, part, escapeKey(key), stamp, first ?? stamp, file, position, bytes];
    const folded = words.length === 0 ? null : foldText(Buffer.from(words).toString());
    const body = [offset, value.length, words.length, folded];
    changed += database.run(upsertEntry, [...values, ...body]);
  }
  return changed;
}

/**
 * The parts of a write that rows still need, encoded again; undefined if none. The retained parts
 * of all records together make the same rows.
 */
function retainConversation(
  database: StoreDatabase,
  record: ConversationRecord,
): Uint8Array | undefined {
  const { id, count, writer } = record;
  const marks = marksOf(database, id);
  const stamp = stampText(count, writer);
  const isMarked = (name: string) => marks.get(name)?.stamp === stamp;
  const isEntry = (part: string, key: string, of: string) =>
    database.rows(selectStamp, [id, part, escapeKey(key)])[0]?.stamp === of;

  const facts = Object.fromEntries(Object.entries(record.facts).filter(([name]) => isMarked(name)));
  const drop = record.drop.filter((part) => isMarked(dropMark(part)));
  const remove = record.remove.filter(({ part, key }) => isEntry(part, key, stamp));
  const put = record.put.filter(({ part, key, count: at }) =>
    isEntry(part, key, stampText(at, writer)),
  );
  const parts = Object.keys(facts).length + drop.length + remove.length + put.length;
  if (parts === 0 && !isMarked(latestMark) && !isMarked(createdMark)) return undefined;
  return encodeConversation({ ...record, facts, drop, remove, put });
}
