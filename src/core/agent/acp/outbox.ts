import { inEnglish, type Sentence } from '../../base/sentence';
import type { SessionUpdate, NoticeMeta } from '../../contracts/chats/acp';
import type { AcpClient } from '../../ports/acp';
import type { Ids } from '../../ports/system';

type Level = NoticeMeta['notice'];
type NoticeMore = Omit<NoticeMeta, 'notice' | 'said'>;

export interface UpdateRecorder {
  /** Resolves when the update may be shown; undefined for at once. */
  readonly record: (update: SessionUpdate) => Promise<void> | undefined;
  readonly endMessage: (messageId: string) => void;
}

/** Sends updates in the order of these calls. No method blocks: a slow client never delays Stop. */
export class AcpOutbox {
  private taken: Promise<unknown> = Promise.resolve();
  private gate: Promise<void> = Promise.resolve();
  private waiting = 0;
  private held: SessionUpdate[] | undefined;

  constructor(
    private readonly client: Pick<AcpClient, 'sessionUpdate'>,
    private readonly sessionId: string,
    private readonly ids: Ids,
    private readonly recorder: UpdateRecorder,
  ) {}

  update(update: SessionUpdate): void {
    if (this.held === undefined) this.send(update, this.recorder.record(update));
    else this.held.push(update);
  }

  endMessage(messageId: string): void {
    this.recorder.endMessage(messageId);
  }

  notice(level: Level, text: Sentence, more?: NoticeMore): void {
    this.replaceableNotice()(level, text, more);
  }

  /** A notice that changes: each call replaces the previous text. */
  replaceableNotice(): (level: Level, text: Sentence, more?: NoticeMore) => void {
    const messageId = this.ids.uuid();
    return (level, said, more = {}) => {
      const meta: NoticeMeta = { notice: level, said, ...more };
      this.update({
        sessionUpdate: 'agent_message_chunk',
        messageId,
        content: { type: 'text', text: inEnglish(said) },
        _meta: { gatehouse: meta },
      });
    };
  }

  /** Sends what the chat has shown before, without recording it again. */
  replay(updates: readonly SessionUpdate[]): void {
    for (const each of updates) this.send(each, undefined);
  }

  /** Sends what `read` returns between what was sent before this call and after. One at a time. */
  async replayStored(read: () => Promise<readonly SessionUpdate[]>): Promise<void> {
    const mine: SessionUpdate[] = [];
    this.held = mine;
    try {
      await this.flush();
      this.replay(await read());
    } finally {
      this.held = undefined;
      for (const each of mine) this.update(each);
    }
  }

  /** Resolves when everything sent so far was delivered; never rejects. */
  async flush(): Promise<void> {
    await this.gate;
    await this.taken;
  }

  private send(update: SessionUpdate, mayBeShown: Promise<void> | undefined): void {
    if (this.waiting === 0 && mayBeShown === undefined) {
      this.start(update);
      return;
    }
    this.waiting += 1;
    this.gate = this.gate
      .then(() => mayBeShown)
      .then(() => {
        this.waiting -= 1;
        this.start(update);
      });
  }

  private start(update: SessionUpdate): void {
    const { client, sessionId } = this;
    const delivered = (async () => client.sessionUpdate({ sessionId, update }))();
    // Notifications have no answer: a client that fails to show one must not end the turn.
    this.taken = Promise.allSettled([this.taken, delivered]);
  }
}
