import { createLazyPart } from '../../adapters/system/lazy-part';
import { loadOnce } from '../../core/base/load-once';
import { succeed } from '../../core/contracts/failure';
import type { OpenWorkspaces } from './other-workspaces';
import type { OtherWorkspaces } from './workspace-chats';

export interface LazyPlacesDeps {
  readonly load: () => Promise<OpenWorkspaces>;
  readonly report: (error: unknown) => void;
}

export interface OtherWorkspacesPort extends OtherWorkspaces {
  /** For what is itself loaded lazily. Rejects when the part does not load. */
  open(): Promise<OpenWorkspaces>;
  close(): Promise<void>;
}

/** Other places, loaded with the first write of this window or the first list of chats. */
export function createLazyPlaces({ load, report }: LazyPlacesDeps): OtherWorkspacesPort {
  let made: OpenWorkspaces | undefined;
  const open = loadOnce(async () => (made = await load()));
  const ask = createLazyPart({ load: open, name: 'The list of workspaces', onLoadFailed: report });
  return {
    list: async (query, signal) => {
      const page = await ask(async (places) => succeed(await places.list(query, signal)));
      return page.ok ? page.value : { chats: [], problem: page.failure.message };
    },
    read: (placeId, sessionId) => ask((places) => places.read(placeId, sessionId)),
    copyHere: (placeId, sessionId) => ask((places) => places.copyHere(placeId, sessionId)),
    open,
    close: async () => made?.close(),
  };
}
