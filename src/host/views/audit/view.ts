import { watch } from 'node:fs';
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
  /** Fires after each entry of this window is on disk. */
  readonly onAppend: (listener: () => void) => Disposable;
  /** Where all windows of the workspace write their entries. */
  readonly folder: string;
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

function follow({ clock, onAppend, folder }: AuditViewDeps, show: () => void): Disposable {
  let soon: Disposable | undefined;
  const note = (): void => {
    soon ??= clock.after(followMs, () => {
      soon = undefined;
      show();
    });
  };
  const listening = [onAppend(note), watchFiles(folder, note)];
  return {
    dispose: () => {
      for (const each of listening) each.dispose();
      soon?.dispose();
    },
  };
}

/** Other windows append to files of their own; where watching fails, Refresh shows their rows. */
function watchFiles(folder: string, note: () => void): Disposable {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name === null || isAuditFile(name)) note();
    });
    // The folder was deleted, or the system has no more watchers.
    watcher.on('error', () => watcher.close());
    return { dispose: () => watcher.close() };
  } catch {
    // Nothing was stored yet: then no other window has written either.
    return { dispose: () => undefined };
  }
}

function isAuditFile(name: string): boolean {
  return /^audit.*\.jsonl$/.test(name);
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
