import * as path from 'node:path';
import { createLazyStore } from '../../adapters/store/lazy-store';
import type { Store, StoreLimits, StoreOptions } from '../../adapters/store/store';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import { createAuditKey } from '../secrets/audit-key';
import type { Log } from '../window/log';
import type { SecretStore } from '../secrets/api-keys';
import type { HostSettings } from '../settings/create-settings';

export interface StoreSources {
  /** Of this workspace; of the whole installation when no folder is open. */
  readonly storageFolder: string;
  readonly extensionPath: string;
  readonly settings: HostSettings;
  readonly secrets: SecretStore;
  readonly log: Log;
}

const megabyte = 1024 * 1024;

/** The store; it touches nothing before its first use. */
export function composeStore(sources: StoreSources): Store {
  const { storageFolder, extensionPath, settings, secrets, log } = sources;
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
    auditKey: createAuditKey(secrets, storageFolder, systemClock),
    limits: storeLimits(settings),
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

function storeLimits(settings: HostSettings): StoreLimits {
  return {
    overflowRetentionDays: () => settings.get('overflow.retentionDays'),
    overflowMaxBytes: () => settings.get('overflow.maxBytes'),
    chatsRetentionDays: () => settings.get('chats.retentionDays'),
    auditRetentionDays: () => settings.get('audit.retentionDays'),
    auditMaxFileBytes: () => settings.get('audit.maxFileMegabytes') * megabyte,
    maxBytes: () => settings.get('storage.maxMegabytes') * megabyte,
  };
}
