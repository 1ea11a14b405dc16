import * as z from 'zod';
import { allOptional, count, dense, lenient } from '../../../core/contracts/schema-parts';
import type { ListSessionsMeta, SessionInfo } from '../../../core/contracts/chats/acp';
import type { AcpAgent } from '../../../core/ports/acp';
import type { OtherWorkspaces, WorkspaceChat } from '../../workspace-stores/workspace-chats';
import { failureSentence } from '../transcript/display-text';

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
  readonly problem?: string;
}

/** Stored chats by time, newest first, a page at a time. */
export interface EntrySource {
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
        return { entries: [], problem: `The chats could not be listed: ${failureSentence(error)}` };
      }
    },
  };
}

export function chatsElsewhere(places: Pick<OtherWorkspaces, 'list'>): EntrySource {
  return {
    page: async (text, cursor, signal) => {
      try {
        const query = {
          limit: pageSize,
          ...(text === '' ? {} : { text }),
          ...(cursor === undefined ? {} : { cursor }),
        };
        const { chats, ...rest } = await places.list(query, signal);
        return { ...rest, entries: chats.map(entryOfPlace) };
      } catch (error) {
        const reason = failureSentence(error);
        return { entries: [], problem: `Chats of other workspaces could not be listed: ${reason}` };
      }
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

function entryOfPlace(chat: WorkspaceChat): StoredEntry {
  const { id, title, updatedAt, messages, cost, excerpt, placeId, place } = chat;
  return {
    sessionId: id,
    title,
    updatedAt,
    messages,
    ...(cost === undefined ? {} : { cost }),
    ...(excerpt === undefined ? {} : { excerpt }),
    place: { id: placeId, name: place },
  };
}
