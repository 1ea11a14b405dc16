import type {
  ConversationChange,
  ConversationEntry,
  ConversationFacts,
  ConversationHit,
  ConversationInfo,
  ConversationQuery,
  StoredConversation,
} from '../../../src/core/contracts/chats/conversation';
import {
  failure,
  type Failure,
  fail,
  succeed,
  type Result,
} from '../../../src/core/contracts/failure';
import { jsonCopy } from '../../../src/core/contracts/json';
import type { Conversations } from '../../../src/core/ports/conversations';

export interface FakeConversations extends Conversations {
  /** Durable writes, in order. */
  readonly writes: readonly FakeWrite[];
  readonly deleted: readonly string[];
  /** Number of attempted writes. */
  readonly asked: () => number;
  /** If set, every write and read fails with it. */
  broken: Failure | undefined;
  /** Rejects entries that are longer, as JSON. */
  refuseOver(length: number): void;
  /** Resolves when the next write is durable. */
  nextWrite(): Promise<void>;
  /** Makes writes wait until the returned function is called. */
  hang(): () => void;
  /** The stored chat as returned by `read`. */
  stored(id: string): StoredConversation | undefined;
}

export interface FakeWrite {
  readonly id: string;
  readonly change: ConversationChange;
}

interface Kept {
  info: ConversationInfo;
  entries: Map<string, ConversationEntry>;
}

const noFacts: ConversationFacts = { title: '', isNamed: false, cwd: '', tokens: 0, messages: 0 };

/** The port in memory; `before` is the data of an earlier window. */
export function createFakeConversations(before: readonly FakeWrite[] = []): FakeConversations {
  const chats = new Map<string, Kept>();
  const writes: FakeWrite[] = [];
  const deleted: string[] = [];
  let asked = 0;
  let longest = Number.POSITIVE_INFINITY;
  let wroteNext = (): void => undefined;
  let time = Date.UTC(2026, 0, 2);
  let ready: Promise<void> = Promise.resolve();
  const apply = ({ id, change }: FakeWrite) => {
    time += 1000;
    const known = chats.get(id) ?? {
      info: { ...noFacts, id, createdAt: time, updatedAt: time },
      entries: new Map(),
    };
    known.info = { ...known.info, ...change.facts, updatedAt: time };
    changeEntries(known.entries, change);
    chats.set(id, known);
    writes.push({ id, change });
    wroteNext();
  };
  const read = (id: string): Result<StoredConversation> => {
    const kept = chats.get(id);
    if (fake.broken !== undefined) return fail(fake.broken);
    if (kept === undefined) return fail(failure('unavailable', `There is no chat ${id}.`));
    return succeed(jsonCopy({ info: kept.info, entries: [...kept.entries.values()] }));
  };
  const fake: FakeConversations = {
    writes,
    deleted,
    asked: () => asked,
    broken: undefined,
    refuseOver: (length) => {
      longest = length;
    },
    nextWrite: () =>
      new Promise((resolve) => {
        wroteNext = resolve;
      }),
    hang: () => {
      let release = (): void => undefined;
      ready = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        ready = Promise.resolve();
        release();
      };
    },
    write: async (id, change) => {
      asked += 1;
      const copy = jsonCopy(change);
      await ready;
      if (fake.broken !== undefined) return fail(fake.broken);
      if ((copy.put ?? []).some(({ value }) => JSON.stringify(value).length > longest)) {
        return fail(failure('validation', 'One entry of the chat is too large.'));
      }
      apply({ id, change: copy });
      return succeed(undefined);
    },
    read: async (id) => {
      await ready;
      return read(id);
    },
    list: async (query) => {
      await ready;
      if (fake.broken !== undefined) return fail(fake.broken);
      return succeed(pageOf([...chats.values()], query));
    },
    delete: async (id) => {
      await ready;
      if (fake.broken !== undefined) return fail(fake.broken);
      deleted.push(id);
      chats.delete(id);
      return succeed(undefined);
    },
    stored: (id) => {
      const stored = read(id);
      return stored.ok ? stored.value : undefined;
    },
  };
  for (const each of before) apply(each);
  return fake;
}

function changeEntries(
  entries: Map<string, ConversationEntry>,
  { drop = [], remove = [], put = [] }: ConversationChange,
): void {
  for (const [name, { part }] of [...entries]) if (drop.includes(part)) entries.delete(name);
  for (const { part, key } of remove) entries.delete(`${part} ${key}`);
  for (const entry of put) entries.set(`${entry.part} ${entry.key}`, entry);
}

function pageOf(chats: readonly Kept[], { text = '', cursor = '0', limit }: ConversationQuery) {
  const hits = chats
    .flatMap((kept): ConversationHit[] => hitOf(kept, text.toLowerCase()))
    .sort((a, b) => b.updatedAt - a.updatedAt);
  const start = Number(cursor);
  const end = start + limit;
  return {
    conversations: hits.slice(start, end),
    ...(end < hits.length && { nextCursor: String(end) }),
  };
}

function hitOf({ info, entries }: Kept, text: string): ConversationHit[] {
  if (info.title.toLowerCase().includes(text)) return [info];
  const found = [...entries.values()].find(({ words }) => words?.toLowerCase().includes(text));
  return found?.words === undefined ? [] : [{ ...info, excerpt: found.words }];
}
