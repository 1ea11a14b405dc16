import * as os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import {
  createOtherWorkspaces,
  type OpenWorkspaces,
  type OtherWorkspacesDeps,
} from './other-workspaces';
import { createWorkspaceRegistry } from './workspace-registry';

export interface PlacesDeps extends Pick<
  OtherWorkspacesDeps,
  'ownFolder' | 'conversations' | 'openStore' | 'report'
> {
  /** Storage of the whole installation. */
  readonly globalFolder: string;
  /** First folder of the workspace. */
  readonly root: () => string | undefined;
}

/** Other workspaces and their chats: a bundle of its own, loaded by `lazy-places.ts`. */
export function openWorkspaces(deps: PlacesDeps): OpenWorkspaces {
  const home = os.homedir();
  const registry = createWorkspaceRegistry({
    folder: path.join(deps.globalFolder, 'places'),
    now: () => systemClock.now(),
    uuid: () => systemIds.uuid(),
  });
  return createOtherWorkspaces({
    ...deps,
    registry,
    cwd: () => deps.root() ?? home,
    home,
    clock: systemClock,
    ids: systemIds,
  });
}
