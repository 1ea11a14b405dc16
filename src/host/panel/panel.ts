import * as vscode from 'vscode';
import { isAborted } from '../../core/base/is-aborted';
import type { AcpClient } from '../../core/ports/acp';
import type { Disposable } from '../../core/ports/disposable';
import { createLazyViews } from '../window/lazy-views';
import type { ChatReports } from './chat/chat-deps';
import { ChatList } from './chat/chat-list';
import type { ContextKind } from './chat/context-actions';
import type { ShownCall } from './history/find-call';
import { chatAgent, type PanelDeps } from './page/panel-deps';
import { readPanelRequest } from './page/read-request';
import { notify } from '../window/notify';
import type { PanelView } from './page/panel-view';

export interface Panel extends Disposable {
  /** The panel's part of the ACP client. */
  readonly client: Pick<AcpClient, 'sessionUpdate'>;
  readonly chats: ChatList;
  /** Appends text to the draft and shows the input. */
  insertText(text: string): Promise<void>;
  /** Adds context to the draft and shows the input. */
  attach(kind: ContextKind): Promise<void>;
  focus(): Promise<void>;
  /** Shows the panel with the list of all chats. */
  showHistory(): Promise<void>;
  /** For the active chat; asks outside the page. */
  renameChat(): Promise<void>;
  exportChat(): Promise<void>;
  deleteChat(): Promise<void>;
  /** Stops and closes all chats; stored data stays. */
  endChats(): Promise<void>;
  /** Shows the card of a call in its chat; false when that is no longer stored. */
  showCall(call: ShownCall): Promise<boolean>;
}

/**
 * The chat panel: chats, their transcripts, and the webview view `gatehouse.panel`, loaded when it
 * is first shown.
 */
export function createPanel(deps: PanelDeps): Panel {
  const reports: ChatReports = { notify, warn: (message) => deps.log.warn(message) };
  const chats = new ChatList({
    agent: chatAgent(deps),
    approvals: deps.approvals,
    background: deps.background,
    changes: deps.changes,
    clock: deps.clock,
    folders: deps.workspace.folders,
    reports,
  });
  let shown: PanelView | undefined;
  const views = createLazyViews({
    load: () => import('./page/page-entry'),
    onLoadFailed: deps.onLoadFailed,
  });
  const view = views.keep(
    (page) =>
      (shown = page.createPanelView({
        ...deps,
        chats,
        read: readPanelRequest,
        reports,
      })),
  );
  const surroundingsChanged = () => shown?.surroundingsChanged();
  const owned: readonly Disposable[] = [
    vscode.window.registerWebviewViewProvider('gatehouse.panel', {
      resolveWebviewView: (webviewView) => resolve(webviewView, view()),
    }),
    deps.onDidChangeModel(surroundingsChanged),
    deps.workspace.onDidChange(surroundingsChanged),
    views,
    chats,
  ];
  return {
    client: clientOf(chats),
    chats,
    insertText: async (text) => (await view())?.insertText(text),
    attach: async (kind) => (await view())?.attach(kind),
    focus: async () => (await view())?.focus(),
    showHistory: async () => (await view())?.showHistory(),
    renameChat: async () => (await view())?.renameChat(),
    exportChat: async () => (await view())?.exportChat(),
    deleteChat: async () => (await view())?.deleteChat(),
    endChats: () => chats.closeAll(),
    showCall: async (call) => (await (await view())?.showCall(call)) ?? false,
    dispose: () => {
      for (const each of owned) each.dispose();
    },
  };
}

function clientOf(chats: ChatList): Panel['client'] {
  return {
    sessionUpdate: (notification) => {
      chats.sessionUpdate(notification);
      return Promise.resolve();
    },
  };
}

/** A view that is closed during the load of the page is not filled. */
async function resolve(
  webviewView: vscode.WebviewView,
  loading: Promise<PanelView | undefined>,
): Promise<void> {
  const gone = new AbortController();
  const listener = webviewView.onDidDispose(() => {
    gone.abort();
  });
  const view = await loading;
  listener.dispose();
  if (!isAborted(gone.signal)) view?.resolveWebviewView(webviewView);
}
