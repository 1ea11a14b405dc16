import * as vscode from 'vscode';
import * as path from 'node:path';
import { neutralToastText } from '../../window/neutral-text';
import type { ShowText } from '../../window/show-text';
import { reportOn, type ReportDeps } from './replay-report';
import { toRecording, type ShownChat, replayFileName, replayText } from '../../replay/recording';

export interface ReplayConversationDeps extends ReportDeps {
  readonly showText: ShowText;
}

/** Asks for a recorded conversation, and shows the current decisions on its calls. */
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

export interface SaveReplayDeps {
  /** The active chat. */
  readonly chat: () => ShownChat;
  /** The initial folder of the dialog. */
  readonly folder: () => string;
}

/** Writes the active chat to a file that the user chooses: to be replayed or compared. */
export async function saveReplay({ chat, folder }: SaveReplayDeps): Promise<void> {
  const recording = toRecording(chat());
  if (recording === undefined) {
    void vscode.window.showInformationMessage(
      'Gatehouse: there is nothing to save yet: no model has answered in this chat.',
    );
    return;
  }
  const target = await vscode.window.showSaveDialog({
    title: 'Save Conversation as Replay',
    defaultUri: vscode.Uri.file(path.join(folder(), replayFileName(recording.title))),
    filters: replayFilters,
  });
  if (target === undefined) return;
  try {
    await vscode.workspace.fs.writeFile(target, Buffer.from(replayText(recording)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(
      neutralToastText(
        `Gatehouse: the conversation was not saved: ${reason}. Choose another place and save it again.`,
      ),
    );
    return;
  }
  const open = 'Open File';
  const chosen = await vscode.window.showInformationMessage(
    neutralToastText(`Gatehouse: saved ${path.basename(target.fsPath)}.`),
    open,
  );
  if (chosen === open) await vscode.window.showTextDocument(target);
}

/** The options of the dialogs. */
const replayFilters = { 'Recorded conversation': ['json'] };
