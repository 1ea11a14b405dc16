import * as vscode from 'vscode';
import { escapeControlInJson } from '../../../core/base/escape-control';
import type { AuditRow } from '../../../core/ports/audit-log';
import type { Disposable } from '../../../core/ports/disposable';
import type { Ids } from '../../../core/ports/system';
import { AuditBrowser, type AuditActions } from './browser';
import { sealedEntry } from './export';
import { readAuditRequest } from './requests';
import { auditShell } from './page';
import { saveAudit, type SaveAuditDeps, verifyAudit, type VerifyAuditDeps } from './actions';

export interface AuditViewDeps extends SaveAuditDeps, VerifyAuditDeps {
  readonly ids: Ids;
  readonly extensionUri: vscode.Uri;
  /** The label of the workspace of the entries. */
  readonly workspaceName: () => string;
  /** Store problems, as sentences. */
  readonly problems: () => readonly string[];
  /** Opens the chat of a call and shows its card; false when that chat no longer exists. */
  showCall(call: { readonly session: string; readonly toolCallId: string }): Promise<boolean>;
}

/** The audit log as an editor tab; opening it again shows the same tab, refreshed. */
export interface AuditView extends Disposable {
  open(): Promise<void>;
}

export function createAuditView(deps: AuditViewDeps): AuditView {
  let shown: { readonly panel: vscode.WebviewPanel; readonly browser: AuditBrowser } | undefined;

  function show(): void {
    const panel = createPanel(deps);
    const browser = new AuditBrowser({
      ...deps,
      actions: auditActions(deps),
      // A hidden page loses its messages, and requests everything when it is visible again.
      post: (message) => void panel.webview.postMessage(message),
    });
    shown = { panel, browser };
    panel.webview.onDidReceiveMessage((message: unknown) => {
      const request = readAuditRequest(message);
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

function auditActions(deps: AuditViewDeps): AuditActions {
  return {
    exportRows: (filter, order) => saveAudit(deps, filter, order),
    verify: () => verifyAudit(deps),
    async copy(row: AuditRow) {
      const json = JSON.stringify(sealedEntry(row), null, 2);
      await vscode.env.clipboard.writeText(escapeControlInJson(json));
    },
    async showCard({ session, tool_call_id: toolCallId }) {
      if (await deps.showCall({ session, toolCallId })) return;
      void vscode.window.showInformationMessage(
        'Gatehouse: the chat that made this call was deleted. Its entry in the audit log stays.',
      );
    },
  };
}
