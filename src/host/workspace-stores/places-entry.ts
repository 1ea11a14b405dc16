import * as os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import { createOtherWorkspaces, type OpenWorkspaces, type OwnWorkspace } from './other-workspaces';
import type { WorkspaceStore } from './open-stores';
import { createWorkspaceRegistry } from './workspace-registry';

export interface PlacesDeps {
  /** Storage of the whole installation. */
  readonly globalFolder: string;
  readonly own: OwnWorkspace;
  /** Opens the store of another folder; it touches nothing before its first use. */
  readonly openStore: (folder: string) => WorkspaceStore;
  readonly report: (error: unknown) => void;
}

/** Other workspaces and their chats: a bundle of its own, loaded by `lazy-places.ts`. */
export function openWorkspaces({
  globalFolder,
  own,
  openStore,
  report,
}: PlacesDeps): OpenWorkspaces {
  const registry = createWorkspaceRegistry({
    folder: path.join(globalFolder, 'places'),
    now: () => systemClock.now(),
    uuid: () => systemIds.uuid(),
  });
  return createOtherWorkspaces({
    registry,
    own,
    openStore,
    home: os.homedir(),
    clock: systemClock,
    ids: systemIds,
    report,
  });
}
