import type { AcpAgent, AcpClient } from '../../ports/acp';
import { jsonCopy } from '../../contracts/json';

/**
 * Connects an agent with its client in memory. As over a wire, messages are copied as JSON, so
 * nothing is shared. The updates of a session arrive in the order they were sent, before later
 * answers and questions of the agent; a pending question does not block updates.
 */
export function connectInMemory(
  makeAgent: (client: AcpClient) => AcpAgent,
  client: AcpClient,
): AcpAgent {
  const queue = createUpdateQueue();
  const agent = makeAgent({
    sessionUpdate: (notification) => {
      const copy = jsonCopy(notification);
      return queue.add(copy.sessionId, () => client.sessionUpdate(copy));
    },
    requestPermission: async (request) => {
      const copy = jsonCopy(request);
      await queue.settled(copy.sessionId);
      return jsonCopy(await client.requestPermission(copy));
    },
  });
  return {
    initialize: async (request) => jsonCopy(await agent.initialize(jsonCopy(request))),
    newSession: async (request) => jsonCopy(await agent.newSession(jsonCopy(request))),
    loadSession: async (request) => {
      const response = jsonCopy(await agent.loadSession(jsonCopy(request)));
      await queue.settled(request.sessionId);
      return response;
    },
    listSessions: async (request) => jsonCopy(await agent.listSessions(jsonCopy(request))),
    deleteSession: async (request) => jsonCopy(await agent.deleteSession(jsonCopy(request))),
    forkSession: async (request) => jsonCopy(await agent.forkSession(jsonCopy(request))),
    prompt: async (request) => {
      const response = jsonCopy(await agent.prompt(jsonCopy(request)));
      await queue.settled(request.sessionId);
      return response;
    },
    cancel: (notification) => agent.cancel(jsonCopy(notification)),
    closeSession: async (request) => jsonCopy(await agent.closeSession(jsonCopy(request))),
  };
}

/** One chain of deliveries per session. */
function createUpdateQueue() {
  const chains = new Map<string, Promise<void>>();
  const settled = (sessionId: string) => chains.get(sessionId) ?? Promise.resolve();
  return {
    settled,
    add: (sessionId: string, deliver: () => Promise<void>): Promise<void> => {
      const delivery = settled(sessionId).then(deliver);
      // The sender sees the failure; later updates are still delivered.
      const chain = delivery.catch(() => undefined);
      chains.set(sessionId, chain);
      void chain.then(() => {
        if (chains.get(sessionId) === chain) chains.delete(sessionId);
      });
      return delivery;
    },
  };
}
