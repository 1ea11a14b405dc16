import { systemClock } from '../../adapters/system/clock';
import type { FileChanges } from '../../core/ports/file-changes';
import type { EraseSources, WindowData } from '../views/data/erase-all';
import type { Base } from './base';
import type { Calls } from './calls';
import type { FileAccess } from './files';
import type { Models } from './models';
import type { ChatList } from '../panel/chat/chat-list';
import type { HostAgent } from './agent';
import type { Stores } from './stores';
import { withTimeout } from '../../core/base/async';

export interface DataParts {
  readonly stores: Stores;
  readonly models: Pick<Models, 'apiKeys'>;
  readonly files: Pick<FileAccess, 'changes'>;
  readonly calls: Pick<Calls, 'pipeline' | 'mcp'>;
  readonly chats: ChatList;
  readonly agent: Pick<HostAgent, 'sessionsEnded'>;
}

/** Milliseconds that the ends of stopped commands may take to be recorded. */
const endingMs = 5000;
const ours = 'gatehouse.';
const grantsPrefix = `${ours}grants:`;

/** What `Gatehouse: Delete All Data…` works with. */
export function composeData(base: Base, parts: DataParts): EraseSources {
  const { storage, workspace, log } = base;
  const { stores, models } = parts;
  return {
    store: stores.store,
    storageFolder: storage.folder,
    places: () => Promise.resolve(stores.places),
    apiKeys: models.apiKeys,
    window: windowData(base, parts),
    author: { actor: storage.actorId, tenant: () => workspace.key() },
    clock: systemClock,
    report: log.report,
  };
}

function windowData({ context, policy }: Base, parts: DataParts): WindowData {
  const { agent, chats, files, calls } = parts;
  const { globalState, workspaceState } = context;
  const { grants } = policy;
  return {
    isRunning: () => chats.isRunning,
    countGrants: () =>
      globalState
        .keys()
        .filter((key) => key.startsWith(grantsPrefix))
        .reduce((sum, key) => sum + countOf(globalState.get(key)), 0),
    closeChats: async () => {
      await endChats(chats);
      await agent.sessionsEnded();
      await forgetChanges(files.changes);
      await withTimeout(calls.pipeline.backgroundEnds(), endingMs, systemClock);
    },
    forgetMemory: async () => {
      // Through their owner first, which notifies its listeners.
      for (const grant of grants.list()) await grants.remove(grant);
      await calls.mcp.workspace.forgetAllInputs();
      for (const memento of [globalState, workspaceState]) {
        const keys = memento.keys().filter((key) => key.startsWith(ours));
        for (const key of keys) await memento.update(key, undefined);
      }
    },
  };
}

/** A turn that is stopped writes its end first. Then all go, until one is left with nothing in it. */
async function endChats(chats: ChatList): Promise<void> {
  chats.stopAll();
  await withTimeout(untilIdle(chats), endingMs, systemClock);
  while (chats.summaries().length > 1 || !chats.active.isEmpty) chats.close();
}

function untilIdle(chats: ChatList): Promise<void> {
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
