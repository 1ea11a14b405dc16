import { readShown } from '../../core/agent/stored/read-transcript';
import type { ConversationEntry } from '../../core/contracts/conversation';
import { RestoredMessages, type RestoredInto } from './restored-messages';
import type { Transcript } from './transcript';

export interface ReplayInto extends RestoredInto {
  readonly transcript: Transcript;
}

/**
 * Puts what is stored of a chat into a transcript without the agent, to be read only: nothing of
 * it can be sent anew or goes on.
 */
export function replayStored(entries: readonly ConversationEntry[], into: ReplayInto): void {
  const messages = new RestoredMessages(into, false);
  const shown = entries.filter(({ part }) => part === 'transcript');
  for (const update of shown.flatMap((entry) => readShown(entry)?.updates ?? [])) {
    if (update.sessionUpdate === 'user_message_chunk') {
      messages.take(update);
      continue;
    }
    messages.end();
    into.transcript.update(update);
  }
  into.transcript.settle();
}
