import type { SessionUpdate } from '../contracts/acp';
import type { NoticeMeta } from '../contracts/meta';
import type { AcpClient } from '../ports/acp';
import type { Ids } from '../ports/ids';

/** What a session tells its client. Nothing here waits, so a slow client never holds Stop up. */
export interface Outbox {
  update(update: SessionUpdate): void;
  /** Something for the person that is not the model's text. */
  notice(level: NoticeMeta['notice'], text: string): void;
  /** Settles when everything sent so far has been taken; never rejects. */
  flush(): Promise<void>;
}

/** The client takes updates in the order of these calls. */
export function createOutbox(client: AcpClient, sessionId: string, ids: Ids): Outbox {
  let taken: Promise<unknown> = Promise.resolve();
  const update = (sent: SessionUpdate) => {
    // A notification has no answer: a client that fails to show one must not end the turn.
    taken = Promise.allSettled([taken, client.sessionUpdate({ sessionId, update: sent })]);
  };
  return {
    update,
    notice: (level, text) => {
      const meta: NoticeMeta = { notice: level };
      update({
        sessionUpdate: 'agent_message_chunk',
        messageId: ids.uuid(),
        content: { type: 'text', text },
        _meta: { gatehouse: meta },
      });
    },
    flush: async () => {
      await taken;
    },
  };
}
