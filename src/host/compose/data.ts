import type * as vscode from 'vscode';
import type { Store } from '../../adapters/store/store';
import { systemClock } from '../../adapters/system/clock';
import type { Pipeline } from '../../core/pipeline/runner';
import { withTimeout } from '../../core/pipeline/runtime/async';
import type { FileChanges } from '../../core/ports/file-changes';
import type { Grants } from '../policy/grants';
import type { Log } from '../window/log';
import type { OtherWorkspacesPort } from '../workspace-stores/lazy-places';
import type { HostWorkspace } from '../workspace/workspace';
import type { EraseSources, WindowData } from '../views/data/erase-all';
import type { Models } from './models';
import type { HostPanel } from './panel';

export interface DataSources {
  readonly context: Pick<vscode.ExtensionContext, 'globalState' | 'workspaceState'>;
  readonly store: Store;
  readonly storageFolder: string;
  readonly places: OtherWorkspacesPort;
  readonly panel: HostPanel;
  readonly access: { readonly changes: FileChanges };
  readonly pipeline: Pick<Pipeline, 'backgroundEnds'>;
  readonly grants: Grants;
  readonly models: Pick<Models, 'apiKeys'>;
  readonly workspace: HostWorkspace;
  readonly actorId: string;
  readonly log: Log;
}

/** Milliseconds that the ends of stopped commands may take to be recorded. */
const endingMs = 5000;
const ours = 'gatehouse.';
const grantsPrefix = `${ours}grants:`;

/** What `Gatehouse: Delete All Data…` works with. */
export function composeData(sources: DataSources): EraseSources {
  const { workspace, log } = sources;
  return {
    store: sources.store,
    storageFolder: sources.storageFolder,
    places: () => sources.places.open(),
    apiKeys: sources.models.apiKeys,
    window: windowData(sources),
    author: { actor: sources.actorId, tenant: () => workspace.key() },
    clock: systemClock,
    report: (error) => {
      log.report(error);
    },
  };
}

function windowData({ context, panel, grants, access, pipeline }: DataSources): WindowData {
  const { globalState, workspaceState } = context;
  return {
    isRunning: () => panel.chats.isRunning,
    countGrants: () =>
      globalState
        .keys()
        .filter((key) => key.startsWith(grantsPrefix))
        .reduce((sum, key) => sum + countOf(globalState.get(key)), 0),
    closeChats: async () => {
      await endChats(panel);
      await panel.sessionsEnded();
      await forgetChanges(access.changes);
      await withTimeout(pipeline.backgroundEnds(), endingMs, systemClock);
    },
    forgetMemory: async () => {
      // Through their owner first, which notifies its listeners.
      for (const grant of grants.list()) await grants.remove(grant);
      for (const memento of [globalState, workspaceState]) {
        const keys = memento.keys().filter((key) => key.startsWith(ours));
        for (const key of keys) await memento.update(key, undefined);
      }
    },
  };
}

/** A turn that is stopped writes its end first. Then all go, until one is left with nothing in it. */
async function endChats({ chats }: HostPanel): Promise<void> {
  chats.stopAll();
  await withTimeout(untilIdle(chats), endingMs, systemClock);
  while (chats.summaries().length > 1 || !chats.active.isEmpty) chats.close();
}

function untilIdle(chats: HostPanel['chats']): Promise<void> {
  return new Promise((settle) => {
    const look = (): void => {
      if (chats.isRunning) return;
      watching.dispose();
      settle();
    };
    const watching = chats.onDidChange(look);
    look();
  });
}

/** By their owner: what it holds in memory of them goes too. */
async function forgetChanges(changes: FileChanges): Promise<void> {
  const kept = await changes.chats();
  if (!kept.ok) return;
  for (const { sessionId } of kept.value) await changes.forget(sessionId);
}

function countOf(rules: unknown): number {
  return Array.isArray(rules) ? rules.length : 0;
}
