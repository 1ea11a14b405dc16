import { WorkByKey } from '../../base/async';
import type { AcpAgent, AcpClient, ClientMethods, ClientRequest } from '../../ports/acp';
import { jsonCopy } from '../../contracts/json';
import {
  acpCodes,
  AcpError,
  clientCapabilitiesMeta,
  nextOutputMethod,
  readMeta,
  type ClientRequests,
} from '../../contracts/chats/acp-client';
import type { InitializeRequest } from '../../contracts/chats/acp';

type ClientCapabilities = NonNullable<InitializeRequest['clientCapabilities']>;

const never = new AbortController().signal;

/**
 * Connects an agent with its client in memory; messages are copied as JSON. Updates of a session
 * arrive in their order, before later answers and questions; a pending question blocks none.
 */
export class InMemoryLink {
  readonly client: AcpClient;
  /** By session; the sender sees a failure, and later updates are still delivered. */
  private readonly updates = new WorkByKey();
  private readonly pending = new Set<(closed: AcpError) => void>();
  private announced: ClientCapabilities = {};
  private isClosed = false;

  /** A client without methods announces none. */
  constructor(
    client: AcpClient,
    private readonly methods?: ClientMethods,
  ) {
    const { updates } = this;
    this.client = {
      sessionUpdate: (notification) => {
        const copy = jsonCopy(notification);
        const { sessionId } = copy;
        const delivery = updates.settled(sessionId).then(() => client.sessionUpdate(copy));
        updates.track(sessionId, delivery);
        return delivery;
      },
      requestPermission: async (request) => {
        const copy = jsonCopy(request);
        await updates.settled(copy.sessionId);
        return jsonCopy(await client.requestPermission(copy));
      },
    };
  }

  /** Asks the client for what it has announced; anything else is not sent. */
  readonly request: ClientRequest = async (method, params, signal = never) => {
    const { methods } = this;
    if (methods === undefined || !isAnnounced(method, this.announced)) {
      throw new AcpError(acpCodes.noSuchMethod, `The client does not offer ${method}.`);
    }
    const copy = jsonCopy(params);
    return jsonCopy(await this.untilClosed(() => methods[method](copy, signal)));
  };

  connect(agent: AcpAgent): AcpAgent {
    const { updates } = this;
    return {
      initialize: async (request) => {
        this.announced = jsonCopy(request.clientCapabilities ?? {});
        return jsonCopy(await agent.initialize(jsonCopy(request)));
      },
      newSession: async (request) => jsonCopy(await agent.newSession(jsonCopy(request))),
      loadSession: async (request) => {
        const response = jsonCopy(await agent.loadSession(jsonCopy(request)));
        await updates.settled(request.sessionId);
        return response;
      },
      listSessions: async (request) => jsonCopy(await agent.listSessions(jsonCopy(request))),
      deleteSession: async (request) => jsonCopy(await agent.deleteSession(jsonCopy(request))),
      forkSession: async (request) => jsonCopy(await agent.forkSession(jsonCopy(request))),
      prompt: async (request) => {
        const response = jsonCopy(await agent.prompt(jsonCopy(request)));
        await updates.settled(request.sessionId);
        return response;
      },
      cancel: (notification) => agent.cancel(jsonCopy(notification)),
      closeSession: async (request) => jsonCopy(await agent.closeSession(jsonCopy(request))),
    };
  }

  /** Ends the requests that still wait for the client; later ones are refused. */
  close(): void {
    this.isClosed = true;
    for (const settle of this.pending) settle(closed());
    this.pending.clear();
  }

  private async untilClosed<T>(answer: () => Promise<T>): Promise<T> {
    if (this.isClosed) throw closed();
    let settle: (error: AcpError) => void = () => undefined;
    const ended = new Promise<never>((_, reject) => (settle = reject));
    this.pending.add(settle);
    try {
      return await Promise.race([answer(), ended]);
    } catch (error) {
      throw error instanceof AcpError ? copyOf(error) : error;
    } finally {
      this.pending.delete(settle);
    }
  }
}

function isAnnounced(method: keyof ClientRequests, announced: ClientCapabilities): boolean {
  switch (method) {
    case 'fs/read_text_file':
      return announced.fs?.readTextFile === true;
    case 'fs/write_text_file':
      return announced.fs?.writeTextFile === true;
    case nextOutputMethod:
      return readMeta(clientCapabilitiesMeta, announced)?.nextOutput === true;
    default:
      return announced.terminal === true;
  }
}

function copyOf({ code, message, data }: AcpError): AcpError {
  return new AcpError(code, message, jsonCopy(data));
}

function closed(): AcpError {
  return new AcpError(acpCodes.cancelled, 'The connection to the client is closed.');
}
