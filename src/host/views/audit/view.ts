import * as vscode from 'vscode';
import type { Disposable } from '../../../core/ports/disposable';
import type { Ids } from '../../../core/ports/system';
import { AuditBrowser, type AuditBrowserDeps } from './browser';
import { auditRequest } from '../../../core/contracts/audit/page';
import { auditShell } from './page';

export interface AuditViewDeps extends Omit<AuditBrowserDeps, 'post'> {
  readonly ids: Ids;
  readonly extensionUri: vscode.Uri;
  /** The label of the workspace of the entries. */
  readonly workspaceName: () => string;
}

/** The audit log as an editor tab; opening it again shows the same tab, refreshed. */
export interface AuditView extends Disposable {
  open(): Promise<void>;
}

export function createAuditView(deps: AuditViewDeps): AuditView {
  let shown: { readonly panel: vscode.WebviewPanel; readonly browser: AuditBrowser } | undefined;

  function show(): void {
    const { query, actions, problems } = deps;
    const panel = createPanel(deps);
    const browser = new AuditBrowser({
      ...{ query, actions, problems },
      // A hidden page loses its messages, and requests everything when it is visible again.
      post: (message) => void panel.webview.postMessage(message),
    });
    shown = { panel, browser };
    panel.webview.onDidReceiveMessage((message: unknown) => {
      const request = auditRequest.safeParse(message).data;
      if (request !== undefined) void browser.receive(request);
    });
    panel.onDidDispose(() => {
      browser.dispose();
      shown = undefined;
    });
    panel.webview.html = pageOf(panel.webview, deps);
  }

  return {
    async open() {
      if (shown === undefined) {
        show();
        return;
      }
      shown.panel.reveal();
      await shown.browser.refresh();
    },
    dispose() {
      shown?.panel.dispose();
    },
  };
}

function distOf({ extensionUri }: AuditViewDeps): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist');
}

function createPanel(deps: AuditViewDeps): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(
    'gatehouse.audit',
    'Gatehouse Audit Log',
    vscode.ViewColumn.Active,
    { enableScripts: true, enableFindWidget: true, localResourceRoots: [distOf(deps)] },
  );
}

function pageOf(webview: vscode.Webview, deps: AuditViewDeps): string {
  const uriOf = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(distOf(deps), file)).toString();
  return auditShell({
    workspace: deps.workspaceName(),
    nonce: deps.ids.uuid(),
    script: uriOf('audit.js'),
    style: uriOf('audit.css'),
    icons: uriOf('codicon.css'),
    source: webview.cspSource,
  });
}
