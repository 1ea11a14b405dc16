import * as path from 'node:path';
import * as vscode from 'vscode';
import { neutralToastText } from '../../approvals/present';
import { toRecording, type ShownChat } from '../../replay/recording-of';
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
