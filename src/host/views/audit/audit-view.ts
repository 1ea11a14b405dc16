import * as vscode from 'vscode';
import type { AuditQuery } from '../../../core/ports/audit-log';
import type { Disposable } from '../../../core/ports/disposable';
import type { Ids } from '../../../core/ports/ids';
import { renderAuditPage } from './audit-page';
import { createAuditPages, readAuditMove, type AuditMove, type AuditPages } from './audit-pages';

export interface AuditViewDeps {
  readonly query: AuditQuery;
  readonly ids: Ids;
  /** Shown as the place the entries belong to. */
  readonly workspaceName: () => string;
  /** Trouble of the store, for people. */
  readonly problems: () => readonly string[];
}

/** The audit log as an editor tab; opening it again brings the one tab to the front, refreshed. */
export interface AuditView extends Disposable {
  open(): Promise<void>;
}

export function createAuditView(deps: AuditViewDeps): AuditView {
  let shown: { readonly panel: vscode.WebviewPanel; readonly pages: AuditPages } | undefined;
  let latest = 0;

  const isShown = (panel: vscode.WebviewPanel): boolean => shown?.panel === panel;

  async function draw(move: AuditMove): Promise<void> {
    if (shown === undefined) return;
    const { panel, pages } = shown;
    latest += 1;
    const mine = latest;
    const slice = await pages.go(move);
    if (mine !== latest || !isShown(panel)) return;
    const failed = slice.ok ? [] : [slice.failure.message];
    panel.webview.html = renderAuditPage({
      ...(slice.ok ? slice.value : { rows: [], hasOlder: false, hasNewer: false }),
      problems: [...deps.problems(), ...failed],
      workspace: deps.workspaceName(),
      nonce: deps.ids.uuid(),
    });
  }

  function createPanel(): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      'gatehouse.audit',
      'Gatehouse Audit Log',
      vscode.ViewColumn.Active,
      { enableScripts: true, enableFindWidget: true, localResourceRoots: [] },
    );
    panel.webview.onDidReceiveMessage((message: unknown) => {
      const move = readAuditMove(message);
      if (move !== undefined) void draw(move);
    });
    panel.onDidDispose(() => {
      shown = undefined;
    });
    return panel;
  }

  return {
    async open() {
      shown ??= { panel: createPanel(), pages: createAuditPages(deps.query) };
      shown.panel.reveal();
      await draw('refresh');
    },
    dispose() {
      shown?.panel.dispose();
    },
  };
}
