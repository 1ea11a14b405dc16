import { setImmediate } from 'node:timers/promises';
import type {
  ConversationHit,
  ConversationPage,
  ConversationQuery,
} from '../../core/contracts/conversation';
import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import { queryWords } from './conversation-fold';
import { chatRow, infoOf, type ChatRow } from './conversation-info';
import { selectChatsBefore } from './conversation-schema';
import { excerptsOf, matchOf, type SearchMatch } from './conversation-search';
import type { StoreDatabase } from './database';
import type { PayloadReader } from './record-kind';

const maxLimit = 200;

/** Chats looked at between two turns of the event loop. */
const sliceChats = 64;

/** After which chat a page begins: the list is by time of the last write, then by id. */
type Cursor = Pick<ChatRow, 'updatedAt' | 'id'>;

const top: Cursor = { updatedAt: Number.MAX_SAFE_INTEGER, id: '' };

const invalidCursor = failure('validation', 'This is no place in the list of chats.', {
  suggestion: 'List the chats from the beginning.',
});

interface Found {
  readonly chat: ChatRow;
  readonly match: SearchMatch;
}

/**
 * One page of chats. A chat that is written while somebody pages moves to the top; all others stay
 * in their order, so that none comes twice and none is left out.
 */
export async function listConversations(
  database: StoreDatabase,
  bodies: PayloadReader,
  query: ConversationQuery,
): Promise<Result<ConversationPage>> {
  const from = query.cursor === undefined ? top : parseCursor(query.cursor);
  if (from === undefined) return fail(invalidCursor);
  const limit = Math.min(Math.max(1, Math.floor(query.limit)), maxLimit);
  const found = await findChats(database, from, { words: queryWords(query.text), limit });
  const page = found.slice(0, limit);
  const excerpts = await excerptsOf(
    bodies,
    page.map(({ match }) => match),
  );
  const conversations = page.map(({ chat }, at): ConversationHit => {
    const excerpt = excerpts[at];
    return { ...infoOf(database, chat), ...(excerpt !== undefined && { excerpt }) };
  });
  const last = page.at(-1);
  const isEnd = found.length <= limit || last === undefined;
  return succeed({ conversations, ...(!isEnd && { nextCursor: cursorText(last.chat) }) });
}

/** Up to one more than `limit`, which tells whether there is another page. */
async function findChats(
  database: StoreDatabase,
  from: Cursor,
  { words, limit }: { readonly words: readonly string[]; readonly limit: number },
): Promise<readonly Found[]> {
  const found: Found[] = [];
  let after = from;
  for (;;) {
    const slice = database.rows(selectChatsBefore, [after.updatedAt, after.id, sliceChats]);
    for (const row of slice) {
      const chat = chatRow(row);
      const match = matchOf(database, { id: chat.id, title: row.title }, words);
      if (match !== undefined) found.push({ chat, match });
      if (found.length > limit) return found;
      after = chat;
    }
    if (slice.length < sliceChats) return found;
    await setImmediate();
  }
}

function cursorText({ updatedAt, id }: Cursor): string {
  return `${updatedAt}:${id}`;
}

function parseCursor(text: string): Cursor | undefined {
  const [, updatedAt, id] = /^(\d{1,16}):(.+)$/su.exec(text) ?? [];
  return updatedAt === undefined || id === undefined
    ? undefined
    : { updatedAt: Number(updatedAt), id };
}
