import { readStored } from '../../contracts/chats/stored-entries';
import { gatehouseMeta, type SessionUpdate } from '../../contracts/chats/acp';
import type { ConversationEntry } from '../../contracts/chats/conversation';
import {
  isStoredCall,
  storedChunk,
  type ToolCallEntry,
} from '../../contracts/chats/stored-updates';
import { toList } from '../../contracts/json';

export interface ShownEntry {
  readonly key: string;
  readonly updates: readonly SessionUpdate[];
  /** Set for a call. */
  readonly call?: ToolCallEntry;
}

/** Undefined for an entry that cannot be shown. */
export function readShown({ key, value }: ConversationEntry): ShownEntry | undefined {
  if (key.startsWith('call:')) {
    if (!isStoredCall(value) || key !== `call:${value.toolCallId}`) return undefined;
    return { key, updates: [value], call: value };
  }
  if (!key.startsWith('message:')) return undefined;
  const messageId = key.slice('message:'.length);
  const updates = toList(value).flatMap((each) => readChunk(messageId, each));
  return updates.length === 0 ? undefined : { key, updates };
}

function readChunk(messageId: string, value: unknown): readonly SessionUpdate[] {
  const chunk = readStored(storedChunk, value);
  if (chunk === undefined) return [];
  const { sessionUpdate, content, _meta: meta } = chunk;
  const gatehouse = gatehouseMeta(meta);
  const isMarked = meta !== undefined && gatehouse !== undefined;
  const _meta = isMarked ? { _meta: { ...meta, gatehouse } } : {};
  return [{ sessionUpdate, messageId, content, ..._meta }];
}

/** A notice of a chat that no longer runs waits for nothing. */
export function withoutWait(update: SessionUpdate): SessionUpdate {
  if (update.sessionUpdate !== 'agent_message_chunk') return update;
  const meta = gatehouseMeta(update._meta);
  if (meta === undefined || !Object.hasOwn(meta, 'waitUntil')) return update;
  const { waitUntil: _, ...rest } = meta;
  return { ...update, _meta: { gatehouse: rest } };
}
