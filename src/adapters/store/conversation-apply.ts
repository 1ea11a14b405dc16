import * as z from 'zod';
import type { EntryPart } from '../../core/contracts/conversation';
import { foldText } from './conversation-fold';
import { escapeKey } from './conversation-key';
import type { ConversationRecord, PlacedEntry } from './conversation-record';
import {
  deleteDropped,
  insertChat,
  selectDeleted,
  selectMarks,
  updateTimes,
  updateTitle,
  upsertCreated,
  upsertEntry,
  upsertMark,
} from './conversation-schema';
import { stampText } from './conversation-stamp';
import type { StoreDatabase } from './database';
import type { RecordLocation } from './record-kind';

/** The marks of the newest record, of one that knows of the creation, and of an emptied part. */
export const latestMark = 'latest';
export const createdMark = 'created';
export function dropMark(part: EntryPart): string {
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
 * Takes one write into the tables; answers how many rows changed. In any order and any number of
 * times, the same records make the same rows: each fact, each part and each key has the value of
 * the latest stamp that was given to it.
 */
export function applyConversation(
  database: StoreDatabase,
  record: ConversationRecord<PlacedEntry>,
  place: RecordLocation,
): number {
  const { id, time, createdAt } = record;
  if (database.rows(selectDeleted, [id]).length > 0) return 0;
  let changed = database.run(insertChat, [id]);
  changed += database.run(updateTimes, [id, createdAt, time]);
  changed += applyMarks(database, record, place);
  return changed + applyEntries(database, record, place);
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

/** For the search: the title that has won, which need not be that of this record. */
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
