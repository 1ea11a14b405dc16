import * as vscode from 'vscode';
import type { RollbackQuestion } from '../../core/ports/snapshots';
import { neutralToastText } from '../window/neutral-text';
import { rollbackQuestionText } from './rollback-question';

/** The rollback dialogs, outside the page (decision native-confirm). */
export interface RollbackDialogs {
  confirm(question: RollbackQuestion): Promise<boolean>;
  done(text: string): void;
  failed(text: string): void;
}

export const nativeRollbackDialogs: RollbackDialogs = {
  confirm: async (question) => {
    const { title, detail, button } = rollbackQuestionText(question);
    const chosen = await vscode.window.showWarningMessage(title, { modal: true, detail }, button);
    return chosen === button;
  },
  done: (text) => void vscode.window.showInformationMessage(neutralToastText(text)),
  failed: (text) => void vscode.window.showErrorMessage(neutralToastText(text)),
};

/**
 * After a rollback that failed partway: names the folder of the copies. The full text is in the
 * log.
 */
export async function notifyRollbackBrokenOff(message: string, folder: string): Promise<void> {
  const show = 'Show Copies';
  const text = neutralToastText(
    `Gatehouse: a rollback failed partway, so files may be only partly restored. The copies are kept in ${folder} for 30 days. ${message}`,
  );
  const chosen = await vscode.window.showErrorMessage(text, show);
  if (chosen !== show) return;
  await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(folder));
}
