import * as vscode from 'vscode';
import * as path from 'node:path';
import { notify, notifyError, offer, openFile, withProgress } from '../../window/notify';
import type { ShowReport } from '../report/report-view';
import { reportOn, type ReportDeps } from './replay-report';
import { toRecording, type ShownChat, replayFileName, replayText } from '../../replay/recording';
import { t, shownFailure } from '../../window/language';

export interface ReplayConversationDeps extends ReportDeps {
  readonly showReport: ShowReport;
}

export async function replayConversation(deps: ReplayConversationDeps): Promise<void> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: t('Replay Conversation'),
      openLabel: t('Replay'),
      canSelectMany: false,
      filters: replayFilters(),
    })) ?? [];
  if (file === undefined) return;
  const report = await withProgress(t('comparing decisions'), (signal) =>
    reportOn(file.fsPath, deps, signal),
  );
  if (report.ok) deps.showReport(report.value);
  else notifyError(shownFailure(report.failure));
}

export interface SaveReplayDeps {
  readonly chat: () => ShownChat;
  readonly folder: () => string;
}

/** Writes the active chat to a file that the user chooses: to be replayed or compared. */
export async function saveReplay({ chat, folder }: SaveReplayDeps): Promise<void> {
  const recording = toRecording(chat());
  if (recording === undefined) {
    notify(t('there is nothing to save yet: no model has answered in this chat.'));
    return;
  }
  const target = await vscode.window.showSaveDialog({
    title: t('Save Conversation as Replay'),
    defaultUri: vscode.Uri.file(path.join(folder(), replayFileName(recording.title))),
    filters: replayFilters(),
  });
  if (target === undefined) return;
  try {
    await vscode.workspace.fs.writeFile(target, Buffer.from(replayText(recording)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    notifyError(
      t('the conversation was not saved: {0}. Choose another place and save it again.', reason),
    );
    return;
  }
  await offer('Information', t('saved {0}.', path.basename(target.fsPath)), openFile(target));
}

const replayFilters = () => ({ [t('Recorded conversation')]: ['json'] });
