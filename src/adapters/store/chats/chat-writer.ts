import * as z from 'zod';
import { failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import type { Clock, Ids } from '../../../core/ports/system';
import type { PreparedChange } from './prepare-change';
import {
  encodeConversation,
  encodeDeletion,
  escapeKey,
  type ConversationRecord,
  countOf,
  stampText,
} from './chat-record';
import { conversationRecordType, deletionRecordType, marksOf } from './chat-kinds';
import type { Autosave } from '../session/autosave';
import type { SessionQueue, StoreSession } from '../session/session';
import { selectChat, selectConversation, selectDeleted, selectStamps } from '../database/schema';
import type { StoreDatabase } from '../database/database';

export interface ConversationsOptions {
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface ConversationWriter {
  write(id: string, change: PreparedChange): Promise<Result<void>>;
  delete(id: string): Promise<Result<void>>;
  /** Call when the database may know more about this conversation than this window has written. */
  outdate(id: string): void;
  /** Call when all stored data was deleted. */
  forget(): void;
}

const deletedChat = failure('unavailable', 'This chat has been deleted.', {
  category: 'permanent_failure',
  suggestion: 'A deleted chat cannot be restored. Start a new chat.',
});

/**
 * Characters of a UUID that distinguish windows writing one conversation in the same millisecond.
 */
const writerLength = 6;

/** Orders the changes of each conversation and writes each to the journal as one record. */
export function createConversationWriter(
  queue: SessionQueue,
  autosave: Autosave,
  { clock, ids }: ConversationsOptions,
): ConversationWriter {
  const writer = ids.uuid().slice(0, writerLength);
  const turns = new WriteTurns();

  async function inTurn(
    id: string,
    task: string,
    work: (session: StoreSession, turn: WriteTurn) => Promise<Result<void>>,
  ): Promise<Result<void>> {
    const turn = turns.take(id);
    try {
      return await queue.run(task, async (session) => {
        await turn.mine;
        if (!turn.line.isFresh) await refresh(session, id, turn.line);
        return work(session, turn);
      });
    } finally {
      turn.leave();
    }
  }

  async function append(session: StoreSession, id: string, type: number, payload: Uint8Array) {
    try {
      await session.folder.journal.append(type, payload);
    } catch (error) {
      // The head includes a record that was not written.
      turns.outdate(id);
      throw error;
    }
    autosave.noteWrite(session);
  }

  return {
    write: (id, change) =>
      inTurn(id, 'save the chat', async (session, turn) => {
        const { head } = turn.line;
        if (head.isDeleted) return fail(deletedChat);
        const record = nextRecord(head, { id, now: clock.now(), writer }, change);
        turn.pass();
        await append(session, id, conversationRecordType, encodeConversation(record));
        return succeed(undefined);
      }),
    delete: (id) =>
      inTurn(id, 'delete the chat', async (session, turn) => {
        const { head, isFresh } = turn.line;
        if (head.isDeleted || (isFresh && !head.exists)) return succeed(undefined);
        const record = encodeDeletion({ id, time: clock.now() });
        await append(session, id, deletionRecordType, record);
        head.isDeleted = true;
        turn.pass();
        return succeed(undefined);
      }),
    outdate: (id) => turns.outdate(id),
    forget: () => turns.clear(),
  };
}

async function refresh({ view }: StoreSession, id: string, line: WriteLine): Promise<void> {
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
interface WriteTurn {
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
class WriteTurns {
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
