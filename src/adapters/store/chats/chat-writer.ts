import * as z from 'zod';
import type { PreparedChange } from './prepare-change';
import { escapeKey, type ConversationRecord, countOf, stampText } from './chat-record';
import { marksOf } from './chat-kinds';
import type { StoreSession } from '../session/session';
import { selectChat, selectConversation, selectDeleted, selectStamps } from '../database/schema';
import type { StoreDatabase } from '../database/database';

/** Brings `line` up to date with the database, if it may know more. */
export async function refreshLine(
  { view }: StoreSession,
  id: string,
  line: WriteLine,
): Promise<void> {
  if (line.isFresh) return;
  try {
    await view.query((database) => refreshHead(database, id, line.head));
    line.isFresh = true;
  } catch {
    // A read failure must not keep a change from the journal: the clock then orders it, and an
    // existing key moves to the end.
  }
}

/** The state a window needs to write the next change of a conversation. */
export interface ConversationHead {
  /** Count of the last change; the next count is higher. */
  count: number;
  createdAt: number | undefined;
  /** True if there is something to delete. */
  exists: boolean;
  isDeleted: boolean;
  /** Stamp of the first write of each key; entries are sorted by it. */
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

/** Merges the database state into `head`; later writes of this window are kept. */
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
  head.createdAt ??= createdSchema.parse(database.rows(selectChat, [id]))[0]?.created_at;
  head.exists ||= database.rows(selectConversation, [id]).length > 0;
  head.isDeleted ||= database.rows(selectDeleted, [id]).length > 0;
}

const createdSchema = z.array(z.object({ created_at: z.number() }));

function nameOf(part: string, escapedKey: string): string {
  return `${part} ${escapedKey}`;
}

export interface Writing {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** See `stampText`. */
  readonly writer: string;
}

/** Encodes the change as the next record and updates `head`. */
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

/** One call's place in the write queue of a conversation. */
export interface WriteTurn {
  /** Resolves when this call may proceed: all earlier calls have their order. */
  readonly mine: Promise<void>;
  readonly line: WriteLine;
  /** Lets the next call proceed; may be called repeatedly. */
  pass(): void;
  /** Call this when finished. */
  leave(): void;
}

/** State shared by the queued calls of one conversation. */
interface WriteLine {
  readonly head: ConversationHead;
  /** False if the database knows more: before the first change, and after a failed one. */
  isFresh: boolean;
}

interface Queue {
  readonly line: WriteLine;
  last: Promise<void>;
  calls: number;
}

/** Cached heads of conversations without pending writes. */
const maxIdle = 16;

/** The calls of each conversation, in the order in which they write. */
export class WriteTurns {
  private readonly queues = new Map<string, Queue>();

  /** Enters the queue immediately, so that changes keep the order of the calls. */
  take(id: string): WriteTurn {
    const queue = this.queueOf(id);
    const mine = queue.last;
    queue.calls += 1;
    let pass: () => void = () => undefined;
    queue.last = new Promise((settle) => {
      pass = settle;
    });
    return {
      mine,
      line: queue.line,
      pass: () => pass(),
      leave: () => {
        pass();
        queue.calls -= 1;
        this.forgetOldest();
      },
    };
  }

  /** Marks the cached state as outdated. */
  outdate(id: string): void {
    const queue = this.queues.get(id);
    if (queue !== undefined) queue.line.isFresh = false;
  }

  /** Call when everything was deleted. */
  clear(): void {
    this.queues.clear();
  }

  private queueOf(id: string): Queue {
    const known = this.queues.get(id);
    const line = { head: emptyHead(), isFresh: false };
    const queue = known ?? { line, last: Promise.resolve(), calls: 0 };
    // The map is in order of last use.
    this.queues.delete(id);
    this.queues.set(id, queue);
    return queue;
  }

  private forgetOldest(): void {
    for (const [id, { calls }] of this.queues) {
      if (this.queues.size <= maxIdle) return;
      if (calls === 0) this.queues.delete(id);
    }
  }
}
