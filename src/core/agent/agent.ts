import { forkMeta, parseMeta, type ForkSessionRequest } from '../contracts/chats/acp';
import type { AcpAgent, AcpClient } from '../ports/acp';
import { emptyStart } from './conversation/conversation-start';
import { commandsUpdate } from './commands/typed-text';
import type { AgentDeps } from './conversation/agent-deps';
import { listSessions } from './acp/list-sessions';
import { OpenSessions } from './open-sessions';
import { storeFork, transcriptBefore } from './fork';

const protocolVersion = 1;

const agentCapabilities = {
  loadSession: true,
  promptCapabilities: { image: true, embeddedContext: true },
  sessionCapabilities: { close: {}, delete: {}, fork: {}, list: {} },
};

/** An ACP v1 agent (decision acp-seam). `prompt` resolves with a stop reason, whatever happens. */
export function createAgent(deps: AgentDeps): (client: AcpClient) => AcpAgent {
  return (client) => {
    const sessions = new OpenSessions(deps, client);
    return {
      initialize: () => Promise.resolve({ protocolVersion, agentCapabilities, authMethods: [] }),
      newSession: ({ cwd }) => {
        const { chat } = sessions.add(deps.system.ids.uuid(), emptyStart(deps, cwd));
        chat.outbox.update(commandsUpdate);
        return Promise.resolve({ sessionId: chat.id });
      },
      forkSession: async (request) => ({ sessionId: await forkSession(request, deps, sessions) }),
      loadSession: ({ sessionId }) => sessions.load(sessionId),
      listSessions: (request) => listSessions(request, deps.store.conversations),
      deleteSession: async ({ sessionId }) => {
        await sessions.end(sessionId);
        const deleted = await deps.store.conversations.delete(sessionId);
        // Deleting a chat that does not exist succeeds (ACP).
        if (!deleted.ok && deleted.failure.errorCode !== 'unavailable') {
          throw new Error(`The chat was not deleted: ${deleted.failure.message}`);
        }
        deps.environment.trust.forget(sessionId);
        return {};
      },
      prompt: async (request) => ({
        stopReason: await sessions.find(request.sessionId).prompt(request),
      }),
      cancel: (notification) => {
        // A chat that is gone has nothing to stop.
        sessions.get(notification.sessionId)?.cancel();
        return Promise.resolve();
      },
      closeSession: async ({ sessionId }) => {
        await sessions.close(sessionId);
        return {};
      },
    };
  };
}

async function forkSession(
  request: ForkSessionRequest,
  deps: AgentDeps,
  sessions: OpenSessions,
): Promise<string> {
  const { beforeMessage: messageId } = parseMeta(forkMeta, request._meta);
  const { chat } = sessions.find(request.sessionId);
  const start = chat.startBefore(messageId);
  if (start === undefined) throw new Error(noSuchMessage);
  const shown = await transcriptBefore(chat, messageId);
  const sessionId = deps.system.ids.uuid();
  const restored = deps.runner.restore(sessionId, start.snapshot, chat.id);
  if (!restored.ok) throw new Error(restored.failure.message);
  // The checkpoint is as old as the message; results that were compressed since are not in this
  // chat either.
  if (start.forgotten.size > 0) deps.runner.forgetSeen(sessionId, [...start.forgotten]);
  const fork = sessions.add(sessionId, start);
  fork.chat.outbox.update(commandsUpdate);
  await storeFork(fork.chat, shown);
  return sessionId;
}

const noSuchMessage =
  'This message is no longer in the context of the chat: it was compressed or cleared, or was never sent to the model. Send it again.';
