import type { ConversationHit, ConversationPage } from '../../core/contracts/chats/conversation';
import type { Result, Failure } from '../../core/contracts/failure';
import * as z from 'zod';
import { parseJson } from '../../core/contracts/json';
import { allOptional, count, dense, itemsOf, lenient } from '../../core/contracts/schema-parts';

/** Position of a reader in the list of one place. */
export interface FeedPosition {
  /** Cursor of the page; absent for the first. */
  readonly cursor?: string;
  /** Chats of that page that were taken. */
  readonly taken: number;
}

export type ReadPage = (cursor: string | undefined) => Promise<Result<ConversationPage>>;

/** The chats of one place, newest first, one at a time. */
export class ChatFeed {
  private page: ConversationPage | undefined;

  constructor(
    private readonly readPage: ReadPage,
    private at: FeedPosition | undefined,
  ) {}

  /** The next chat, which stays until it is taken; undefined at the end. */
  async head(): Promise<Result<ConversationHit | undefined>> {
    while (this.at !== undefined) {
      if (this.page === undefined) {
        const read = await this.readPage(this.at.cursor);
        if (!read.ok) return read;
        this.page = read.value;
      }
      const { conversations, nextCursor } = this.page;
      const chat = conversations[this.at.taken];
      if (chat !== undefined) return { ok: true, value: chat };
      this.at = nextCursor === undefined ? undefined : { cursor: nextCursor, taken: 0 };
      this.page = undefined;
    }
    return { ok: true, value: undefined };
  }

  take(): void {
    if (this.at !== undefined) this.at = { ...this.at, taken: this.at.taken + 1 };
  }

  /** Cursor of the next page; undefined at the end. */
  position(): FeedPosition | undefined {
    return this.at;
  }
}

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

/** Cursor of a list over several places: each place that may have more. */
export type ListPositions = ReadonlyMap<string, FeedPosition>;

export function encodePositions(positions: ListPositions): string {
  return JSON.stringify({ places: [...positions].map(([id, at]) => ({ id, ...at })) });
}

const text = z.string();
const position = z.object({ id: text, cursor: lenient(text), taken: count.catch(0) });
const cursorSchema = allOptional({ places: itemsOf(position) });

/** A cursor that is none of ours names no place: the list ends. */
export function decodePositions(cursor: string): ListPositions {
  const { places } = cursorSchema.parse(parseJson(cursor));
  return new Map(places.map(({ id, ...at }) => [id, dense(at)]));
}
