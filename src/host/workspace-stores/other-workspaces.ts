import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Clock, Ids } from '../../core/ports/system';
import type { Conversations } from '../../core/ports/conversations';
import { otherPlaces, type OtherWorkspaces } from './list-chats';
import { OpenStores, type WorkspaceStore } from './open-stores';
import {
  workspaceLabels,
  type StoredWorkspace,
  type WorkspaceRegistry,
} from './workspace-registry';
import type { SessionUpdate, NoticeMeta } from '../../core/contracts/chats/acp';
import type {
  ConversationChange,
  ConversationEntry,
  StoredConversation,
} from '../../core/contracts/chats/conversation';

export interface OwnWorkspace {
  readonly folder: string;
  readonly conversations: Pick<Conversations, 'write'>;
  readonly root: () => string | undefined;
}

export interface OtherWorkspacesDeps {
  readonly registry: WorkspaceRegistry;
  readonly own: OwnWorkspace;
  /** Opens the store of another folder; it touches nothing before its first use. */
  readonly openStore: (folder: string) => WorkspaceStore;
  readonly home: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly report: (error: unknown) => void;
}

export interface WorkspaceDirectory {
  /** The other places, last used first. */
  others(): Promise<readonly StoredWorkspace[]>;
  /** Uses its store exclusively, then closes it. */
  withStore<T>(place: StoredWorkspace, work: (store: WorkspaceStore) => Promise<T>): Promise<T>;
  forget(place: StoredWorkspace): Promise<void>;
}

export interface OpenWorkspaces extends OtherWorkspaces, WorkspaceDirectory {
  close(): Promise<void>;
}

export function createOtherWorkspaces(deps: OtherWorkspacesDeps): OpenWorkspaces {
  const { registry, own, home, clock, ids, report } = deps;
  const stores = new OpenStores({ clock, open: deps.openStore, report });

  async function others(): Promise<readonly StoredWorkspace[]> {
    return (await registry.list()).filter(({ folder }) => folder !== own.folder);
  }

  async function find(id: string): Promise<Result<{ place: StoredWorkspace; label: string }>> {
    const all = await others();
    const place = all.find((each) => each.id === id);
    if (place === undefined) {
      return fail(failure('unavailable', gone, { suggestion: openListAgain }));
    }
    return succeed({ place, label: workspaceLabels(all, home).get(id) ?? place.label });
  }

  function read(place: StoredWorkspace, sessionId: string) {
    return stores.use(place.folder, (store) => store.conversations.read(sessionId));
  }

  return {
    places: () => otherPlaces({ registry, stores, others, home, report }),
    read: async (placeId, sessionId) => {
      const found = await find(placeId);
      return found.ok ? read(found.value.place, sessionId) : found;
    },
    copyHere: async (placeId, sessionId) => {
      const found = await find(placeId);
      if (!found.ok) return found;
      const stored = await read(found.value.place, sessionId);
      if (!stored.ok) return stored;
      const id = ids.uuid();
      const to = { place: found.value.label, cwd: own.root() ?? home, messageId: ids.uuid() };
      const written = await own.conversations.write(id, copiedChat(stored.value, to));
      return written.ok ? succeed(id) : written;
    },
    others,
    withStore: async ({ folder }, work) => {
      try {
        return await stores.use(folder, work);
      } finally {
        await stores.release(folder);
      }
    },
    forget: ({ id }) => registry.forget(id),
    close: () => stores.close(),
  };
}

const gone = 'The workspace of this chat is no longer known.';
const openListAgain = 'Open the list of chats again.';

export interface CopyTo {
  readonly place: string;
  readonly cwd: string;
  readonly messageId: string;
}

/** Without the state of the session, which applies to the other folders (decision 44). */
function copiedChat(
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
