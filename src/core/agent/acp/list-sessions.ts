import {
  listMeta,
  parseMeta,
  type ListSessionsRequest,
  type ListSessionsResponse,
  type SessionInfo,
  type SessionInfoMeta,
} from '../../contracts/chats/acp';
import type { ConversationHit } from '../../contracts/chats/conversation';
import type { Conversations } from '../../ports/conversations';

const usualLimit = 50;
const maxLimit = 200;

/** The stored chats of ACP `session/list`; `_meta.gatehouse` of the request is `ListSessionsMeta`. */
export async function listSessions(
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
  if (!page.ok) throw new Error(`The chats cannot be listed: ${page.failure.message}`);
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
