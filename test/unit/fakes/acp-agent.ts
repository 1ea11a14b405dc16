import type {
  CancelNotification,
  ForkSessionRequest,
  InitializeResponse,
  ListSessionsRequest,
  ListSessionsResponse,
  LoadSessionRequest,
  NewSessionRequest,
  PromptRequest,
  StopReason,
} from '../../../src/core/contracts/chats/acp';
import type { AcpAgent } from '../../../src/core/ports/acp';

interface Turn {
  readonly request: PromptRequest;
  readonly end: (stopReason: StopReason) => void;
  readonly fail: (error: Error) => void;
}

interface Load {
  readonly request: LoadSessionRequest;
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

/** An agent whose turns the test ends. Session ids are s1, s2, … */
export interface FakeAgent extends AcpAgent {
  readonly sessions: NewSessionRequest[];
  readonly turns: Turn[];
  readonly cancelled: CancelNotification[];
  readonly forks: ForkSessionRequest[];
  readonly closed: string[];
  readonly loads: Load[];
  readonly lists: ListSessionsRequest[];
  readonly deleted: string[];
  /** Returns the result of `session/list`. */
  list: (request: ListSessionsRequest) => Promise<ListSessionsResponse>;
  /** Fails `session/new` from now on. */
  refuse?: Error;
}

export function createFakeAgent(): FakeAgent {
  const agent: FakeAgent = {
    sessions: [],
    turns: [],
    cancelled: [],
    forks: [],
    closed: [],
    loads: [],
    lists: [],
    deleted: [],
    list: () => Promise.resolve({ sessions: [] }),
    initialize: (): Promise<InitializeResponse> => Promise.resolve({ protocolVersion: 1 }),
    newSession(request) {
      if (agent.refuse) return Promise.reject(agent.refuse);
      agent.sessions.push(request);
      return Promise.resolve({ sessionId: `s${agent.sessions.length}` });
    },
    forkSession(request) {
      if (agent.refuse) return Promise.reject(agent.refuse);
      agent.forks.push(request);
      return Promise.resolve({ sessionId: `f${agent.forks.length}` });
    },
    loadSession: (request) =>
      new Promise((resolve, reject) => {
        agent.loads.push({ request, end: () => resolve({}), fail: reject });
      }),
    listSessions(request) {
      agent.lists.push(request);
      return agent.list(request);
    },
    deleteSession({ sessionId }) {
      if (agent.refuse) return Promise.reject(agent.refuse);
      agent.deleted.push(sessionId);
      return Promise.resolve({});
    },
    prompt: (request) =>
      new Promise((resolve, reject) => {
        agent.turns.push({
          request,
          end: (stopReason) => resolve({ stopReason }),
          fail: reject,
        });
      }),
    closeSession({ sessionId }) {
      agent.closed.push(sessionId);
      return Promise.resolve({});
    },
    cancel(notification) {
      agent.cancelled.push(notification);
      return Promise.resolve();
    },
  };
  return agent;
}
