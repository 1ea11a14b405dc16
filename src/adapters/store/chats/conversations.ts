import { failure, fail, type Result } from '../../../core/contracts/failure';
import type { Conversations } from '../../../core/ports/conversations';
import { prepareChange } from './prepare-change';
import { isConversationId } from './chat-record';
import { listConversations, chatNotFound, readConversation } from './chat-query';
import { createConversationWriter, type ConversationsOptions } from './chat-writer';
import type { Autosave } from '../session/autosave';
import type { SessionQueue } from '../session/session';

export interface ConversationStore extends Conversations {
  /** Call when all stored data was deleted. */
  forget(): void;
}

const invalidId = failure('validation', 'This is not a valid chat id.', {
  suggestion: 'Use plain text of at most 200 characters as the id.',
});

/**
 * Every message, call and update of every chat (decision journal-first). If two windows write the
 * same conversation, the later change of each fact and entry wins, and a deletion always wins.
 * `purge` removes deleted text from the disk.
 */
export function createConversations(
  queue: SessionQueue,
  autosave: Autosave,
  purge: () => Promise<Result<void>>,
  options: ConversationsOptions,
): ConversationStore {
  const writer = createConversationWriter(queue, autosave, options);
  return {
    write: async (id, change) => {
      if (!isConversationId(id)) return fail(invalidId);
      const prepared = prepareChange(change);
      return prepared.ok ? writer.write(id, prepared.value) : prepared;
    },
    read: async (id) => {
      if (!isConversationId(id)) return fail(chatNotFound);
      return queue.run('read the chat', async ({ view }) => {
        const found = await view.query((database, payloadReader) =>
          readConversation(database, payloadReader, id),
        );
        // Another window may have written to it since this one did.
        writer.outdate(id);
        return found;
      });
    },
    list: (query) =>
      queue.run('list the chats', ({ view }) =>
        view.query((database, payloadReader) => listConversations(database, payloadReader, query)),
      ),
    delete: async (id) => {
      if (!isConversationId(id)) return fail(invalidId);
      const deleted = await writer.delete(id);
      return deleted.ok ? purge() : deleted;
    },
    forget: () => writer.forget(),
  };
}
