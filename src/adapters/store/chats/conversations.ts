import { failure, fail, type Result } from '../../../core/contracts/failure';
import type { Conversations } from '../../../core/ports/conversations';
import { prepareChange } from './prepare-change';
import { isConversationId } from './chat-record';
import { listConversations, chatNotFound, readConversation } from './chat-query';
import { createConversationWriter, type ConversationsOptions } from './chat-writer';
import type { SessionQueue, Autosave } from '../session/session';

export interface ConversationStore extends Conversations {
  /** To be told when all that is stored has been deleted. */
  forget(): void;
}

const invalidId = failure('validation', 'This is no id of a chat.', {
  suggestion: 'Name chats by plain text of at most 200 characters.',
});

/**
 * Every message, call and update of every chat (decision journal-first). Where two windows write
 * the same conversation, the later change of each fact and each entry wins, and a deletion wins
 * over all. `purge` lets deleted text leave the disk.
 */
export function createConversations(
  runner: SessionQueue,
  upkeep: Autosave,
  purge: () => Promise<Result<void>>,
  options: ConversationsOptions,
): ConversationStore {
  const writer = createConversationWriter(runner, upkeep, options);
  return {
    write: async (id, change) => {
      if (!isConversationId(id)) return fail(invalidId);
      const prepared = prepareChange(change);
      return prepared.ok ? writer.write(id, prepared.value) : prepared;
    },
    read: async (id) => {
      if (!isConversationId(id)) return fail(chatNotFound);
      return runner.run('read the chat', async ({ view }) => {
        const found = await view.query((database, bodies) =>
          readConversation(database, bodies, id),
        );
        // Another window may have written it since this one did.
        writer.outdate(id);
        return found;
      });
    },
    list: (query) =>
      runner.run('list the chats', ({ view }) =>
        view.query((database, bodies) => listConversations(database, bodies, query)),
      ),
    delete: async (id) => {
      if (!isConversationId(id)) return fail(invalidId);
      const deleted = await writer.delete(id);
      return deleted.ok ? purge() : deleted;
    },
    forget: () => writer.forget(),
  };
}
