import {
  gatehouseMeta,
  parseMeta,
  shownMeta,
  type ContentBlock,
  type SessionUpdate,
  type ToolCall,
  type ToolCallUpdate,
} from '../../contracts/chats/acp';
import type { ConversationEntry } from '../../contracts/chats/conversation';
import { toList, type UnknownObject } from '../../contracts/json';
import { streamPaceMs, type SaveQueue } from './save-queue';
import type { BatchEntry } from './write-batch';
import { toEntryValue } from './entry-values';
import { cutStart } from '../../base/text-lines';
import { readStored } from '../../contracts/chats/stored-entries';
import {
  isStoredCall,
  storedChunk,
  type ToolCallEntry,
} from '../../contracts/chats/stored-updates';

type Chunk = Extract<
  SessionUpdate,
  { sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk' }
>;

interface OpenMessage {
  readonly kind: Chunk['sessionUpdate'];
  readonly texts: string[];
  length: number;
}

/** How fast a growing text may be rewritten, in characters per millisecond. */
const rewritePace = 64;

export class TranscriptRecorder {
  private readonly messages = new Map<string, OpenMessage>();
  private readonly calls = new Map<string, ToolCall>();

  constructor(private readonly writer: Pick<SaveQueue, 'stage'>) {}

  /** True for an update that must be durable before the client gets it: all but streaming ones. */
  record(update: SessionUpdate): boolean {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        return this.recordChunk(update);
      case 'tool_call': {
        // Raw tool output is kept in the audit log; no card shows it.
        const { sessionUpdate: _, rawOutput: __, ...call } = update;
        this.putCall(call);
        return true;
      }
      case 'tool_call_update':
        return this.updateCall(update);
      case 'usage_update': {
        const value = toEntryValue(update);
        this.writer.stage({ put: [{ part: 'state', key: 'usage', value }] });
        return false;
      }
      default:
        return false;
    }
  }

  userMessage(messageId: string, blocks: readonly ContentBlock[]): void {
    const sessionUpdate = 'user_message_chunk';
    const updates = blocks.map((content) => ({ sessionUpdate, messageId, content }));
    const text = blocks.flatMap((each) => (each.type === 'text' ? [each.text] : [])).join('\n');
    this.writer.stage({ put: [transcriptEntry(`message:${messageId}`, updates, text)] });
  }

  endMessage(messageId: string): void {
    this.messages.delete(messageId);
  }

  clear(): void {
    this.messages.clear();
    this.calls.clear();
  }

  private recordChunk(chunk: Chunk): boolean {
    const { messageId, content } = chunk;
    if (typeof messageId !== 'string' || content.type !== 'text') return false;
    if (parseMeta(shownMeta, chunk._meta).notice !== undefined) {
      this.writer.stage({ put: [transcriptEntry(`message:${messageId}`, [chunk])] });
      return true;
    }
    const kind = chunk.sessionUpdate;
    const message = this.messages.get(messageId) ?? { kind, texts: [], length: 0 };
    this.messages.set(messageId, message);
    message.texts.push(content.text);
    message.length += content.text.length;
    const withinMs = streamPaceMs + message.length / rewritePace;
    this.writer.stage({ put: [streamedEntry(messageId, message)] }, withinMs);
    return false;
  }

  private updateCall(update: ToolCallUpdate): boolean {
    const call = this.calls.get(update.toolCallId);
    if (call === undefined) return false;
    this.putCall(mergeCall(call, update));
    return isEnded(update);
  }

  private putCall(call: ToolCall): void {
    const { toolCallId } = call;
    if (isEnded(call)) this.calls.delete(toolCallId);
    else this.calls.set(toolCallId, call);
    this.writer.stage({ put: [callEntry(call)] });
  }
}

function callEntry(call: ToolCall): BatchEntry {
  return {
    part: 'transcript',
    key: `call:${call.toolCallId}`,
    make: () => ({
      value: toEntryValue({ sessionUpdate: 'tool_call', ...call }),
      words: `${call.title}\n${textOfCall(call)}`,
    }),
  };
}

function transcriptEntry(key: string, value: unknown, words?: string): ConversationEntry {
  return {
    part: 'transcript',
    key,
    value: toEntryValue(value),
    ...(words !== undefined && { words }),
  };
}

function streamedEntry(messageId: string, { kind, texts }: OpenMessage): BatchEntry {
  return {
    part: 'transcript',
    key: `message:${messageId}`,
    make: () => {
      const text = texts.join('');
      const content = { type: 'text', text };
      return {
        value: toEntryValue([{ sessionUpdate: kind, messageId, content }]),
        // Users do not search for thoughts.
        ...(kind === 'agent_message_chunk' && { words: text }),
      };
    },
  };
}

/** How many characters of live output are kept, as on a card. */
const maxTail = 8_192;

export function isEnded({ status }: Pick<ToolCallUpdate, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** A call with its updates merged: fields that an update omits are unchanged (ACP). */
function mergeCall(call: ToolCall, update: ToolCallUpdate): ToolCall {
  const { toolCallId, title, kind, status, content, locations, rawInput } = update;
  const merged: ToolCall = {
    ...call,
    toolCallId,
    ...(isGiven(title) && { title }),
    ...(isGiven(kind) && { kind }),
    ...(isGiven(status) && { status }),
    ...(isGiven(content) && { content }),
    ...(isGiven(locations) && { locations }),
    ...(rawInput !== undefined && { rawInput }),
  };
  return { ...merged, _meta: { gatehouse: mergeMeta(call, update, merged) } };
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function mergeMeta(call: ToolCall, update: ToolCallUpdate, merged: ToolCall): UnknownObject {
  const before = gatehouseMeta(call._meta) ?? {};
  const more = gatehouseMeta(update._meta) ?? {};
  const tail = parseMeta(shownMeta, call._meta).tail + parseMeta(shownMeta, update._meta).tail;
  // A card that has ended shows its text instead of the live output.
  const keepsTail = tail !== '' && !(isEnded(merged) && textOfCall(merged) !== '');
  const all: UnknownObject = {
    ...before,
    ...more,
    tail: keepsTail ? cutStart(tail, maxTail) : null,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

function textOfCall({ content }: Pick<ToolCall, 'content'>): string {
  return (content ?? [])
    .flatMap((each) =>
      each.type === 'content' && each.content.type === 'text' ? [each.content.text] : [],
    )
    .join('\n');
}

export interface ShownEntry {
  readonly key: string;
  readonly updates: readonly SessionUpdate[];
  readonly call?: ToolCallEntry;
}

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
