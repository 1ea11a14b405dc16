import { say } from '../../core/base/sentence';
import { acpErrorOf, metaOf, clientCapabilitiesMeta } from '../../core/contracts/chats/acp-client';
import { failure } from '../../core/contracts/failure';
import { InMemoryLink } from '../../core/agent/acp/in-memory-link';
import type { AcpAgent, AcpClient, ClientMethods } from '../../core/ports/acp';
import { ClientFiles, type ClientFilesDeps } from './client-files';
import { ClientTerminals, type ClientTerminalsDeps } from './client-terminals';

/** ACP v1. */
const protocolVersion = 1;

const clientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  ...metaOf(clientCapabilitiesMeta, { nextOutput: true }),
};

type ClientDeps = Omit<ClientFilesDeps & ClientTerminalsDeps, 'sessions'>;

/** The connection to the built-in agent: its sessions, and what it may ask of this client. */
export class AgentConnection {
  readonly sessions = new ClientSessions();
  readonly link: InMemoryLink;

  constructor(client: AcpClient, deps: ClientDeps) {
    this.link = new InMemoryLink(client, clientMethods({ ...deps, sessions: this.sessions }));
  }
}

export function clientMethods(deps: ClientFilesDeps & ClientTerminalsDeps): ClientMethods {
  return { ...new ClientFiles(deps).methods, ...new ClientTerminals(deps).methods };
}

/** The sessions of one connection: its agent may name no others. */
export class ClientSessions {
  private readonly open = new Set<string>();
  private readonly closeListeners: ((sessionId: string) => void)[] = [];

  /** Throws the error that answers a request for an unknown session. */
  check(sessionId: string): void {
    if (this.open.has(sessionId)) return;
    throw acpErrorOf(failure('validation', say`There is no such session on this connection.`));
  }

  add(sessionId: string): void {
    this.open.add(sessionId);
  }

  /** Called after the agent has closed or deleted a session. */
  onClosed(listener: (sessionId: string) => void): void {
    this.closeListeners.push(listener);
  }

  /** Initialized. A session is open from the agent's answer until it is closed. */
  connect(agent: AcpAgent): AcpAgent {
    const ready = initialize(agent);
    // Each request that waits for it gets the error.
    ready.catch(() => undefined);
    const opened = <T extends { readonly sessionId: string }>(answer: T): T => {
      this.add(answer.sessionId);
      return answer;
    };
    return {
      ...agent,
      newSession: async (request) => {
        await ready;
        return opened(await agent.newSession(request));
      },
      forkSession: async (request) => {
        await ready;
        return opened(await agent.forkSession(request));
      },
      loadSession: async (request) => {
        await ready;
        const answer = await agent.loadSession(request);
        this.add(request.sessionId);
        return answer;
      },
      closeSession: (request) => this.ending(request, () => agent.closeSession(request)),
      deleteSession: async (request) => {
        await ready;
        return this.ending(request, () => agent.deleteSession(request));
      },
    };
  }

  private async ending<T>({ sessionId }: { sessionId: string }, end: () => Promise<T>): Promise<T> {
    this.open.delete(sessionId);
    try {
      return await end();
    } finally {
      for (const listener of this.closeListeners) listener(sessionId);
    }
  }
}

async function initialize(agent: AcpAgent): Promise<void> {
  const answer = await agent.initialize({ protocolVersion, clientCapabilities });
  if (answer.protocolVersion === protocolVersion) return;
  throw new Error(`The agent speaks version ${String(answer.protocolVersion)} of ACP, not 1.`);
}
