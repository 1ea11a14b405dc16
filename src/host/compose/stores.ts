import { shown } from '../window/language';
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { dense } from '../../core/contracts/schema-parts';
import { createStore, type Store } from '../../adapters/store/store';
import { WorkerThread } from '../../adapters/store/channel/thread';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import { createAuditKey } from '../secrets/audit-key';
import { offer } from '../window/notify';
import { OpenWorkspaces } from '../workspace-stores/other-workspaces';
import { storeLimits } from '../workspace-stores/store-limits';
import { WorkspaceRegistry } from '../workspace-stores/workspace-registry';
import type { Base } from './base';

export interface Stores {
  readonly store: Store;
  readonly places: OpenWorkspaces;
}

/** Touches nothing before the first use. */
export function composeStores(base: Base): Stores {
  const { context, storage, workspace, log } = base;
  const dist = path.join(context.extensionPath, 'dist');
  const thread = new WorkerThread({
    program: path.join(dist, 'store-worker.js'),
    wasm: path.join(dist, 'sql-wasm.wasm'),
  });
  const { folder } = storage;
  const root = (): string | undefined => workspace.roots()[0];
  const registry = new WorkspaceRegistry({
    folder: path.join(storage.globalFolder, 'places'),
    now: () => systemClock.now(),
    uuid: () => systemIds.uuid(),
  });
  const store = openStore({ ...base, thread }, folder, () => {
    const facts = { label: vscode.workspace.name, root: root(), folder };
    // The next window tries again when it fails.
    registry.register(dense(facts)).catch(log.report);
  });
  const places = new OpenWorkspaces({
    registry,
    own: { folder, conversations: store.conversations, root },
    openStore: (other) => openStore({ ...base, thread }, other),
    home: os.homedir(),
    clock: systemClock,
    ids: systemIds,
    report: log.report,
  });
  store.onProblem((problem) => void offer('Warning', shown(problem)));
  return { store, places };
}

function openStore(
  { context, settings, log, thread }: Base & { readonly thread: WorkerThread },
  folder: string,
  onFirstWrite: () => void = () => undefined,
): Store {
  return createStore({
    folder,
    clock: systemClock,
    ids: systemIds,
    log: log.info,
    openWorker: (opened, events) => thread.open(opened, events),
    auditKey: createAuditKey(context.secrets, folder, systemClock),
    limits: storeLimits(settings),
    onFirstWrite,
  });
}
