import type { ContentBlock, SessionUpdate } from '../../contracts/chats/acp';
import type { ConversationEntry } from '../../contracts/chats/conversation';
import { isObject, readList, readObject, readString, type UnknownObject } from '../../base/json';

type ToolCallUpdate = Extract<SessionUpdate, { sessionUpdate: 'tool_call' }>;
type ChunkKind = (typeof chunkKinds)[number];

const chunkKinds = ['user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk'] as const;

/** An entry of the transcript, as the updates that show it again. */
export interface ShownEntry {
  readonly key: string;
  readonly updates: readonly SessionUpdate[];
  /** Set for a call. */
  readonly call?: ToolCallUpdate;
}

/** Undefined for an entry that cannot be shown. */
export function readShown({ key, value }: ConversationEntry): ShownEntry | undefined {
  if (key.startsWith('call:')) {
    if (!isCall(value) || key !== `call:${value.toolCallId}`) return undefined;
    return { key, updates: [value], call: value };
  }
  if (!key.startsWith('message:') || !Array.isArray(value)) return undefined;
  const messageId = key.slice('message:'.length);
  const updates = Array.from<unknown>(value).flatMap((each) => readChunk(messageId, each));
  return updates.length === 0 ? undefined : { key, updates };
}

function readChunk(messageId: string, value: unknown): readonly SessionUpdate[] {
  const kind = chunkKinds.find((each) => each === readString(value, 'sessionUpdate'));
  const content = readObject(value, 'content');
  if (kind === undefined || content === undefined || !isBlock(content)) return [];
  return [chunk(kind, messageId, content, readObject(value, '_meta'))];
}

function chunk(
  sessionUpdate: ChunkKind,
  messageId: string,
  content: ContentBlock,
  meta: UnknownObject | undefined,
): SessionUpdate {
  const gatehouse = readObject(meta, 'gatehouse');
  if (meta === undefined || gatehouse === undefined) return { sessionUpdate, messageId, content };
  return { sessionUpdate, messageId, content, _meta: { ...meta, gatehouse } };
}

/** A notice of a chat that no longer runs waits for nothing. */
export function withoutWait(update: SessionUpdate): SessionUpdate {
  if (update.sessionUpdate !== 'agent_message_chunk') return update;
  const meta = readObject(update._meta, 'gatehouse');
  if (meta === undefined || !Object.hasOwn(meta, 'waitUntil')) return update;
  const { waitUntil: _, ...rest } = meta;
  return { ...update, _meta: { gatehouse: rest } };
}

function isBlock(value: UnknownObject): value is UnknownObject & ContentBlock {
  const has = (...keys: readonly string[]) =>
    keys.every((key) => readString(value, key) !== undefined);
  switch (readString(value, 'type')) {
    case 'text':
      return has('text');
    case 'image':
    case 'audio':
      return has('data', 'mimeType');
    case 'resource_link':
      return has('uri', 'name');
    case 'resource': {
      const resource = readObject(value, 'resource');
      const body = readString(resource, 'text') ?? readString(resource, 'blob');
      return readString(resource, 'uri') !== undefined && body !== undefined;
    }
    default:
      return false;
  }
}

const statuses: readonly unknown[] = ['pending', 'in_progress', 'completed', 'failed'];

function isCall(value: unknown): value is ToolCallUpdate {
  if (!isObject(value) || value['sessionUpdate'] !== 'tool_call') return false;
  if (readString(value, 'toolCallId') === undefined || readString(value, 'title') === undefined) {
    return false;
  }
  return (
    statuses.includes(value['status']) &&
    isListOf(value, 'content', isContent) &&
    isListOf(value, 'locations', (each) => readString(each, 'path') !== undefined)
  );
}

function isListOf(value: unknown, key: string, isItem: (item: unknown) => boolean): boolean {
  const isAbsent = !isObject(value) || !Object.hasOwn(value, key);
  const items = readList(value, key);
  return isAbsent || (Array.isArray(value[key]) && items.every(isItem));
}

function isContent(value: unknown): boolean {
  switch (readString(value, 'type')) {
    case 'content': {
      const content = readObject(value, 'content');
      return content !== undefined && isBlock(content);
    }
    case 'diff':
      return readString(value, 'path') !== undefined && readString(value, 'newText') !== undefined;
    case 'terminal':
      return readString(value, 'terminalId') !== undefined;
    default:
      return false;
  }
}

/** A stored `usage_update`, if valid. */
export function readUsage(value: unknown): SessionUpdate | undefined {
  return isUsage(value) ? value : undefined;
}

function isUsage(
  value: unknown,
): value is Extract<SessionUpdate, { sessionUpdate: 'usage_update' }> {
  if (!isObject(value) || value['sessionUpdate'] !== 'usage_update') return false;
  return typeof value['used'] === 'number' && typeof value['size'] === 'number';
}
