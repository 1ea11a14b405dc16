import * as vscode from 'vscode';
import { AuditBrowser, type AuditBrowserDeps } from './browser';
import { auditRequest } from '../../../core/contracts/audit/page';
import { bundlesIn, pageFiles } from '../../window/page-files';
import { pageHtml } from '../../window/page-html';
import { auditShell } from './page';

export interface AuditViewDeps extends Omit<AuditBrowserDeps, 'post'> {
  readonly extensionUri: vscode.Uri;
  readonly workspaceName: () => string;
}

/** The audit log as an editor tab; opening it again shows the same tab, refreshed. */
export function createAuditView(deps: AuditViewDeps) {
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
    panel.webview.html = pageHtml(pageFiles(panel.webview, deps.extensionUri, 'audit'), {
      title: 'Gatehouse audit log',
      body: auditShell(deps.workspaceName()),
    });
  }

  return {
    async open(): Promise<void> {
      if (shown === undefined) {
        show();
        return;
      }
      shown.panel.reveal();
      await shown.browser.refresh();
    },
    dispose(): void {
      shown?.panel.dispose();
    },
  };
}

function createPanel(deps: AuditViewDeps): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(
    'gatehouse.audit',
    'Gatehouse Audit Log',
    vscode.ViewColumn.Active,
    {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [bundlesIn(deps.extensionUri)],
    },
  );
}
