import * as path from 'node:path';
import type * as vscode from 'vscode';
import { createStore, type Store } from '../../adapters/store/store';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/ids';
import type { Log } from '../log';
import type { HostSettings } from '../settings/create-settings';

/** The store of this workspace; of the whole installation when no folder is open. */
export function composeStore(
  context: vscode.ExtensionContext,
  settings: HostSettings,
  log: Log,
): Store {
  return createStore({
    folder: (context.storageUri ?? context.globalStorageUri).fsPath,
    clock: systemClock,
    ids: systemIds,
    log: (line) => {
      log.info(line);
    },
    openDatabase: async () => {
      const { loadSqlJs } = await import('../../adapters/store/sql-js-entry');
      return loadSqlJs(path.join(context.extensionPath, 'dist', 'sql-wasm.wasm'));
    },
    overflow: {
      retentionDays: () => settings.get('overflow.retentionDays'),
      maxBytes: () => settings.get('overflow.maxBytes'),
    },
  });
}
