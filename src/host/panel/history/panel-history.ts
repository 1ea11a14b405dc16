import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import { systemProcesses } from '../../../adapters/system/processes';
import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import type { Conversations } from '../../../core/ports/conversations';
import type { FileChanges } from '../../../core/ports/file-changes';
import type { Disposable, Clock } from '../../../core/ports/system';
import type { OtherWorkspaces } from '../../workspace-stores/list-chats';
import type { ChatAgent, ChatReports } from '../chat/chat-deps';
import type { ChatList } from '../chat/chat-list';
import { ChatHistory } from './chat-history';
import { findCall, type ShownCall } from './find-call';
import { chatsElsewhere, chatsHere } from './sources';
import { StoredActions, type StoredDialogs } from './stored-actions';
import type { Memory } from '../../window/memory';
import { StoredChats } from './stored-chats';
import { WindowClaims } from './window-claims';

/** Where chats are stored. */
export interface ChatStorage {
  readonly conversations: Pick<Conversations, 'read' | 'write'>;
  readonly places: OtherWorkspaces;
  /** Saves the open chats for the next window of this workspace. */
  readonly memory: Memory;
  /** The storage folder of this workspace; windows that share it publish their open chats here. */
  readonly folder: string;
}

export interface PanelHistoryDeps {
  readonly agent: ChatAgent;
  readonly changes: FileChanges;
  readonly chats: ChatList;
  readonly clock: Clock;
  readonly dialogs: StoredDialogs;
  readonly reports: ChatReports;
  readonly storage: ChatStorage;
}

/** Stored chats in the panel: the list of all, those that were open, and actions on them. */
export class PanelHistory implements Disposable {
  readonly list: ChatHistory;
  readonly actions: StoredActions;
  /** As of `StoredChats`. */
  readonly found: Promise<void>;
  private readonly stored: StoredChats;

  constructor(private readonly deps: PanelHistoryDeps) {
    const { agent, changes, chats, clock, dialogs, reports, storage } = deps;
    const { conversations, places, memory } = storage;
    const { warn } = reports;
    const claims = claimsOf(deps);
    this.stored = new StoredChats({ chats, claims, conversations, changes, memory, clock, warn });
    this.found = this.stored.found;
    const sources = [chatsHere(agent.acp), chatsElsewhere(places)];
    this.list = new ChatHistory({ sources, chats });
    this.actions = new StoredActions({
      agent,
      changes,
      chats,
      dialogs,
      history: this.list,
      storage,
      stored: this.stored,
      warn,
    });
  }

  /** As `findCall`. */
  find(call: ShownCall): Promise<string | undefined> {
    const { chats, storage } = this.deps;
    const { conversations } = storage;
    return findCall(call, { chats, stored: this.stored, conversations });
  }

  dispose(): void {
    this.stored.dispose();
    this.list.dispose();
  }
}

function claimsOf({ clock, reports, storage }: PanelHistoryDeps): WindowClaims {
  return new WindowClaims({
    folder: path.join(storage.folder, 'windows'),
    processes: systemProcesses,
    clock,
    token: randomUUID(),
    warn: reports.warn,
  });
}

/** Handlers of the page's requests about stored chats. */
export function historyRequests(
  list: Pick<ChatHistory, 'open' | 'close' | 'search' | 'more'>,
  actions: Pick<StoredActions, 'open' | 'rename' | 'export' | 'delete'>,
) {
  return {
    openHistory: () => list.open(),
    closeHistory: () => list.close(),
    searchHistory: ({ query }) => list.search(query),
    moreHistory: () => list.more(),
    openStored: ({ historyId }) => actions.open(historyId),
    renameStored: ({ historyId, title }) => actions.rename(historyId, title),
    exportStored: ({ historyId }) => actions.export(historyId),
    deleteStored: ({ historyId }) => actions.delete(historyId),
  } satisfies Partial<PanelHandlers>;
}
