import type { SessionUpdate } from '../contracts/acp';
import type { NoticeMeta } from '../contracts/meta';
import type { AcpClient } from '../ports/acp';
import type { Ids } from '../ports/ids';

type Level = NoticeMeta['notice'];
type NoticeMore = Omit<NoticeMeta, 'notice'>;

/** What a session tells its client. Nothing here waits, so a slow client never holds Stop up. */
export interface Outbox {
  update(update: SessionUpdate): void;
  /** Something for the person that is not the model's text. */
  notice(level: Level, text: string, more?: NoticeMore): void;
  /** A notice that is said anew: each call puts its text in the place of the one before. */
  changingNotice(): (level: Level, text: string, more?: NoticeMore) => void;
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
  const changingNotice = () => {
    const messageId = ids.uuid();
    return (level: Level, text: string, more: NoticeMore = {}) => {
      const meta: NoticeMeta = { notice: level, ...more };
      update({
        sessionUpdate: 'agent_message_chunk',
        messageId,
        content: { type: 'text', text },
        _meta: { gatehouse: meta },
      });
    };
  };
  return {
    update,
    notice: (level, text, more) => {
      changingNotice()(level, text, more);
    },
    changingNotice,
    flush: async () => {
      await taken;
    },
  };
}
