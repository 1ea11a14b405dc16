import { editedTitle } from '../../core/base/chat-title';
import { isAborted } from '../../core/base/is-aborted';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { ChatTab } from './chat';
import type { ChatFork } from './chat-deps';
import { failureSentence } from './turn';

/**
 * Stops the chat and copies what stood before this message of it. A failure is a sentence for the
 * person. The chat itself stays as it is.
 */
export async function forkBefore(chat: ChatTab, itemId: string): Promise<Result<ChatFork, string>> {
  await chat.turns.stopped();
  if (isAborted(chat.closed)) return fail('The chat was closed.');
  try {
    const sessionId = await chat.acp.fork(itemId);
    const transcript = chat.transcript.before(itemId, chat.sessionId);
    const sent = [...chat.sent].filter(([id]) => transcript.user(id) !== undefined);
    return succeed({ title: editedTitle(chat.title), transcript, sessionId, sent: new Map(sent) });
  } catch (error) {
    return fail(`The message could not be sent anew: ${failureSentence(error)} Its text is in the input.`);
  }
}
