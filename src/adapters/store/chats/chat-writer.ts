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
import type { SessionQueue, StoreSession, Autosave } from '../session/session';
import { selectChat, selectConversation, selectDeleted, selectStamps } from '../database/schema';
import type { StoreDatabase } from '../database/database';

export interface ConversationsOptions {
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface ConversationWriter {
  write(id: string, change: PreparedChange): Promise<Result<void>>;
  delete(id: string): Promise<Result<void>>;
  /** The database may know more of this conversation than this window has written. */
  outdate(id: string): void;
  /** Nothing is stored any more. */
  forget(): void;
}

const deletedChat = failure('unavailable', 'This chat has been deleted.', {
  category: 'permanent_failure',
  suggestion: 'What is deleted stays deleted. Start a new chat.',
});

/** Of a uuid: tells windows apart that write one conversation in the same millisecond. */
const writerLength = 6;

/** Puts the changes of each conversation in order, and each into the journal as one record. */
export function createConversationWriter(
  runner: SessionQueue,
  upkeep: Autosave,
  { clock, ids }: ConversationsOptions,
): ConversationWriter {
  const writer = ids.uuid().slice(0, writerLength);
  const turns = createWriteTurns();

  async function inTurn(
    id: string,
    task: string,
    work: (session: StoreSession, turn: WriteTurn) => Promise<Result<void>>,
  ): Promise<Result<void>> {
    const turn = turns.take(id);
    try {
      return await runner.run(task, async (session) => {
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
      // What the head was told is not there.
      turns.outdate(id);
      throw error;
    }
    upkeep.noteWrite(session);
  }

  return {
    write: (id, change) =>
      inTurn(id, 'keep the chat', async (session, turn) => {
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
    // What cannot be read must not keep a change from the journal: the clock orders it then, and a
    // key that was there moves to the end.
  }
}

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

/** What one call knows and holds up of a conversation. */
interface WriteTurn {
  /** Settles when it is this call's turn: all before it have their place. */
  readonly mine: Promise<void>;
  readonly line: WriteLine;
  /** Lets the next call go on; may be called again. */
  pass(): void;
  /** To be called in the end. */
  leave(): void;
}

/** The calls of one conversation, one after the other, and what its next change has to know. */
interface WriteLine {
  readonly head: ConversationHead;
  /** False when the database knows more: before the first change, and after a failed one. */
  isFresh: boolean;
}

export interface WriteTurns {
  /** Taken at once, so that the order of calls is that of the changes. */
  take(id: string): WriteTurn;
  /** The database knows better from now on. */
  outdate(id: string): void;
  /** Everything was deleted. */
  clear(): void;
}

interface Queue {
  readonly line: WriteLine;
  last: Promise<void>;
  calls: number;
}

/** Conversations whose heads are held while nobody writes them. */
const maxIdle = 16;

function createWriteTurns(): WriteTurns {
  const queues = new Map<string, Queue>();

  function queueOf(id: string): Queue {
    const known = queues.get(id);
    const line = { head: emptyHead(), isFresh: false };
    const queue = known ?? { line, last: Promise.resolve(), calls: 0 };
    // The map is in the order of the last use.
    queues.delete(id);
    queues.set(id, queue);
    return queue;
  }

  function forgetOldest(): void {
    for (const [id, { calls }] of queues) {
      if (queues.size <= maxIdle) return;
      if (calls === 0) queues.delete(id);
    }
  }

  return {
    take: (id) => {
      const queue = queueOf(id);
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
          forgetOldest();
        },
      };
    },
    outdate: (id) => {
      const queue = queues.get(id);
      if (queue !== undefined) queue.line.isFresh = false;
    },
    clear: () => queues.clear(),
  };
}
