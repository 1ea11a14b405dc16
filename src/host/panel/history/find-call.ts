import type { Conversations } from '../../../core/ports/conversations';
import type { ChatList } from '../chat/chat-list';
import type { StoredChats } from './stored-chats';

/** A call by its names in the audit log. */
export interface ShownCall {
  readonly session: string;
  readonly toolCallId: string;
}

export interface FindCallDeps {
  readonly chats: Pick<ChatList, 'find' | 'select'>;
  readonly stored: Pick<StoredChats, 'open' | 'loaded'>;
  readonly conversations: Pick<Conversations, 'read'>;
}

/**
 * Activates the chat of a call and loads it when needed. Returns the id of its card; undefined,
 * with nothing changed, when the call is not stored or the chat does not load.
 */
export async function findCall(
  { session, toolCallId }: ShownCall,
  { chats, stored, conversations }: FindCallDeps,
): Promise<string | undefined> {
  const open = chats.find(session);
  if (open !== undefined && open.stored === undefined) {
    const card = open.transcript.cardOfCall(toolCallId);
    if (card !== undefined) chats.select(open.id);
    return card?.item.id;
  }
  const read = await conversations.read(session);
  const key = `call:${toolCallId}`;
  const isStored = (part: string, each: string) => part === 'transcript' && each === key;
  if (!read.ok || !read.value.entries.some((each) => isStored(each.part, each.key))) {
    return undefined;
  }
  const chat = stored.open(session, read.value.info.title);
  if (!(await stored.loaded(chat))) return undefined;
  return chat.transcript.cardOfCall(toolCallId)?.item.id;
}
