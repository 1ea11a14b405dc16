import type { AvailableCommand, ForkMeta } from '../../../core/contracts/chats/acp';
import type { AcpAgent } from '../../../core/ports/acp';

export interface AcpSessionDeps {
  /** Asked at each use: the agent and the panel are made for each other. */
  readonly agent: () => AcpAgent;
  /** Absolute folder of new sessions. */
  readonly cwd: () => string;
  readonly onSession: (sessionId: string) => void;
}

/** The ACP session of one chat, opened when something first needs it. */
export class AcpSession {
  /** What the agent says it can be told in this session; undefined until it has. */
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
   * Has the agent send all that is stored of the session, as updates that have come when this
   * settles. Rejects when it refuses.
   */
  async load(): Promise<void> {
    const { known: sessionId } = this;
    if (sessionId === undefined) return;
    const { agent, cwd } = this.deps;
    await agent().loadSession({ sessionId, cwd: cwd(), mcpServers: [] });
  }

  /**
   * A new session that holds what stood before this message; undefined when nothing did, as no
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
