import * as z from 'zod';
import { allOptional, count, dense, lenient } from '../../../core/contracts/schema-parts';
import type { ConversationHit } from '../../../core/contracts/chats/conversation';
import type { ListSessionsMeta, SessionInfo } from '../../../core/contracts/chats/acp';
import type { AcpAgent } from '../../../core/ports/acp';
import type { OtherWorkspaces, PlaceChats } from '../../workspace-stores/list-chats';
import { failureSentence } from '../transcript/display-text';
import { t, shownFailure } from '../../window/language';

/** A stored chat, of this place or another. */
export interface StoredEntry {
  readonly sessionId: string;
  readonly title: string;
  readonly updatedAt: number;
  readonly messages: number;
  readonly cost?: number;
  readonly excerpt?: string;
  /** Absent: stored here. */
  readonly place?: { readonly id: string; readonly name: string };
}

export interface EntryPage {
  readonly entries: readonly StoredEntry[];
  readonly nextCursor?: string;
  /** Sources that this one has found. */
  readonly sources?: readonly EntrySource[];
  readonly problem?: string;
}

/** Stored chats by time, newest first, a page at a time. */
export interface EntrySource {
  /** Epoch milliseconds: none of its chats is newer. Absent if unknown. */
  readonly newest?: number;
  page(text: string, cursor: string | undefined, signal: AbortSignal): Promise<EntryPage>;
}

const pageSize = 50;

/** The chats of this place, as the agent lists them; a third-party agent may list less. */
export function chatsHere(agent: Pick<AcpAgent, 'listSessions'>): EntrySource {
  return {
    page: async (text, cursor) => {
      const gatehouse: ListSessionsMeta = { limit: pageSize, ...(text === '' ? {} : { text }) };
      try {
        const listed = await agent.listSessions({
          ...(cursor === undefined ? {} : { cursor }),
          _meta: { gatehouse },
        });
        return {
          entries: listed.sessions.map(entryOf),
          ...(typeof listed.nextCursor === 'string' && { nextCursor: listed.nextCursor }),
        };
      } catch (error) {
        return {
          entries: [],
          problem: t('The chats could not be listed: {0}', failureSentence(error)),
        };
      }
    },
  };
}

/** The chats of other workspaces, each of which is a source of its own. */
export function chatsElsewhere(others: Pick<OtherWorkspaces, 'places'>): EntrySource {
  return {
    page: async () => {
      const found = await others.places();
      return found.ok
        ? { entries: [], sources: found.value.map(chatsOfPlace) }
        : {
            entries: [],
            problem: t(
              'Chats of other workspaces are not listed: {0}',
              shownFailure(found.failure),
            ),
          };
    },
  };
}

function chatsOfPlace({ id, name, newest, list }: PlaceChats): EntrySource {
  return {
    newest,
    page: async (text, cursor) => {
      const query = { limit: pageSize, text: text === '' ? undefined : text, cursor };
      const listed = await list(dense(query));
      if (!listed.ok) {
        const problem = t(
          'The chats of {0} are not listed: {1}',
          name,
          shownFailure(listed.failure),
        );
        return { entries: [], problem };
      }
      const { conversations, nextCursor } = listed.value;
      return dense({
        entries: conversations.map((hit) => entryOfPlace(hit, { id, name })),
        nextCursor,
      });
    },
  };
}

const infoSchema = allOptional({
  gatehouse: allOptional({
    messages: count.catch(0),
    cost: lenient(z.number().min(0)),
    excerpt: lenient(z.string()),
  }),
});

function entryOf({ sessionId, title, updatedAt, _meta }: SessionInfo): StoredEntry {
  const time = Date.parse(updatedAt ?? '');
  return {
    sessionId,
    title: title ?? '',
    updatedAt: Number.isNaN(time) ? 0 : time,
    ...dense(infoSchema.parse(_meta).gatehouse),
  };
}

function entryOfPlace(hit: ConversationHit, place: StoredEntry['place']): StoredEntry {
  const { id: sessionId, title, updatedAt, messages, cost, excerpt } = hit;
  return dense({ sessionId, title, updatedAt, messages, cost, excerpt, place });
}
