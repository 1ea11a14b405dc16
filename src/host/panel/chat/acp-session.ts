import type { AvailableCommand, ForkMeta } from '../../../core/contracts/chats/acp';
import type { AcpAgent } from '../../../core/ports/acp';

export interface AcpSessionDeps {
  /** Read at each use: the agent and the panel depend on each other. */
  readonly agent: () => AcpAgent;
  /** Absolute folder of new sessions. */
  readonly cwd: () => string;
  readonly onSession: (sessionId: string) => void;
}

/** The ACP session of one chat, opened when something first needs it. */
export class AcpSession {
  /** The commands the agent accepts in this session; undefined until it reports them. */
  commands: readonly AvailableCommand[] | undefined;
  private opening: Promise<string> | undefined;

  constructor(
    private readonly deps: AcpSessionDeps,
    private known?: string,
  ) {}

  get id(): string | undefined {
    return this.known;
  }

  /** True while the agent has not answered `session/new`. */
  get isOpening(): boolean {
    return this.opening !== undefined;
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
    const { agent, cwd } = this.deps;
    await agent().loadSession({ sessionId, cwd: cwd(), mcpServers: [] });
  }

  /**
   * A new session with everything before this message; undefined when there is nothing, as no
   * session was ever opened. Rejects when the agent refuses.
   */
  async fork(beforeMessage: string): Promise<string | undefined> {
    if (this.known === undefined) return undefined;
    const gatehouse: ForkMeta = { beforeMessage };
    const { sessionId } = await this.deps.agent().forkSession({
      sessionId: this.known,
      cwd: this.deps.cwd(),
      mcpServers: [],
      _meta: { gatehouse },
    });
    return sessionId;
  }

  private async create(): Promise<string> {
    try {
      const request = { cwd: this.deps.cwd(), mcpServers: [] };
      this.known = (await this.deps.agent().newSession(request)).sessionId;
    } finally {
      this.opening = undefined;
    }
    this.deps.onSession(this.known);
    return this.known;
  }
}
