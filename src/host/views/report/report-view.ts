import * as vscode from 'vscode';
import type { Disposable } from '../../../core/ports/system';
import { bundlesIn, pageFiles } from '../../window/page-files';
import { pageHtml } from '../../window/page-html';
import { reportText, type Report, type ReportAction } from './report';
import { reportBody } from './report-html';

export type ShowReport = (report: Report) => void;

interface ShownReport {
  readonly panel: vscode.WebviewPanel;
  report: Report;
  actions: readonly ReportAction[];
}

/** Shows reports as editor tabs, one for each title; a new report takes the place of the old. */
export class ReportView implements Disposable {
  private readonly shown = new Map<string, ShownReport>();

  constructor(private readonly extensionUri: vscode.Uri) {}

  show(report: Report): void {
    const { title } = report;
    const page = this.shown.get(title) ?? this.open(report);
    const { panel } = page;
    const body = reportBody(report);
    page.report = report;
    page.actions = body.actions;
    panel.webview.html = pageHtml(pageFiles(panel.webview, this.extensionUri, 'report'), {
      title: `Gatehouse: ${title}`,
      body: body.html,
    });
    panel.reveal();
  }

  dispose(): void {
    for (const { panel } of this.shown.values()) panel.dispose();
  }

  private open(report: Report): ShownReport {
    const { title } = report;
    const panel = vscode.window.createWebviewPanel(
      'gatehouse.report',
      `Gatehouse: ${title}`,
      vscode.ViewColumn.Active,
      {
        enableScripts: true,
        enableFindWidget: true,
        localResourceRoots: [bundlesIn(this.extensionUri)],
      },
    );
    const page: ShownReport = { panel, report, actions: [] };
    panel.webview.onDidReceiveMessage((message: unknown) => void act(page, message));
    panel.onDidDispose(() => this.shown.delete(title));
    this.shown.set(title, page);
    return page;
  }
}

/** A page can only press a button that the host gave it. */
async function act({ panel, report, actions }: ShownReport, message: unknown): Promise<void> {
  if (message === 'copy') {
    await vscode.env.clipboard.writeText(reportText(report));
    await panel.webview.postMessage('copied');
    return;
  }
  const action = typeof message === 'number' ? actions[message] : undefined;
  if (action === undefined) return;
  await vscode.commands.executeCommand(action.command, ...(action.args ?? []));
}
