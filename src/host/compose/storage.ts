import * as path from 'node:path';
import { createLazyStore } from '../../adapters/store/lazy-store';
import type { Store, StoreOptions } from '../../adapters/store/store';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/ids';
import type { Log } from '../log';
import type { HostSettings } from '../settings/create-settings';

export interface StoreSources {
  /** Of this workspace; of the whole installation when no folder is open. */
  readonly storageFolder: string;
  readonly extensionPath: string;
  readonly settings: HostSettings;
  readonly log: Log;
}

/** The store; it touches nothing before its first use. */
export function composeStore({ storageFolder, extensionPath, settings, log }: StoreSources): Store {
  const options: StoreOptions = {
    folder: storageFolder,
    clock: systemClock,
    ids: systemIds,
    log: (line) => {
      log.info(line);
    },
    openDatabase: async () => {
      const { loadSqlJs } = await import('../../adapters/store/sql-js-entry');
      return loadSqlJs(path.join(extensionPath, 'dist', 'sql-wasm.wasm'));
    },
    overflow: {
      retentionDays: () => settings.get('overflow.retentionDays'),
      maxBytes: () => settings.get('overflow.maxBytes'),
    },
  };
  return createLazyStore({
    load: async () => {
      const { createStore } = await import('../../adapters/store/store-entry');
      return createStore(options);
    },
    onLoadFailed: (error) => {
      log.report(error);
    },
  });
}
