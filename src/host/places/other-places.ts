import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import type { Conversations } from '../../core/ports/conversations';
import type { Ids } from '../../core/ports/ids';
import { copiedChat } from './copied-chat';
import { listOtherChats } from './list-chats';
import { createOpenStores, type WorkspaceStore } from './open-stores';
import { workspaceLabels, type StoredWorkspace } from './place';
import type { WorkspaceRegistry } from './place-registry';
import type { OtherWorkspaces } from './types';

export interface OtherWorkspacesDeps {
  readonly registry: WorkspaceRegistry;
  /** The storage folder of this window, which is no other place. */
  readonly ownFolder: string;
  /** The chats of this window. */
  readonly conversations: Pick<Conversations, 'write'>;
  /** Opens the store of another folder; it touches nothing before its first use. */
  readonly openStore: (folder: string) => WorkspaceStore;
  /** The folder that a copy works in. */
  readonly cwd: () => string;
  readonly home: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly report: (error: unknown) => void;
}

/** What is done with the places themselves. */
export interface WorkspaceDirectory {
  /** Remembers the place of this window. Rejects when it cannot be written. */
  registerHere(label: string, root: string | undefined): Promise<void>;
  /** The other places, last used first. */
  others(): Promise<readonly StoredWorkspace[]>;
  /** Uses its store, alone; afterwards it is closed. */
  withStore<T>(place: StoredWorkspace, work: (store: WorkspaceStore) => Promise<T>): Promise<T>;
  forget(place: StoredWorkspace): Promise<void>;
}

export interface OpenWorkspaces extends OtherWorkspaces, WorkspaceDirectory {
  close(): Promise<void>;
}

export function createOtherWorkspaces(deps: OtherWorkspacesDeps): OpenWorkspaces {
  const { registry, conversations, ids } = deps;
  const stores = createOpenStores({ ...deps, open: deps.openStore });

  async function others(): Promise<readonly StoredWorkspace[]> {
    return (await registry.list()).filter(({ folder }) => folder !== deps.ownFolder);
  }

  async function find(id: string): Promise<Result<{ place: StoredWorkspace; label: string }>> {
    const all = await others();
    const place = all.find((each) => each.id === id);
    if (place === undefined) return fail(failure('unavailable', gone, { suggestion: openListAgain }));
    return succeed({ place, label: workspaceLabels(all, deps.home).get(id) ?? place.label });
  }

  function read(place: StoredWorkspace, sessionId: string) {
    return stores.use(place.folder, (store) => store.conversations.read(sessionId));
  }

  return {
    list: (query, signal) => listOtherChats({ ...deps, stores, others }, query, signal),
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
      const to = { place: found.value.label, cwd: deps.cwd(), messageId: ids.uuid() };
      const written = await conversations.write(id, copiedChat(stored.value, to));
      return written.ok ? succeed(id) : written;
    },
    registerHere: (label, root) =>
      registry.register({
        label,
        folder: deps.ownFolder,
        ...(root === undefined ? {} : { root }),
      }),
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

const gone = 'The place of this chat is no longer known.';
const openListAgain = 'Open the list of chats again.';
