import * as path from 'node:path';
import * as vscode from 'vscode';
import { recordingOf, type ShownChat } from '../../replay/recording-of';
import { replayFileName, replayText } from '../../replay/replay-text';
import { replayFilters } from './replay-filters';

export interface SaveReplayDeps {
  /** The active chat. */
  readonly chat: () => ShownChat;
  /** Where the dialog begins. */
  readonly folder: () => string;
}

/** Writes the active chat to a file that the person chooses: to be played again, or compared. */
export async function saveReplay({ chat, folder }: SaveReplayDeps): Promise<void> {
  const recording = recordingOf(chat());
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
      `Gatehouse: the conversation was not saved: ${reason}. Choose another place and save it again.`,
    );
    return;
  }
  const name = path.basename(target.fsPath);
  void vscode.window.showInformationMessage(
    `Gatehouse: saved ${name}. "Replay Conversation…" compares its decisions with those of now; the model "replay" plays it when the setting gatehouse.replay.file names it.`,
  );
}
