import { isAborted } from '../../../core/base/async';
import type { SessionNotification, SessionUpdate } from '../../../core/contracts/chats/acp';

/** A chat as others know it by its session. */
export interface LiveChat {
  /** Undefined until the session is opened. */
  readonly sessionId: string | undefined;
  readonly title: string;
  update(update: SessionUpdate): void;
}

/** Updates kept for a session whose request the agent has not answered yet. */
const maxEarly = 1000;

/**
 * The open chats of this window by their sessions. It is made before the agent that sends updates
 * and before the list that opens chats, as these need each other.
 */
export class ChatDirectory<Chat extends LiveChat = LiveChat> {
  private readonly open: Chat[] = [];
  private readonly early = new Map<string, SessionUpdate[]>();
  /** Replays of stored sessions by the agent. */
  private readonly loads = new Map<string, Promise<void>>();
  private expected = 0;

  constructor(private readonly warn: (message: string) => void) {}

  /** Newest first. */
  all(): readonly Chat[] {
    return this.open;
  }

  find(sessionId: string): Chat | undefined {
    return this.open.find((chat) => chat.sessionId === sessionId);
  }

  titleOf(sessionId: string): string | undefined {
    return this.find(sessionId)?.title;
  }

  add(chat: Chat): void {
    this.open.unshift(chat);
  }

  /** False if the chat is not open. */
  remove(chat: Chat): boolean {
    const at = this.open.indexOf(chat);
    if (at >= 0) this.open.splice(at, 1);
    return at >= 0;
  }

  /**
   * Call before the agent is asked for a session: its updates may come before the answer. Call the
   * result once the chat of the session is known.
   */
  expectSession(): () => void {
    this.expected += 1;
    return () => {
      this.expected -= 1;
      if (this.expected === 0) this.early.clear();
    };
  }

  /** Delivers what came before the session of this chat was known. */
  deliverEarly(chat: Chat, sessionId: string): void {
    for (const update of this.early.get(sessionId) ?? []) chat.update(update);
    this.early.delete(sessionId);
  }

  /** Has the agent replay a stored session: one replay of a session at a time. Rejects as it does. */
  async load(sessionId: string, closed: AbortSignal, replay: () => Promise<void>): Promise<void> {
    // These updates belong to a chat that was closed during its load.
    while (this.loads.has(sessionId)) await this.loads.get(sessionId)?.catch(() => undefined);
    if (isAborted(closed)) return;
    const loading = replay();
    this.loads.set(sessionId, loading);
    try {
      await loading;
    } finally {
      this.loads.delete(sessionId);
    }
  }

  /** ACP `session/update`. */
  sessionUpdate({ sessionId, update }: SessionNotification): void {
    const chat = this.find(sessionId);
    if (chat) {
      chat.update(update);
      return;
    }
    // The chat was closed during the load.
    if (this.loads.has(sessionId)) return;
    const waiting = this.early.get(sessionId) ?? [];
    if (this.expected > 0 && waiting.length < maxEarly) {
      this.early.set(sessionId, [...waiting, update]);
    } else {
      this.warn(`An update for the unknown session ${sessionId} was dropped.`);
    }
  }
}
