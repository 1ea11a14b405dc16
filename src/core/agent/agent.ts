import type { ForkSessionRequest } from '../contracts/acp';
import { readObject, readString } from '../base/json-read';
import type { AcpAgent, AcpClient } from '../ports/acp';
import { emptyStart } from './chat';
import type { AgentDeps } from './deps';
import { createSession, type Session } from './session';

const protocolVersion = 1;

const agentCapabilities = {
  loadSession: false,
  promptCapabilities: { image: true, embeddedContext: true },
  sessionCapabilities: { close: {}, fork: {} },
};

/**
 * The built-in agent, as an ACP v1 agent (DESIGN section 2). `prompt` settles with a stop reason
 * whatever the model, the tools or the person do.
 */
export function createAgent(deps: AgentDeps): (client: AcpClient) => AcpAgent {
  return (client) => {
    const sessions = new Map<string, Session>();
    const find = (sessionId: string): Session => {
      const session = sessions.get(sessionId);
      if (session === undefined) throw new Error(`Unknown session: ${sessionId}`);
      return session;
    };
    return {
      initialize: () => Promise.resolve({ protocolVersion, agentCapabilities, authMethods: [] }),
      newSession: () => {
        const sessionId = deps.ids.uuid();
        sessions.set(sessionId, createSession(sessionId, deps, client, emptyStart(deps)));
        return Promise.resolve({ sessionId });
      },
      forkSession: async (request) => {
        const start = find(request.sessionId).before(forkedBefore(request));
        if (start === undefined) throw new Error(noSuchMessage);
        const sessionId = deps.ids.uuid();
        const restored = deps.runner.restore(sessionId, start.snapshot);
        if (!restored.ok) throw new Error(restored.failure.message);
        // The mark is as old as the message; what was compressed since is not in this chat either.
        if (start.forgotten.size > 0) deps.runner.forgetSeen(sessionId, [...start.forgotten]);
        sessions.set(sessionId, createSession(sessionId, deps, client, start));
        return Promise.resolve({ sessionId });
      },
      prompt: async (request) => ({ stopReason: await find(request.sessionId).prompt(request) }),
      cancel: (notification) => {
        // A chat that is gone has nothing left to stop.
        sessions.get(notification.sessionId)?.cancel();
        return Promise.resolve();
      },
      closeSession: ({ sessionId }) => {
        sessions.get(sessionId)?.cancel();
        sessions.delete(sessionId);
        return Promise.resolve({});
      },
    };
  };
}

const noSuchMessage =
  'This message is no longer in the context of the chat: it was compressed or cleared, or never sent to the model. Send it anew.';

/** `ForkMeta` */
function forkedBefore({ _meta }: ForkSessionRequest): string {
  return readString(readObject(_meta, 'gatehouse'), 'beforeMessage') ?? '';
}
