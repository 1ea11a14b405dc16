import type { CallItem } from '../../../src/core/contracts/panel/state';
import { parts, until } from '../world';

/** A chat of the real panel, with the chosen model. */
export interface OpenChat {
  begin(text: string): void;
  /** Sends a message, and waits until the turn has ended. */
  say(text: string): Promise<void>;
  stop(): Promise<void>;
  cards(): readonly CallItem[];
  /** Everything in the transcript, as text to search in. */
  shown(): string;
  close(): void;
}

export async function openChat(): Promise<OpenChat> {
  const { chats } = await parts();
  chats.create();
  const chat = chats.active;
  const ended = () => until('the turn has ended', () => !chat.isRunning);
  return {
    begin: (text) => {
      chat.send(text, true);
    },
    say: async (text) => {
      chat.send(text, true);
      await ended();
    },
    stop: async () => {
      chat.stop();
      await ended();
    },
    cards: () => chat.transcript.allCards().map(({ item }) => item),
    shown: () => JSON.stringify(chat.transcript.items()),
    close: () => {
      if (chats.select(chat.id)) chats.close();
    },
  };
}
