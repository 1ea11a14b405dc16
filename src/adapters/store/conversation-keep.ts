import { createdMark, dropMark, latestMark, marksOf } from './conversation-apply';
import { escapeKey } from './conversation-key';
import { encodeConversation, type ConversationRecord } from './conversation-record';
import { selectStamp } from './conversation-schema';
import { stampText } from './conversation-stamp';
import type { StoreDatabase } from './database';

/**
 * What rows still need of a write, encoded anew; undefined when they need none of it. Together, what
 * is kept of all records makes the same rows again.
 */
export function retainConversation(
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
