import * as vscode from 'vscode';
import { isAborted } from '../../core/base/is-aborted';
import type { AcpClient } from '../../core/ports/acp';
import type { Disposable } from '../../core/ports/disposable';
import { createLazyViews } from '../lazy-views';
import { Chats } from './chats';
import type { ContextKind } from './context-actions';
import type { PanelDeps } from './panel-deps';
import { readRequest } from './read-request';
import { tell } from './tell';
import type { PanelView } from './view';

export interface Panel extends Disposable {
  /** The panel's part of the ACP client. */
  readonly client: Pick<AcpClient, 'sessionUpdate'>;
  readonly chats: Chats;
  /** Puts text at the end of the draft and shows the input. */
  insertText(text: string): Promise<void>;
  /** Adds context to the draft and shows the input. */
  attach(kind: ContextKind): Promise<void>;
  focus(): Promise<void>;
}

/**
 * The chat panel: chats, their transcripts, and the webview view `gatehouse.panel`, which loads when
 * it is first shown.
 */
export function createPanel(deps: PanelDeps): Panel {
  const chats = new Chats({
    agent: deps.agent,
    approvals: deps.approvals,
    background: deps.background,
    clock: deps.clock,
    modelId: () => deps.model().id,
    cwd: deps.workspace.cwd,
    onClosed: deps.onChatClosed,
    tell,
    warn: (message) => deps.log.warn(message),
  });
  let shown: PanelView | undefined;
  const views = createLazyViews({
    load: () => import('./page-entry'),
    onLoadFailed: deps.onLoadFailed,
  });
  const view = views.keep(
    (page) => (shown = page.createPanelView({ ...deps, chats, readRequest })),
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
    client: {
      sessionUpdate: (notification) => {
        chats.sessionUpdate(notification);
        return Promise.resolve();
      },
    },
    chats,
    insertText: async (text) => (await view())?.insertText(text),
    attach: async (kind) => (await view())?.attach(kind),
    focus: async () => (await view())?.focus(),
    dispose: () => {
      for (const each of owned) each.dispose();
    },
  };
}

/** A view that is closed while the page loads is not filled. */
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
