import type { Store } from '../../../src/adapters/store/store';
import { valueOf } from './temporary-store';

/** Writes one message of a chat; its last part replaces the previous one. */
export async function say(store: Store, chat: string, text: string, key = text): Promise<void> {
  const put = [{ part: 'transcript', key: `message:${key}`, value: [text], words: text }] as const;
  valueOf(await store.conversations.write(chat, { facts: { title: chat }, put }));
}

/** The texts of a chat in order; undefined if there is no such chat. */
export async function said(store: Store, chat: string): Promise<readonly unknown[] | undefined> {
  const found = await store.conversations.read(chat);
  if (found.ok) return found.value.entries.flatMap(({ value }) => value);
  return found.failure.errorCode === 'unavailable' ? undefined : [found.failure.message];
}
