import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import type { Conversations } from '../../core/ports/conversations';
import type { Ids } from '../../core/ports/ids';
import { copiedChat } from './copied-chat';
import { listOtherChats } from './list-chats';
import { createOpenStores, type PlaceStore } from './open-stores';
import { placeLabels, type Place } from './place';
import type { PlaceRegistry } from './place-registry';
import type { OtherPlaces } from './types';

export interface OtherPlacesDeps {
  readonly registry: PlaceRegistry;
  /** The storage folder of this window, which is no other place. */
  readonly ownFolder: string;
  /** The chats of this window. */
  readonly conversations: Pick<Conversations, 'write'>;
  /** Opens the store of another folder; it touches nothing before its first use. */
  readonly openStore: (folder: string) => PlaceStore;
  /** The folder that a copy works in. */
  readonly cwd: () => string;
  readonly home: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly report: (error: unknown) => void;
}

/** What is done with the places themselves. */
export interface PlaceOwner {
  /** Remembers the place of this window. Rejects when it cannot be written. */
  registerHere(label: string, root: string | undefined): Promise<void>;
  /** The other places, last used first. */
  others(): Promise<readonly Place[]>;
  /** Uses its store, alone; afterwards it is closed. */
  withStore<T>(place: Place, work: (store: PlaceStore) => Promise<T>): Promise<T>;
  forget(place: Place): Promise<void>;
}

export interface OpenPlaces extends OtherPlaces, PlaceOwner {
  close(): Promise<void>;
}

export function createOtherPlaces(deps: OtherPlacesDeps): OpenPlaces {
  const { registry, conversations, ids } = deps;
  const stores = createOpenStores({ ...deps, open: deps.openStore });

  async function others(): Promise<readonly Place[]> {
    return (await registry.list()).filter(({ folder }) => folder !== deps.ownFolder);
  }

  async function find(id: string): Promise<Result<{ place: Place; label: string }>> {
    const all = await others();
    const place = all.find((each) => each.id === id);
    if (place === undefined) return fail(failure('unavailable', gone, { suggestion: anew }));
    return succeed({ place, label: placeLabels(all, deps.home).get(id) ?? place.label });
  }

  function read(place: Place, sessionId: string) {
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
const anew = 'Open the list of chats again.';
