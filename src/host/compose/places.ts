import * as vscode from 'vscode';
import type { Store } from '../../adapters/store/store';
import { createLazyPlaces, type OtherWorkspacesPort } from '../workspace-stores/lazy-places';
import { withFirstWriteHook } from '../workspace-stores/first-write';
import type { HostWorkspace } from '../workspace/workspace';
import { composeStore, type StoreSources } from './storage';

export interface PlaceSources extends StoreSources {
  /** Of the whole installation. */
  readonly globalFolder: string;
  readonly workspace: HostWorkspace;
}

/** The store of this window, and those of other workspaces. */
export function composePlaces(sources: PlaceSources): {
  store: Store;
  places: OtherWorkspacesPort;
} {
  const { storageFolder, globalFolder, workspace, log } = sources;
  const report = (error: unknown): void => {
    log.report(error);
  };
  const root = (): string | undefined => workspace.roots()[0];
  const places = createLazyPlaces({
    load: async () => {
      const { openWorkspaces } = await import('../workspace-stores/places-entry');
      return openWorkspaces({
        globalFolder,
        own: { folder: storageFolder, conversations: store.conversations, root },
        openStore: (folder) => composeStore({ ...sources, storageFolder: folder }),
        report,
      });
    },
    report,
  });
  // The next window tries again when it fails.
  const register = async (): Promise<void> => {
    await (await places.open()).registerHere(vscode.workspace.name ?? 'No folder', root());
  };
  const store = withFirstWriteHook(composeStore(sources), () => {
    register().catch(report);
  });
  return { store, places };
}
