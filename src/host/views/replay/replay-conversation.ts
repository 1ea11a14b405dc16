import * as vscode from 'vscode';
import { neutralToastText } from '../../approvals/present';
import type { ShowText } from '../../show-text';
import { replayFilters } from './replay-filters';
import { reportOn, type ReportDeps } from './report-on';

export interface ReplayConversationDeps extends ReportDeps {
  readonly showText: ShowText;
}

/** Asks for a recorded conversation, and shows how its calls would be decided now. */
export async function replayConversation(deps: ReplayConversationDeps): Promise<void> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: 'Replay Conversation',
      openLabel: 'Replay',
      canSelectMany: false,
      filters: replayFilters,
    })) ?? [];
  if (file === undefined) return;
  const report = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: 'Gatehouse: comparing decisions',
      cancellable: true,
    },
    async (_progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => {
        stop.abort();
      });
      return reportOn(file.fsPath, deps, stop.signal);
    },
  );
  if (report.ok) {
    await deps.showText('Gatehouse Replay', report.value);
    return;
  }
  void vscode.window.showErrorMessage(neutralToastText(`Gatehouse: ${report.failure.message}`));
}
