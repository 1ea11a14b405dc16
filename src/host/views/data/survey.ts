import path from 'node:path';
import type { Store } from '../../../adapters/store/store';
import { httpProviders } from '../../../core/contracts/http-provider';
import type { Result } from '../../../core/contracts/result';
import type { StoreHealth } from '../../../core/contracts/store-health';
import type { ApiKeys } from '../../models/api-keys';
import type { WorkspaceDirectory } from '../../places/other-places';
import type { StoredWorkspace } from '../../places/place';
import { besideStore } from './erase-beside';
import { storageItems } from './storage-files';

/** What Delete All Data is about to delete. */
export interface DataInventory {
  readonly health: Result<StoreHealth>;
  /** Copies of changed files, snapshots and records of commands. */
  readonly copies: { readonly files: number; readonly bytes: number };
  /** "Always allow" rules that are remembered for workspaces. */
  readonly grants: number;
  readonly others: readonly StoredWorkspace[];
  /** True when at least one API key is stored, or may be. */
  readonly hasKeys: boolean;
  readonly isRunning: boolean;
}

export interface InventorySources {
  readonly store: Pick<Store, 'health'>;
  readonly storageFolder: string;
  readonly grants: { count(): number };
  readonly places: Pick<WorkspaceDirectory, 'others'>;
  readonly apiKeys: Pick<ApiKeys, 'state'>;
  readonly isRunning: () => boolean;
}

export async function takeInventory(sources: InventorySources): Promise<DataInventory> {
  const states = await Promise.all(httpProviders.map((each) => sources.apiKeys.state(each)));
  return {
    health: await sources.store.health(),
    copies: await copiesIn(sources.storageFolder),
    grants: sources.grants.count(),
    others: await sources.places.others(),
    hasKeys: states.some(({ kind }) => kind !== 'none'),
    isRunning: sources.isRunning(),
  };
}

async function copiesIn(folder: string): Promise<DataInventory['copies']> {
  const items = await Promise.all(besideStore.map((name) => storageItems(path.join(folder, name))));
  return items
    .flat()
    .reduce((sum, item) => ({ files: sum.files + item.files, bytes: sum.bytes + item.bytes }), {
      files: 0,
      bytes: 0,
    });
}
