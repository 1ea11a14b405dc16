import type { AvailableCommand } from '../../../core/contracts/chats/acp';
import type { ChatAgent } from './chat-deps';

/** Whoever delivers the updates of the session. */
export interface SessionObserver {
  /** As `ChatDirectory.expectSession`. */
  expectSession(): () => void;
  sessionOpened(sessionId: string): void;
}

/** The ACP session of one chat, opened when something first needs it. */
export class AcpSession {
  /** The commands the agent accepts in this session; undefined until it reports them. */
  commands: readonly AvailableCommand[] | undefined;
  private opening: Promise<string> | undefined;

  constructor(
    private readonly agent: Pick<ChatAgent, 'acp' | 'cwd'>,
    private readonly observer: SessionObserver,
    private known?: string,
  ) {}

  get id(): string | undefined {
    return this.known;
  }

  /** Rejects when the agent refuses; the next use asks again. */
  async open(): Promise<string> {
    return this.known ?? (this.opening ??= this.create());
  }

  /**
   * Asks the agent to send the whole stored session, as updates that arrive before this settles.
   * Rejects when it refuses.
   */
  async load(): Promise<void> {
    const { known: sessionId } = this;
    if (sessionId === undefined) return;
    const { acp, cwd } = this.agent;
    await acp.loadSession({ sessionId, cwd: cwd(), mcpServers: [] });
  }

  /**
   * A new session with everything before this message; undefined when there is nothing, as no
   * session was ever opened. Rejects when the agent refuses.
   */
  async fork(beforeMessage: string): Promise<string | undefined> {
    if (this.known === undefined) return undefined;
    const gatehouse = { beforeMessage };
    const { sessionId } = await this.agent.acp.forkSession({
      sessionId: this.known,
      cwd: this.agent.cwd(),
      mcpServers: [],
      _meta: { gatehouse },
    });
    return sessionId;
  }

  private async create(): Promise<string> {
    const settle = this.observer.expectSession();
    try {
      const request = { cwd: this.agent.cwd(), mcpServers: [] };
      this.known = (await this.agent.acp.newSession(request)).sessionId;
      this.observer.sessionOpened(this.known);
      return this.known;
    } finally {
      this.opening = undefined;
      settle();
    }
  }
}
