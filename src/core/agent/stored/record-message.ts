import type { ContentBlock } from '../../contracts/acp';
import { titleOf } from '../../base/chat-title';
import type { Chat } from '../chat';
import { keepState } from './keep-state';

export interface SentMessage {
  /** Undefined where the client names none. */
  readonly id: string | undefined;
  readonly blocks: readonly ContentBlock[];
  /** What of it was typed. */
  readonly typed: string;
}

/** Stages a message of the person as it was sent; the first one names the chat. */
export function recordMessage(chat: Chat, { id, blocks, typed }: SentMessage): void {
  const { record, deps, cwd } = chat;
  const isNew = record.writer.open();
  record.transcript.person(id ?? deps.ids.uuid(), blocks);
  if (isNew) {
    record.writer.stage({ facts: { title: titleOf(typed), isNamed: false, cwd } });
  } else if (chat.messages === 0) {
    void rename(chat, titleOf(typed));
  }
  chat.messages += 1;
  keepState(chat);
}

/** After /clear; a name that the person gave stays. Nobody waits for it. */
async function rename({ record, deps, id }: Chat, title: string): Promise<void> {
  const stored = await deps.conversations.read(id);
  if (stored.ok && !stored.value.info.isNamed) record.writer.stage({ facts: { title } });
}
