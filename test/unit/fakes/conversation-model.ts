import fc from 'fast-check';
import type {
  ConversationChange,
  ConversationEntry,
  ConversationFacts,
  ConversationInfo,
  EntryPart,
  StoredConversation,
} from '../../../src/core/contracts/chats/conversation';

const parts: readonly EntryPart[] = ['history', 'state', 'transcript'];

/** A model of the port: plain maps in memory. */
export interface ConversationModel {
  write(id: string, change: ConversationChange, now: number): void;
  delete(id: string): void;
  isDeleted(id: string): boolean;
  read(id: string): StoredConversation | undefined;
  /** Ids, newest first. */
  ids(): readonly string[];
}

interface Chat {
  info: ConversationInfo;
  readonly parts: Map<EntryPart, Map<string, ConversationEntry>>;
}

export function conversationModel(): ConversationModel {
  const chats = new Map<string, Chat>();
  const deleted = new Set<string>();

  function chatOf(id: string, now: number): Chat {
    const facts: ConversationFacts = {
      title: '',
      isNamed: false,
      cwd: '',
      tokens: 0,
      messages: 0,
    };
    const chat = chats.get(id) ?? {
      info: { ...facts, id, createdAt: now, updatedAt: now },
      parts: new Map(parts.map((part) => [part, new Map<string, ConversationEntry>()])),
    };
    chats.set(id, chat);
    return chat;
  }

  return {
    write: (id, { facts = {}, drop = [], remove = [], put = [] }, now) => {
      if (deleted.has(id)) return;
      const chat = chatOf(id, now);
      chat.info = { ...chat.info, ...facts, updatedAt: Math.max(chat.info.updatedAt, now) };
      for (const part of drop) chat.parts.get(part)?.clear();
      for (const { part, key } of remove) chat.parts.get(part)?.delete(key);
      for (const { part, key, value } of put) chat.parts.get(part)?.set(key, { part, key, value });
    },
    delete: (id) => {
      if (chats.delete(id)) deleted.add(id);
    },
    isDeleted: (id) => deleted.has(id),
    read: (id) => {
      const chat = chats.get(id);
      return (
        chat && {
          info: chat.info,
          entries: parts.flatMap((part) => [...(chat.parts.get(part)?.values() ?? [])]),
        }
      );
    },
    ids: () =>
      [...chats.values()]
        .sort((a, b) => b.info.updatedAt - a.info.updatedAt || (a.info.id < b.info.id ? 1 : -1))
        .map(({ info }) => info.id),
  };
}

const part = fc.constantFrom(...parts);
const key = fc.constantFrom('a', 'b', 'c', '', 'a\0b', '\ud800', '\udc00', '\u202ex', "'%_");
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('\0', '\ud83d', 'é\u202e', '%', '_', '{"a":1}\n'),
);

/** A change with hostile keys and texts, but no secrets. */
export const anyChange: fc.Arbitrary<ConversationChange> = fc.record(
  {
    facts: fc.record(
      { title: text, isNamed: fc.boolean(), tokens: fc.nat(99), messages: fc.nat(9) },
      { requiredKeys: [] },
    ),
    drop: fc.array(part, { maxLength: 1 }),
    remove: fc.array(fc.record({ part, key }), { maxLength: 2 }),
    put: fc.array(fc.record({ part, key, value: text, words: text }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);
