import type { ConversationEntry, StoredConversation } from '../contracts/chats/conversation';
import { type Failure, succeed, type Result } from '../contracts/failure';
import { gatehouseMeta, type ToolCallMeta } from '../contracts/chats/acp';
import { isObject, toList } from '../contracts/json';
import { editedTitle, newTitle } from '../base/titles';
import type { Conversation } from './conversation/conversation';
import { toEntryValue } from './persistence/entry-values';

export interface ForkedTranscript {
  readonly title: string;
  readonly entries: readonly ConversationEntry[];
}

export async function transcriptBefore(
  chat: Conversation,
  messageId: string,
): Promise<Result<ForkedTranscript>> {
  const stored = await chat.readStored();
  return stored.ok ? succeed(transcriptUpTo(stored.value, messageId)) : stored;
}

function transcriptUpTo(
  { info, entries }: StoredConversation,
  messageId: string,
): ForkedTranscript {
  const shown = entries.filter(({ part }) => part === 'transcript');
  const at = shown.findIndex(({ key }) => key === `message:${messageId}`);
  const taken = shown.slice(0, Math.max(at, 0));
  return { title: editedTitle(info.title), entries: taken.map((entry) => runIn(info.id, entry)) };
}

/** Calls name the session they ran in, unless they were copied from another one already. */
function runIn(session: string, entry: ConversationEntry): ConversationEntry {
  const { key, value } = entry;
  if (!key.startsWith('call:') || !isObject(value)) return entry;
  const meta = isObject(value['_meta']) ? value['_meta'] : {};
  const gatehouse = { session, ...gatehouseMeta(meta) } satisfies ToolCallMeta;
  return { ...entry, value: toEntryValue({ ...value, _meta: { ...meta, gatehouse } }) };
}

export async function storeFork(
  chat: Conversation,
  shown: Result<ForkedTranscript>,
): Promise<void> {
  const { title, entries } = shown.ok ? shown.value : { title: newTitle, entries: [] };
  await chat.saveAs({ title, entries, messages: entries.filter(isUserMessage).length });
  if (!shown.ok) chat.outbox.notice('warning', notCopied(shown.failure));
}

function isUserMessage({ value }: ConversationEntry): boolean {
  const [first] = toList(value);
  return isObject(first) && first['sessionUpdate'] === 'user_message_chunk';
}

function notCopied({ message }: Failure): string {
  return `The earlier messages could not be stored with this chat: ${message}`;
}
