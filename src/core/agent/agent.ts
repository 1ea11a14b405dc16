import { say, type Sentence } from '../base/sentence';
import {
  forkMeta,
  parseMeta,
  gatehouseMeta,
  listMeta,
  type ForkSessionRequest,
  type ToolCallMeta,
  type ListSessionsRequest,
  type ListSessionsResponse,
  type SessionInfo,
  type SessionInfoMeta,
} from '../contracts/chats/acp';
import type { AcpAgent, AcpClient } from '../ports/acp';
import { emptyStart, type AgentDeps } from './conversation/conversation-start';
import { commandsUpdate } from './commands/typed-text';
import { OpenSessions } from './open-sessions';
import type {
  ConversationEntry,
  StoredConversation,
  ConversationHit,
} from '../contracts/chats/conversation';
import { acpErrorOf, type AcpError } from '../contracts/chats/acp-client';
import { failure, saidOf, succeed, type Failure, type Result } from '../contracts/failure';
import { isObject, toList } from '../contracts/json';
import { editedTitle, newTitle } from '../base/titles';
import type { Conversation } from './conversation/conversation';
import { toEntryValue } from './persistence/entry-values';
import type { Conversations } from '../ports/conversations';

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
          throw refused(say`The chat was not deleted: ${saidOf(deleted.failure)}`);
        }
        deps.environment.trust.forget(sessionId);
        deps.environment.permission.forget(sessionId);
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
  if (start === undefined) throw refused(noSuchMessage);
  const shown = await transcriptBefore(chat, messageId);
  const sessionId = deps.system.ids.uuid();
  const restored = deps.runner.restore(sessionId, start.snapshot, chat.id);
  if (!restored.ok) throw acpErrorOf(restored.failure);
  // The checkpoint is as old as the message; results that were compressed since are not in this
  // chat either.
  if (start.forgotten.size > 0) deps.runner.forgetSeen(sessionId, [...start.forgotten]);
  const fork = sessions.add(sessionId, start);
  fork.chat.outbox.update(commandsUpdate);
  await storeFork(fork.chat, shown);
  return sessionId;
}

const noSuchMessage = say`This message is no longer in the context of the chat: it was compressed or cleared, or was never sent to the model. Send it again.`;

/** Why a request of the user was not done. */
function refused(why: Sentence): AcpError {
  return acpErrorOf(failure('execution', why));
}

interface ForkedTranscript {
  readonly title: string;
  readonly entries: readonly ConversationEntry[];
}

async function transcriptBefore(
  chat: Conversation,
  messageId: string,
): Promise<Result<ForkedTranscript>> {
  const stored = await chat.readStored();
  return stored.ok ? succeed(transcriptUpTo(stored.value, messageId)) : stored;
}

function transcriptUpTo(
  { info, entries }: StoredConversation,
  messageId: string,
): ForkedTranscript {
  const shown = entries.filter(({ part }) => part === 'transcript');
  const at = shown.findIndex(({ key }) => key === `message:${messageId}`);
  const taken = shown.slice(0, Math.max(at, 0));
  return { title: editedTitle(info.title), entries: taken.map((entry) => runIn(info.id, entry)) };
}

/** Calls name the session they ran in, unless they were copied from another one already. */
function runIn(session: string, entry: ConversationEntry): ConversationEntry {
  const { key, value } = entry;
  if (!key.startsWith('call:') || !isObject(value)) return entry;
  const meta = isObject(value['_meta']) ? value['_meta'] : {};
  const gatehouse = { session, ...gatehouseMeta(meta) } satisfies ToolCallMeta;
  return { ...entry, value: toEntryValue({ ...value, _meta: { ...meta, gatehouse } }) };
}

async function storeFork(chat: Conversation, shown: Result<ForkedTranscript>): Promise<void> {
  const { title, entries } = shown.ok ? shown.value : { title: newTitle, entries: [] };
  await chat.saveAs({ title, entries, messages: entries.filter(isUserMessage).length });
  if (!shown.ok) chat.outbox.notice('warning', notCopied(shown.failure));
}

function isUserMessage({ value }: ConversationEntry): boolean {
  const [first] = toList(value);
  return isObject(first) && first['sessionUpdate'] === 'user_message_chunk';
}

function notCopied(why: Failure): Sentence {
  return say`The earlier messages could not be stored with this chat: ${saidOf(why)}`;
}

const usualLimit = 50;
const maxLimit = 200;

/** The stored chats of ACP `session/list`; `_meta.gatehouse` of the request is `ListSessionsMeta`. */
async function listSessions(
  { cwd, cursor, _meta }: ListSessionsRequest,
  conversations: Pick<Conversations, 'list'>,
): Promise<ListSessionsResponse> {
  const asked = parseMeta(listMeta, _meta);
  const text = asked.text.trim();
  const limit = Math.min(Math.max(asked.limit ?? usualLimit, 1), maxLimit);
  const page = await conversations.list({
    limit,
    ...(text !== '' && { text }),
    ...(typeof cursor === 'string' && { cursor }),
  });
  if (!page.ok) throw refused(say`The chats cannot be listed: ${saidOf(page.failure)}`);
  const { nextCursor } = page.value;
  return {
    sessions: page.value.conversations
      .filter((each) => typeof cwd !== 'string' || each.cwd === cwd)
      .map(sessionInfo),
    ...(nextCursor !== undefined && { nextCursor }),
  };
}

function sessionInfo(hit: ConversationHit): SessionInfo {
  const { id, cwd, title, updatedAt, createdAt, tokens, messages, cost, excerpt } = hit;
  const meta: SessionInfoMeta = {
    tokens,
    messages,
    createdAt,
    ...(cost !== undefined && { cost }),
    ...(excerpt !== undefined && { excerpt }),
  };
  return {
    sessionId: id,
    cwd,
    title,
    updatedAt: new Date(updatedAt).toISOString(),
    _meta: { gatehouse: meta },
  };
}
