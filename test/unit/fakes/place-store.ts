import type { AuditEntry } from '../../../src/core/contracts/audit/entry';
import type {
  ConversationChange,
  ConversationHit,
  StoredConversation,
} from '../../../src/core/contracts/chats/conversation';
import { failure, fail, succeed, type Result } from '../../../src/core/contracts/failure';
import type { StoreHealth } from '../../../src/core/contracts/store-health';
import type { WorkspaceStore } from '../../../src/host/workspace-stores/open-stores';

export const healthy: StoreHealth = {
  role: 'main',
  lock: { windows: 1 },
  database: { bytes: 40_960 },
  journal: { bytes: 24, records: 0 },
  chats: { files: 0, bytes: 0 },
  audit: { files: 1, bytes: 0, entries: 0 },
  conversations: 0,
  outputs: 0,
  droppedBytes: 0,
  setAside: [],
};

/** The store of one workspace in memory; counts how often it was opened. */
export interface FakePlaceStore extends WorkspaceStore {
  readonly chats: Map<string, StoredConversation>;
  readonly written: Map<string, ConversationChange>;
  readonly entries: AuditEntry[];
  health: () => Promise<Result<StoreHealth>>;
  /** If set, every request fails with it. */
  broken: string | undefined;
  isClosed: boolean;
  isErased: boolean;
}

export function createFakePlaceStore(hits: readonly ConversationHit[] = []): FakePlaceStore {
  const refuse = () => fail(failure('execution', store.broken ?? ''));
  const store: FakePlaceStore = {
    chats: new Map(hits.map((info) => [info.id, { info, entries: [] }])),
    written: new Map(),
    entries: [],
    broken: undefined,
    isClosed: false,
    isErased: false,
    audit: {
      append: (entry) => {
        store.entries.push(entry);
        return Promise.resolve(succeed(undefined));
      },
    },
    conversations: {
      write: (id, change) => {
        store.written.set(id, change);
        return Promise.resolve(succeed(undefined));
      },
      read: (id) => {
        const found = store.chats.get(id);
        return Promise.resolve(
          found === undefined ? fail(failure('unavailable', 'no such chat')) : succeed(found),
        );
      },
      list: ({ limit, cursor = '0', text = '' }) => {
        if (store.broken !== undefined) return Promise.resolve(refuse());
        const all = [...store.chats.values()]
          .map(({ info }) => info)
          .filter(({ title }) => title.includes(text))
          .sort((a, b) => b.updatedAt - a.updatedAt);
        const end = Number(cursor) + limit;
        const conversations = all.slice(Number(cursor), end);
        const more = end < all.length ? { nextCursor: String(end) } : {};
        return Promise.resolve(succeed({ conversations, ...more }));
      },
      delete: (id) => {
        store.chats.delete(id);
        return Promise.resolve(succeed(undefined));
      },
    },
    health: () => Promise.resolve(succeed(healthy)),
    erase: () => {
      if (store.broken !== undefined) return Promise.resolve(refuse());
      store.isErased = true;
      store.chats.clear();
      return Promise.resolve(succeed(undefined));
    },
    close: () => {
      store.isClosed = true;
      return Promise.resolve();
    },
  };
  return store;
}

/** A chat as a list entry. */
export function chatHit(id: string, updatedAt: number): ConversationHit {
  const facts = { title: `chat ${id}`, isNamed: false, cwd: '/elsewhere', tokens: 7, messages: 2 };
  return { ...facts, id, createdAt: 1, updatedAt };
}
