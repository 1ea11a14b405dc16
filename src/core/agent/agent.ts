import type { AcpAgent, AcpClient } from '../ports/acp';
import type { AgentDeps } from './deps';
import { createSession, type Session } from './session';

const protocolVersion = 1;

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
      initialize: () =>
        Promise.resolve({
          protocolVersion,
          agentCapabilities: { loadSession: false },
          authMethods: [],
        }),
      newSession: () => {
        const sessionId = deps.ids.uuid();
        sessions.set(sessionId, createSession(sessionId, deps, client));
        return Promise.resolve({ sessionId });
      },
      prompt: async (request) => ({ stopReason: await find(request.sessionId).prompt(request) }),
      cancel: (notification) => {
        // A chat that is gone has nothing left to stop.
        sessions.get(notification.sessionId)?.cancel();
        return Promise.resolve();
      },
    };
  };
}
