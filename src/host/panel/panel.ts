import type * as vscode from 'vscode';
import type { AcpClient } from '../../core/ports/acp';
import type { Disposable } from '../../core/ports/disposable';
import { ChatList } from './chat/chat-list';
import type { ContextKind } from './chat/context-actions';
import type { ShownCall } from './history/find-call';
import type { PanelDeps } from './page/panel-deps';
import { createPanelView } from './page/create-panel-view';
import type { PanelView } from './page/panel-view';

export interface Panel extends Disposable {
  /** The panel's part of the ACP client. */
  readonly client: Pick<AcpClient, 'sessionUpdate'>;
  readonly chats: ChatList;
  /** Fills the webview view of the panel. */
  show(webviewView: vscode.WebviewView): void;
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

/** The chat panel: chats, their transcripts, and their page, made when it is first shown. */
export function createPanel(deps: PanelDeps): Panel {
  const { agent, approvals, clock, files, reports, terminals } = deps;
  const { changes, workspace } = files;
  const chats = new ChatList({
    agent,
    approvals: approvals.pending,
    background: terminals.background,
    changes,
    clock,
    folders: () => workspace.roots(),
    reports,
  });
  let shown: PanelView | undefined;
  const view = (): PanelView => (shown ??= createPanelView(deps, chats));
  const surroundingsChanged = () => shown?.surroundingsChanged();
  const owned: readonly Disposable[] = [
    agent.onDidChangeModel(surroundingsChanged),
    workspace.onDidChange(surroundingsChanged),
    chats,
  ];
  return {
    client: clientOf(chats),
    chats,
    show: (webviewView) => view().resolveWebviewView(webviewView),
    insertText: (text) => view().insertText(text),
    attach: (kind) => view().attach(kind),
    focus: () => view().focus(),
    showHistory: () => view().showHistory(),
    renameChat: () => view().renameChat(),
    exportChat: () => view().exportChat(),
    deleteChat: () => view().deleteChat(),
    endChats: () => chats.closeAll(),
    showCall: (call) => view().showCall(call),
    dispose: () => {
      shown?.dispose();
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
