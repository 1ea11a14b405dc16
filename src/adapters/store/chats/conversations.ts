import { type Sentence, say } from '../../../core/base/sentence';
import { failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import type {
  ConversationChange,
  ConversationHit,
  ConversationPage,
  ConversationQuery,
  StoredConversation,
} from '../../../core/contracts/chats/conversation';
import type { Conversations } from '../../../core/ports/conversations';
import type { System } from '../../../core/ports/system';
import type { ChatChange, StoreRecord } from '../journal/records';
import type { Session } from '../session/session';
import type { SessionQueue } from '../session/session-queue';
import type { ChatCursor, ChatHead } from '../channel/protocol';
import { prepareChange, type PreparedChange } from './prepare-change';
import { queryWords } from './search-text';

const invalidId = failure('validation', say`This is not a valid chat id.`, {
  suggestion: say`Use plain text of at most 200 characters as the id.`,
});

const deletedChat = failure('unavailable', say`This chat has been deleted.`, {
  category: 'permanent_failure',
  suggestion: say`A deleted chat cannot be restored. Start a new chat.`,
});

const chatNotFound = failure('unavailable', say`No chat with this id is stored.`, {
  category: 'permanent_failure',
  suggestion: say`It may have been deleted. List the chats to see those that exist.`,
});

const invalidCursor = failure('validation', say`The cursor of the chat list is invalid.`, {
  suggestion: say`List the chats again from the beginning.`,
});

/** Characters of a UUID that distinguish windows writing one chat in the same millisecond. */
const writerLength = 6;
const maxIdLength = 200;
const maxLimit = 200;
/** Time after which a search answers with what it has. */
const maxSearchMs = 250;

/** What this window knows of a chat that it writes, and the call that has the turn. */
interface Line {
  head: ChatHead;
  /** False if the database knows more: before the first change, and after a failed one. */
  isFresh: boolean;
  last: Promise<unknown>;
}

const unknownHead: ChatHead = { count: 0, exists: false, isDeleted: false };

/**
 * Every message, call and update of every chat (decision journal-first). If two windows write the
 * same chat, the later change of each fact and entry wins, and a deletion always wins. `purge`
 * removes deleted text from the disk.
 */
export class StoredConversations implements Conversations {
  private readonly writer: string;
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly queue: SessionQueue,
    private readonly purge: () => Promise<Result<void>>,
    private readonly system: System,
  ) {
    this.writer = system.ids.uuid().slice(0, writerLength);
  }

  async write(id: string, change: ConversationChange): Promise<Result<void>> {
    if (!isConversationId(id)) return fail(invalidId);
    const prepared = prepareChange(change);
    if (!prepared.ok) return prepared;
    return this.inTurn(id, say`Could not save the chat`, (session, line) => {
      if (line.head.isDeleted) return Promise.resolve(fail(deletedChat));
      return this.append(session, line, this.nextChange(id, line, prepared.value));
    });
  }

  async read(id: string): Promise<Result<StoredConversation>> {
    if (!isConversationId(id)) return fail(chatNotFound);
    return this.queue.run(say`Could not read the chat`, async (session) => {
      const found = await session.ask('chats.read', id);
      const line = this.lines.get(id);
      // Another window may have written to it since this one did.
      if (line !== undefined) line.isFresh = false;
      return found === null ? fail(chatNotFound) : succeed(found);
    });
  }

  /** A search that takes long ends with a short page, from which the caller goes on, or stops. */
  list({ text, cursor, limit }: ConversationQuery): Promise<Result<ConversationPage>> {
    return this.queue.run(say`Could not list the chats`, async (session) => {
      let after = cursor === undefined ? undefined : parseCursor(cursor);
      if (cursor !== undefined && after === undefined) return fail(invalidCursor);
      const { clock } = this.system;
      const until = clock.monotonic() + maxSearchMs;
      const wanted = Math.min(Math.max(1, Math.floor(limit)), maxLimit);
      const words = queryWords(text);
      const hits: ConversationHit[] = [];
      // One more shows whether another page exists.
      do {
        const rest = wanted + 1 - hits.length;
        const found = await session.ask('chats.list', { after, words, limit: rest });
        hits.push(...found.hits);
        after = found.next;
      } while (after !== undefined && hits.length <= wanted && clock.monotonic() < until);
      const conversations = hits.slice(0, wanted);
      const next = hits.length > wanted ? conversations.at(-1) : after;
      if (next === undefined) return succeed({ conversations });
      return succeed({ conversations, nextCursor: `${next.updatedAt}:${next.id}` });
    });
  }

  async delete(id: string): Promise<Result<void>> {
    if (!isConversationId(id)) return fail(invalidId);
    const deleted = await this.inTurn(id, say`Could not delete the chat`, async (session, line) => {
      const { head, isFresh } = line;
      if (head.isDeleted || (isFresh && !head.exists)) return succeed(undefined);
      line.head = { ...head, isDeleted: true };
      return this.append(session, line, { kind: 'deletion', conversation: id });
    });
    return deleted.ok ? this.purge() : deleted;
  }

  /** Call when all stored data was deleted. */
  forget(): void {
    this.lines.clear();
  }

  /**
   * Runs `work`, which appends at once, when the calls before it have their place in the journal.
   * Changes keep the order of the calls.
   */
  private async inTurn(
    id: string,
    task: Sentence,
    work: (session: Session, line: Line) => Promise<Result<void>>,
  ): Promise<Result<void>> {
    const line = this.lineOf(id);
    const before = line.last;
    let pass: () => void = () => undefined;
    line.last = new Promise<void>((settle) => (pass = settle));
    try {
      return await this.queue.run(task, async (session) => {
        await before;
        await this.refresh(session, id, line);
        const done = work(session, line);
        pass();
        return done;
      });
    } finally {
      pass();
    }
  }

  private lineOf(id: string): Line {
    const unknown = { head: unknownHead, isFresh: false, last: Promise.resolve() };
    const line = this.lines.get(id) ?? unknown;
    this.lines.set(id, line);
    return line;
  }

  private async refresh(session: Session, id: string, line: Line): Promise<void> {
    if (line.isFresh) return;
    try {
      const stored = await session.ask('chats.head', id);
      const createdAt = line.head.createdAt ?? stored.createdAt;
      line.head = {
        count: Math.max(line.head.count, stored.count),
        ...(createdAt !== undefined && { createdAt }),
        exists: line.head.exists || stored.exists,
        isDeleted: line.head.isDeleted || stored.isDeleted,
      };
      line.isFresh = true;
    } catch {
      // A read failure must not keep a change from the journal: the clock then orders it.
    }
  }

  private nextChange(id: string, line: Line, change: PreparedChange): ChatChange {
    const now = this.system.clock.now();
    const count = Math.max(now, line.head.count + 1);
    const put = change.put.map((entry, index) => ({ ...entry, count: count + index + 1 }));
    const createdAt = line.head.createdAt ?? now;
    line.head = { count: count + put.length, createdAt, exists: true, isDeleted: false };
    const { writer } = this;
    return {
      kind: 'change',
      ...change,
      conversation: id,
      time: now,
      createdAt,
      count,
      writer,
      put,
    };
  }

  private async append(session: Session, line: Line, record: StoreRecord): Promise<Result<void>> {
    try {
      await session.append(record);
    } catch (error) {
      // The head includes a record that was not written.
      line.isFresh = false;
      line.head = { ...line.head, isDeleted: false };
      throw error;
    }
    return succeed(undefined);
  }
}

/** Whether the id is plain text that every table stores unchanged. */
function isConversationId(id: string): boolean {
  return id.length <= maxIdLength && /^[^\p{Cc}\p{Cs}]+$/u.test(id);
}

function parseCursor(text: string): ChatCursor | undefined {
  const [, updatedAt, id] = /^(\d{1,16}):(.+)$/su.exec(text) ?? [];
  if (updatedAt === undefined || id === undefined) return undefined;
  return { updatedAt: Number(updatedAt), id };
}
