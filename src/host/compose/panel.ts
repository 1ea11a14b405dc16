import * as vscode from 'vscode';
import { systemClock } from '../../adapters/system/clock';
import { createContextSources } from '../context/context-sources';
import type { OfferingServers } from '../mcp/server';
import { activeSelection, pickFile, workspaceProblems } from '../context/editor';
import type { UserTerminalOutputs } from '../context/terminal-output';
import { shownDiffs, subjectOf } from '../approvals/present';
import { nativeChangeEditors } from '../panel/changes/change-dialogs';
import { showProposedChanges } from '../panel/changes/proposed-change';
import { AwayNotices } from '../panel/chat/away-notices';
import type { ChatDirectory } from '../panel/chat/chat-directory';
import { ChatList } from '../panel/chat/chat-list';
import type { ChatTab } from '../panel/chat/chat-tab';
import { Panel, type PanelDeps } from '../panel/page/panel';
import { notify, offer } from '../window/notify';
import type { HostAgent } from './agent';
import type { ReviewPlaces } from './approvals';
import type { Base } from './base';
import type { FileAccess } from './files';
import type { Runners } from './runners';
import type { Stores } from './stores';
import type { UserEvents } from './user-events';
import { markMessageSent } from './walkthrough';
import { t } from '../window/language';
import { mementoMemory } from '../window/memory';

export interface ChatParts {
  readonly directory: ChatDirectory<ChatTab>;
  readonly agent: HostAgent;
  readonly files: FileAccess;
  readonly runners: Runners;
}

/** The chats of this window; they need no panel. */
export function composeChats(
  base: Base,
  { directory, agent, files, runners }: ChatParts,
): ChatList {
  const { approvals, log, workspace } = base;
  const chats = new ChatList(directory, {
    agent,
    approvals: approvals.pending,
    background: runners.background,
    changes: files.changes,
    clock: systemClock,
    questionOf: (terminalId) => runners.terminals.find(terminalId)?.question(),
    folders: () => workspace.roots(),
    reports: { notify, warn: log.warn },
  });
  markMessageSent(chats);
  return chats;
}

export interface PanelParts {
  readonly agent: HostAgent;
  readonly chats: ChatList;
  readonly files: FileAccess;
  readonly runners: Runners;
  readonly stores: Stores;
  /** Where context of messages comes from. */
  readonly sources: { readonly terminals: UserTerminalOutputs; readonly servers: OfferingServers };
  readonly userEvents: UserEvents;
  /** Pages and dialogs that the panel opens. */
  readonly views: Pick<PanelDeps['ui'], 'explain' | 'getModel'>;
}

export function composePanel(base: Base, parts: PanelParts): Panel {
  const { context, workspace, approvals, documents, storage, log } = base;
  const { agent, chats, files, runners, stores, userEvents, views } = parts;
  return new Panel({
    agent,
    approvals: { ...approvals, permission: base.policy.permission },
    chats,
    files: {
      workspace,
      changes: files.changes,
      record: userEvents.changes,
      recordUserEvent: userEvents.recordUserEvent,
      context: composeContext(base, parts),
    },
    reports: { notify, warn: log.warn },
    storage: {
      conversations: stores.store.conversations,
      places: stores.places,
      memory: mementoMemory(context.workspaceState, 'gatehouse.chats'),
      folder: storage.folder,
      overflow: stores.store.overflow,
    },
    terminals: panelTerminals(runners),
    ui: {
      extensionUri: context.extensionUri,
      documents,
      announceReplies: () => base.settings.get('accessibility.announceReplies'),
      away: composeAway(base, chats),
      ...views,
    },
  });
}

/** Where the review of an approval shows its call: in the editors, and on its card. */
export function reviewPlaces({ documents }: Base, panel: Panel): ReviewPlaces {
  const editors = nativeChangeEditors(documents);
  return {
    showChange: (item) =>
      showProposedChanges(shownDiffs(item), t('{0} (proposed)', subjectOf(item)), editors),
    showCard: ({ sessionId: session, toolCallId }) => panel.showCall({ session, toolCallId }),
  };
}

function composeAway({ settings }: Base, chats: ChatList): AwayNotices {
  return new AwayNotices({
    chats,
    window: {
      isFocused: () => vscode.window.state.focused,
      onDidFocus: (listener) =>
        vscode.window.onDidChangeWindowState(({ focused }) => {
          if (focused) listener();
        }),
    },
    isOn: () => settings.get('notify.whileAway'),
    notify: (chatId, title) => {
      const run = () => {
        chats.select(chatId);
        return vscode.commands.executeCommand('gatehouse.focus');
      };
      void offer('Information', t('the turn in "{0}" has ended.', title), {
        label: t('Open Chat'),
        run,
      });
    },
  });
}

function panelTerminals({ background, terminals }: Runners): PanelDeps['terminals'] {
  return {
    background,
    handleOf: (terminalId) => terminals.find(terminalId),
    reveal: (terminalId) => {
      terminals.reveal(terminalId);
    },
  };
}

function composeContext({ workspace }: Base, { files, sources }: PanelParts) {
  const uriOf = (file: string): string => vscode.Uri.file(file).toString();
  return createContextSources({
    files: files.files,
    search: files.search,
    workspace,
    editor: { activeSelection, workspaceProblems, uriOf, pickFile },
    lastOutput: () => sources.terminals.last(),
    servers: sources.servers,
  });
}
