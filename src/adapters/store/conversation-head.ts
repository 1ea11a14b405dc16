import * as z from 'zod';
import { marksOf } from './conversation-apply';
import type { PreparedChange } from './conversation-change';
import { escapeKey } from './conversation-key';
import type { ConversationRecord } from './conversation-record';
import { selectChat, selectConversation, selectDeleted, selectStamps } from './conversation-schema';
import { countOf, stampText } from './conversation-stamp';
import type { StoreDatabase } from './database';

/** What a window has to know of a conversation to write the next change of it. */
export interface ConversationHead {
  /** Of the last change; the next one has a higher one. */
  count: number;
  createdAt: number | undefined;
  /** True when there is something to delete. */
  exists: boolean;
  isDeleted: boolean;
  /** Of each key: the stamp of its first writing, by which entries are in order. */
  readonly firsts: Map<string, string>;
}

export function emptyHead(): ConversationHead {
  return { count: 0, createdAt: undefined, exists: false, isDeleted: false, firsts: new Map() };
}

const stampsSchema = z.array(
  z.object({
    part: z.string(),
    key: z.string(),
    stamp: z.string(),
    first_stamp: z.string(),
    value_bytes: z.number().nullable(),
  }),
);

/** Takes what the database knows into `head`; what this window has written since stays. */
export function refreshHead(database: StoreDatabase, id: string, head: ConversationHead): void {
  const stamps = stampsSchema.parse(database.rows(selectStamps, [id]));
  for (const { part, key, stamp, first_stamp: first, value_bytes: bytes } of stamps) {
    head.count = Math.max(head.count, countOf(stamp));
    const name = nameOf(part, key);
    if (bytes !== null && !head.firsts.has(name)) head.firsts.set(name, first);
  }
  for (const { stamp } of marksOf(database, id).values()) {
    head.count = Math.max(head.count, countOf(stamp));
  }
  head.createdAt ??= createdAtOf(database, id);
  head.exists ||= database.rows(selectConversation, [id]).length > 0;
  head.isDeleted ||= database.rows(selectDeleted, [id]).length > 0;
}

const createdSchema = z.array(z.object({ created_at: z.number() }));

function createdAtOf(database: StoreDatabase, id: string): number | undefined {
  return createdSchema.parse(database.rows(selectChat, [id]))[0]?.created_at;
}

function nameOf(part: string, escapedKey: string): string {
  return `${part} ${escapedKey}`;
}

export interface Writing {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** See `conversation-stamp.ts`. */
  readonly writer: string;
}

/** The change as the record that comes next; `head` is as it is after it. */
export function nextRecord(
  head: ConversationHead,
  { id, now, writer }: Writing,
  change: PreparedChange,
): ConversationRecord {
  const count = Math.max(now, head.count + 1);
  head.count = count;
  head.createdAt ??= now;
  head.exists = true;
  for (const part of change.drop) {
    for (const name of [...head.firsts.keys()]) {
      if (name.startsWith(nameOf(part, ''))) head.firsts.delete(name);
    }
  }
  for (const { part, key } of change.remove) head.firsts.delete(nameOf(part, escapeKey(key)));
  const put = change.put.map((entry) => {
    head.count += 1;
    const name = nameOf(entry.part, escapeKey(entry.key));
    const first = head.firsts.get(name);
    if (first !== undefined) return { ...entry, count: head.count, first };
    head.firsts.set(name, stampText(head.count, writer));
    return { ...entry, count: head.count };
  });
  return { ...change, id, time: now, createdAt: head.createdAt, count, writer, put };
}
