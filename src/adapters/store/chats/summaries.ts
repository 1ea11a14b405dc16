import { succeed } from '../../../core/contracts/failure';
import type { SummaryLog } from '../../../core/ports/conversations';
import type { Ids } from '../../../core/ports/system';
import type { Autosave } from '../session/autosave';
import type { SessionQueue } from '../session/session-queue';

/** Records how conversations were compacted (000-compress-4). */
export function createSummaryLog(queue: SessionQueue, autosave: Autosave, ids: Ids): SummaryLog {
  return {
    add: (summary) =>
      queue.run('save the summary', async (session) => {
        const { conversationId: conversation, ...rest } = summary;
        await session.journal.append({ kind: 'summary', conversation, id: ids.uuid(), ...rest });
        autosave.noteWrite(session);
        return succeed(undefined);
      }),
  };
}
