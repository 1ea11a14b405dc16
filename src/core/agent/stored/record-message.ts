import type { ContentBlock } from '../../contracts/acp';
import { titleOf } from '../../base/chat-title';
import type { Conversation } from '../chat';
import { saveState } from './keep-state';

export interface SentMessage {
  /** Undefined where the client names none. */
  readonly id: string | undefined;
  readonly blocks: readonly ContentBlock[];
  /** What of it was typed. */
  readonly typed: string;
}

/** Stages a message of the person as it was sent; the first one names the chat. */
export function recordMessage(chat: Conversation, { id, blocks, typed }: SentMessage): void {
  const { record, deps, cwd } = chat;
  const isNew = record.saveQueue.open();
  record.transcript.userMessage(id ?? deps.ids.uuid(), blocks);
  if (isNew) {
    record.saveQueue.stage({ facts: { title: titleOf(typed), isNamed: false, cwd } });
  } else if (chat.messages === 0) {
    void rename(chat, titleOf(typed));
  }
  chat.messages += 1;
  saveState(chat);
}

/** After /clear; a name that the person gave stays. Nobody waits for it. */
async function rename({ record, deps, id }: Conversation, title: string): Promise<void> {
  const stored = await deps.conversations.read(id);
  if (stored.ok && !stored.value.info.isNamed) record.saveQueue.stage({ facts: { title } });
}
