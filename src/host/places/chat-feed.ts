import type { ConversationHit, ConversationPage } from '../../core/contracts/conversation';
import type { Result } from '../../core/contracts/result';

/** Where a reader stands in the list of one place. */
export interface FeedPosition {
  /** Of the page; absent for the first. */
  readonly cursor?: string;
  /** Chats of that page that were taken. */
  readonly taken: number;
}

/** The chats of one place, newest first, one at a time. */
export interface ChatFeed {
  /** The next chat, which stays until it is taken; undefined at the end. */
  head(): Promise<Result<ConversationHit | undefined>>;
  take(): void;
  /** Where to go on; undefined at the end. */
  position(): FeedPosition | undefined;
}

export type ReadPage = (cursor: string | undefined) => Promise<Result<ConversationPage>>;

export function createChatFeed(readPage: ReadPage, start: FeedPosition): ChatFeed {
  let at: FeedPosition | undefined = start;
  let page: ConversationPage | undefined;

  return {
    head: async () => {
      while (at !== undefined) {
        if (page === undefined) {
          const read = await readPage(at.cursor);
          if (!read.ok) return read;
          page = read.value;
        }
        const chat = page.conversations[at.taken];
        if (chat !== undefined) return { ok: true, value: chat };
        at = page.nextCursor === undefined ? undefined : { cursor: page.nextCursor, taken: 0 };
        page = undefined;
      }
      return { ok: true, value: undefined };
    },
    take: () => {
      if (at !== undefined) at = { ...at, taken: at.taken + 1 };
    },
    position: () => at,
  };
}
