import type { SessionUpdate } from '../../../../src/core/contracts/chats/acp';
import type {
  ConversationChange,
  ConversationEntry,
  StoredConversation,
} from '../../../../src/core/contracts/chats/conversation';
import { failure, fail, succeed, type Result } from '../../../../src/core/contracts/failure';
import { jsonCopy, toJsonObject } from '../../../../src/core/contracts/json';
import { StoredChats } from '../../../../src/host/panel/history/stored-chats';
import { createChatWorld, settled } from './chat-world';

/** The chats of a window, and what a window before it has left. */
export function createStoredWorld(remembered?: unknown) {
  const world = createChatWorld();
  const { agent, chats, clock, directory, fileChanges, warnings } = world;
  /** Sessions that windows had open when they died, newest first. */
  const leftBehind: string[] = [];
  /** Sessions that other windows have open. */
  const elsewhere = new Set<string>();
  const claims: { open: readonly string[]; isClosed: boolean; asked: number } = {
    ...{ open: [], isClosed: false, asked: 0 },
  };
  const conversations = new Map<string, StoredConversation>();
  const writes: { readonly id: string; readonly change: ConversationChange }[] = [];
  const store: { broken?: string } = {};
  const orBroken = <T>(value: T | undefined): Result<T> => {
    if (store.broken !== undefined) return fail(failure('execution', store.broken));
    return value === undefined ? fail(failure('unavailable', 'It is not stored.')) : succeed(value);
  };
  const kept: unknown[] = [];
  const port = {
    read: (id: string) => Promise.resolve(orBroken(conversations.get(id))),
    write: (id: string, change: ConversationChange): Promise<Result<void>> => {
      writes.push({ id, change });
      const done = orBroken(true);
      return Promise.resolve(done.ok ? succeed(undefined) : done);
    },
  };
  const memory = {
    get: () => remembered,
    set: (value: unknown) => {
      kept.push(jsonCopy(value));
      return Promise.resolve();
    },
  };
  const makeStored = () =>
    new StoredChats({
      chats,
      clock,
      memory,
      conversations: port,
      changes: fileChanges,
      claims: {
        claim: (sessionId) => {
          claims.asked += 1;
          return Promise.resolve(!elsewhere.has(sessionId));
        },
        left: () => Promise.resolve(leftBehind),
        setOpen: (open) => void (claims.open = open),
        settled: () => Promise.resolve(),
        close: () => {
          claims.isClosed = true;
          return Promise.resolve();
        },
      },
      warn: (message) => void warnings.push(message),
    });
  return {
    ...world,
    ...{
      elsewhere,
      leftBehind,
      claims,
      conversations,
      port,
      writes,
      store,
      kept,
      memory,
      makeStored,
    },
    /** What the active chat shows, in short. */
    shown: () =>
      chats.active.items.map((item) =>
        item.type === 'call' ? `call ${item.id}` : `${item.type} ${item.text}`,
      ),
    /** The agent has sent all of the load that was begun last. */
    endLoad: async (): Promise<void> => {
      agent.loads.at(-1)?.end();
      await settled();
    },
    /** Replays as `session/load` does. */
    replay: (updates: readonly SessionUpdate[], sessionId = 's-old'): void => {
      for (const update of updates) directory.sessionUpdate({ sessionId, update });
    },
  };
}

export type StoredWorld = ReturnType<typeof createStoredWorld>;

export function userChunk(messageId: string | undefined, text: string): SessionUpdate {
  const id = messageId === undefined ? {} : { messageId };
  return { sessionUpdate: 'user_message_chunk', ...id, content: { type: 'text', text } };
}

export function said(messageId: string, text: string): SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } };
}

export function call(
  toolCallId: string,
  more: Partial<Extract<SessionUpdate, { sessionUpdate: 'tool_call' }>> = {},
): SessionUpdate {
  const title = `Run ${toolCallId}`;
  return { sessionUpdate: 'tool_call', toolCallId, title, status: 'completed', ...more };
}

/** A stored conversation that has shown these updates, each an entry of its own. */
export function conversation(
  id: string,
  updates: readonly SessionUpdate[],
  title = `Chat ${id}`,
): StoredConversation {
  return {
    info: {
      ...{ id, title, isNamed: false, cwd: '/w', tokens: 1200, messages: 1, cost: 0.05 },
      createdAt: Date.UTC(2026, 0, 2, 3, 4),
      updatedAt: Date.UTC(2026, 0, 2, 5, 6),
    },
    entries: updates.map(entryOf),
  };
}

function entryOf(update: SessionUpdate): ConversationEntry {
  const value = toJsonObject(jsonCopy(update)) ?? {};
  if ('toolCallId' in update) {
    return { part: 'transcript', key: `call:${update.toolCallId}`, value };
  }
  const id = 'messageId' in update ? (update.messageId ?? '') : '';
  return { part: 'transcript', key: `message:${id}`, value: [value] };
}
