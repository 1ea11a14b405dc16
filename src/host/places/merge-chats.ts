import type { ConversationHit } from '../../core/contracts/conversation';
import type { Failure } from '../../core/contracts/failure';
import type { ChatFeed } from './chat-feed';

/** The list of one place, which is not opened before its chats may be the next. */
export interface FeedSource {
  readonly placeId: string;
  /** Epoch milliseconds: no chat of this place is newer. */
  readonly newest: number;
  readonly feed: ChatFeed;
}

export interface MergedChats {
  readonly chats: readonly { readonly placeId: string; readonly chat: ConversationHit }[];
  readonly failed: readonly { readonly placeId: string; readonly failure: Failure }[];
  /** Those that may have more. */
  readonly rest: readonly FeedSource[];
}

/**
 * The newest `limit` chats of all sources. Opening a place costs a lock and a database, so places
 * are opened by the time of their last write, and only as far as this page reaches.
 */
export async function mergeChats(
  sources: readonly FeedSource[],
  limit: number,
  signal: AbortSignal,
): Promise<MergedChats> {
  const closed = [...sources].sort((a, b) => b.newest - a.newest);
  const heads = new Map<FeedSource, ConversationHit>();
  const chats: { placeId: string; chat: ConversationHit }[] = [];
  const failed: { placeId: string; failure: Failure }[] = [];

  async function lookAt(source: FeedSource): Promise<void> {
    heads.delete(source);
    const head = await source.feed.head();
    if (!head.ok) failed.push({ placeId: source.placeId, failure: head.failure });
    else if (head.value !== undefined) heads.set(source, head.value);
  }

  while (chats.length < limit && !signal.aborted) {
    const next = closed[0];
    const best = newestOf(heads);
    if (next !== undefined && (best === undefined || next.newest >= best.chat.updatedAt)) {
      closed.shift();
      await lookAt(next);
    } else if (best !== undefined) {
      chats.push({ placeId: best.source.placeId, chat: best.chat });
      best.source.feed.take();
      await lookAt(best.source);
    } else {
      break;
    }
  }
  return { chats, failed, rest: [...heads.keys(), ...closed] };
}

function newestOf(heads: ReadonlyMap<FeedSource, ConversationHit>) {
  let best: { readonly source: FeedSource; readonly chat: ConversationHit } | undefined;
  for (const [source, chat] of heads) {
    if (best === undefined || chat.updatedAt > best.chat.updatedAt) best = { source, chat };
  }
  return best;
}
