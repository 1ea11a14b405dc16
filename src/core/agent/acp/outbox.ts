import type { SessionUpdate, NoticeMeta } from '../../contracts/chats/acp';
import type { AcpClient } from '../../ports/acp';
import type { Ids } from '../../ports/system';

type Level = NoticeMeta['notice'];
type NoticeMore = Omit<NoticeMeta, 'notice'>;

/** Updates from a session to its client. No method blocks, so a slow client never delays Stop. */
export interface AcpOutbox {
  update(update: SessionUpdate): void;
  /** Call when a message of the model is complete. */
  endMessage(messageId: string): void;
  /** A message to the user that is not text of the model. */
  notice(level: Level, text: string, more?: NoticeMore): void;
  /** A notice that changes: each call replaces the previous text. */
  replaceableNotice(): (level: Level, text: string, more?: NoticeMore) => void;
  /** Sends what the chat has shown before, without recording it again. */
  replay(updates: readonly SessionUpdate[]): void;
  /**
   * Sends what `read` returns, after everything sent before this call and before everything sent
   * later, one call at a time. Rejects if `read` does.
   */
  replayStored(read: () => Promise<readonly SessionUpdate[]>): Promise<void>;
  /** Resolves when everything sent so far was delivered; never rejects. */
  flush(): Promise<void>;
}

/** Stores what is sent. */
export interface UpdateRecorder {
  /** Resolves when the update may be shown; undefined for at once. */
  readonly record: (update: SessionUpdate) => Promise<void> | undefined;
  readonly endMessage: (messageId: string) => void;
}

/** The client gets updates in the order of these calls, each once it may be shown. */
export function createAcpOutbox(
  client: Pick<AcpClient, 'sessionUpdate'>,
  sessionId: string,
  ids: Ids,
  record: UpdateRecorder,
): AcpOutbox {
  const queue = createDelivery((update) => client.sessionUpdate({ sessionId, update }));
  /** Updates held back while stored ones are read. */
  let held: SessionUpdate[] | undefined;
  const update = (sent: SessionUpdate) => {
    if (held === undefined) queue.send(sent, record.record(sent));
    else held.push(sent);
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
  const replay = (updates: readonly SessionUpdate[]) => {
    for (const each of updates) queue.send(each, undefined);
  };
  return {
    update,
    endMessage: record.endMessage,
    notice: (level, text, more) => {
      changingNotice()(level, text, more);
    },
    replaceableNotice: changingNotice,
    replay,
    replayStored: async (read) => {
      const mine: SessionUpdate[] = [];
      held = mine;
      try {
        await queue.flush();
        replay(await read());
      } finally {
        held = undefined;
        for (const each of mine) update(each);
      }
    },
    flush: () => queue.flush(),
  };
}

function createDelivery(deliver: (update: SessionUpdate) => Promise<void>) {
  let taken: Promise<unknown> = Promise.resolve();
  let gate: Promise<void> = Promise.resolve();
  let waiting = 0;
  const start = async (update: SessionUpdate) => deliver(update);
  const send = (update: SessionUpdate) => {
    // Notifications have no answer: a client that fails to show one must not end the turn.
    taken = Promise.allSettled([taken, start(update)]);
  };
  return {
    send: (update: SessionUpdate, mayBeShown: Promise<void> | undefined) => {
      if (waiting === 0 && mayBeShown === undefined) {
        send(update);
        return;
      }
      waiting += 1;
      gate = gate
        .then(() => mayBeShown)
        .then(() => {
          waiting -= 1;
          send(update);
        });
    },
    flush: async () => {
      await gate;
      await taken;
    },
  };
}
