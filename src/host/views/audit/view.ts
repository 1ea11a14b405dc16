import * as vscode from 'vscode';
import { AuditBrowser, type AuditBrowserDeps } from './browser';
import type { Clock, Disposable } from '../../../core/ports/system';
import { auditRequest } from '../../../core/contracts/audit/page';
import { bundlesIn, pageFiles } from '../../window/page-files';
import { pageHtml } from '../../window/page-html';
import { auditShell } from './page';
import { t } from '../../window/language';

export interface AuditViewDeps extends Omit<AuditBrowserDeps, 'post'> {
  readonly extensionUri: vscode.Uri;
  readonly workspaceName: () => string;
  readonly clock: Clock;
  /** Fires after each entry is on disk. */
  readonly onAppend: (listener: () => void) => Disposable;
}

/** Many entries at once are shown together. */
const followMs = 300;

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
    const following = follow(deps, () => {
      // A hidden page reads everything again when it is visible.
      if (panel.visible) void browser.follow();
    });
    panel.onDidDispose(() => {
      following.dispose();
      browser.dispose();
      shown = undefined;
    });
    panel.webview.html = pageHtml(pageFiles(panel.webview, deps.extensionUri, 'audit'), {
      title: t('Gatehouse audit log'),
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

function follow({ clock, onAppend }: AuditViewDeps, show: () => void): Disposable {
  let soon: Disposable | undefined;
  const listening = onAppend(() => {
    soon ??= clock.after(followMs, () => {
      soon = undefined;
      show();
    });
  });
  return {
    dispose: () => {
      listening.dispose();
      soon?.dispose();
    },
  };
}

function createPanel(deps: AuditViewDeps): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(
    'gatehouse.audit',
    t('Gatehouse Audit Log'),
    vscode.ViewColumn.Active,
    {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [bundlesIn(deps.extensionUri)],
    },
  );
}
