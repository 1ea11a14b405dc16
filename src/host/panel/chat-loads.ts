import { isAborted } from '../../core/base/is-aborted';
import type { ChatTab } from './chat';

/** What the agent sends anew of stored sessions: one load of a session at a time. */
export class SessionLoads {
  private readonly running = new Map<string, Promise<void>>();

  /** True while updates of this session come that nobody may be there to take. */
  has(sessionId: string): boolean {
    return this.running.has(sessionId);
  }

  /** `begin` is called before the first update. Rejects when the agent refuses. */
  async run(chat: ChatTab, begin: () => void): Promise<void> {
    const { sessionId = '' } = chat;
    // Of a chat that was closed while it was loaded: its updates are not for this one.
    while (this.running.has(sessionId)) await this.running.get(sessionId)?.catch(() => undefined);
    if (isAborted(chat.closed)) return;
    begin();
    const loaded = chat.acp.load();
    this.running.set(sessionId, loaded);
    try {
      await loaded;
    } finally {
      this.running.delete(sessionId);
    }
  }
}
