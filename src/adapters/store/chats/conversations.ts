import { failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import type {
  ConversationChange,
  ConversationPage,
  ConversationQuery,
  StoredConversation,
} from '../../../core/contracts/chats/conversation';
import type { Conversations } from '../../../core/ports/conversations';
import type { System } from '../../../core/ports/system';
import { prepareChange } from './prepare-change';
import { encodeConversation, encodeDeletion, isConversationId } from './chat-record';
import { conversationRecordType, deletionRecordType } from './chat-kinds';
import { listConversations, chatNotFound, readConversation } from './chat-query';
import { nextRecord, refreshLine, WriteTurns, type WriteTurn } from './chat-writer';
import type { Autosave } from '../session/autosave';
import type { SessionQueue, StoreSession } from '../session/session';

const invalidId = failure('validation', 'This is not a valid chat id.', {
  suggestion: 'Use plain text of at most 200 characters as the id.',
});

const deletedChat = failure('unavailable', 'This chat has been deleted.', {
  category: 'permanent_failure',
  suggestion: 'A deleted chat cannot be restored. Start a new chat.',
});

/**
 * Characters of a UUID that distinguish windows writing one conversation in the same millisecond.
 */
const writerLength = 6;

/**
 * Every message, call and update of every chat (decision journal-first). If two windows write the
 * same conversation, the later change of each fact and entry wins, and a deletion always wins.
 * `purge` removes deleted text from the disk.
 */
export class StoredConversations implements Conversations {
  private readonly writer: string;
  private readonly turns = new WriteTurns();

  constructor(
    private readonly queue: SessionQueue,
    private readonly autosave: Autosave,
    private readonly purge: () => Promise<Result<void>>,
    private readonly system: System,
  ) {
    this.writer = system.ids.uuid().slice(0, writerLength);
  }

  async write(id: string, change: ConversationChange): Promise<Result<void>> {
    if (!isConversationId(id)) return fail(invalidId);
    const prepared = prepareChange(change);
    if (!prepared.ok) return prepared;
    return this.inTurn(id, 'save the chat', async (session, turn) => {
      const { head } = turn.line;
      if (head.isDeleted) return fail(deletedChat);
      const writing = { id, now: this.system.clock.now(), writer: this.writer };
      const record = nextRecord(head, writing, prepared.value);
      turn.pass();
      await this.append(session, id, conversationRecordType, encodeConversation(record));
      return succeed(undefined);
    });
  }

  async read(id: string): Promise<Result<StoredConversation>> {
    if (!isConversationId(id)) return fail(chatNotFound);
    return this.queue.run('read the chat', async ({ view }) => {
      const found = await view.query((database, payloadReader) =>
        readConversation(database, payloadReader, id),
      );
      // Another window may have written to it since this one did.
      this.turns.outdate(id);
      return found;
    });
  }

  list(query: ConversationQuery): Promise<Result<ConversationPage>> {
    return this.queue.run('list the chats', ({ view }) =>
      view.query((database, payloadReader) => listConversations(database, payloadReader, query)),
    );
  }

  async delete(id: string): Promise<Result<void>> {
    if (!isConversationId(id)) return fail(invalidId);
    const deleted = await this.inTurn(id, 'delete the chat', async (session, turn) => {
      const { head, isFresh } = turn.line;
      if (head.isDeleted || (isFresh && !head.exists)) return succeed(undefined);
      const record = encodeDeletion({ id, time: this.system.clock.now() });
      await this.append(session, id, deletionRecordType, record);
      head.isDeleted = true;
      turn.pass();
      return succeed(undefined);
    });
    return deleted.ok ? this.purge() : deleted;
  }

  /** Call when all stored data was deleted. */
  forget(): void {
    this.turns.clear();
  }

  /** Orders the changes of each conversation. */
  private async inTurn(
    id: string,
    task: string,
    work: (session: StoreSession, turn: WriteTurn) => Promise<Result<void>>,
  ): Promise<Result<void>> {
    const turn = this.turns.take(id);
    try {
      return await this.queue.run(task, async (session) => {
        await turn.mine;
        await refreshLine(session, id, turn.line);
        return work(session, turn);
      });
    } finally {
      turn.leave();
    }
  }

  private async append(session: StoreSession, id: string, type: number, payload: Uint8Array) {
    try {
      await session.folder.journal.append(type, payload);
    } catch (error) {
      // The head includes a record that was not written.
      this.turns.outdate(id);
      throw error;
    }
    this.autosave.noteWrite(session);
  }
}
