import type { Conversation } from '../chat';
import { readShown } from './read-transcript';

/**
 * Sends what an open chat has shown once more; what runs in it goes on, and what it says meanwhile
 * comes behind. Rejects, in words, when it cannot be read.
 */
export async function replayTranscript({ outbox, record, deps, id }: Conversation): Promise<void> {
  await outbox.replayStored(async () => {
    await record.saveQueue.commit();
    const stored = await deps.conversations.read(id);
    if (!stored.ok) throw new Error(stored.failure.message);
    const shown = stored.value.entries.filter(({ part }) => part === 'transcript').map(readShown);
    return shown.flatMap((each) => each?.updates ?? []);
  });
  await outbox.flush();
}
