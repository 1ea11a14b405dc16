import type { SessionUpdate } from '../../core/contracts/acp';
import type {
  ConversationChange,
  ConversationEntry,
  StoredConversation,
} from '../../core/contracts/conversation';
import type { NoticeMeta } from '../../core/contracts/meta';

export interface CopyTo {
  /** Where it was, for people. */
  readonly place: string;
  /** The folder that the copy works in. */
  readonly cwd: string;
  /** Id of the notice. */
  readonly messageId: string;
}

/**
 * What makes a copy of a chat in another store. The state of its session stays behind: what it knew
 * of files and was allowed holds for the folders of the other place, so each file must be read again
 * (DESIGN decision 44).
 */
export function copiedChat(
  { info, entries }: StoredConversation,
  { place, cwd, messageId }: CopyTo,
): ConversationChange {
  const { title, isNamed, cost, tokens, messages } = info;
  return {
    facts: { title, isNamed, cwd, tokens, messages, ...(cost === undefined ? {} : { cost }) },
    put: [...entries.filter(({ part }) => part !== 'state'), notice(place, messageId)],
  };
}

function notice(place: string, messageId: string): ConversationEntry {
  const text = `Copied from ${place}. Files must be read again, and full outputs of its calls stayed there.`;
  const update = {
    sessionUpdate: 'agent_message_chunk',
    messageId,
    content: { type: 'text', text },
    _meta: { gatehouse: { notice: 'info' } satisfies NoticeMeta },
  } satisfies SessionUpdate;
  return { part: 'transcript', key: `message:${messageId}`, value: [update] };
}
