import * as os from 'node:os';
import * as vscode from 'vscode';
import { neutralToastText } from '../../window/neutral-text';
import { eraseAll, type EraseSources, type LeftBehind } from './erase-all';
import { eraseQuestion, takeInventory, type InventorySources } from './erase-question';

export type DeleteDeps = Omit<EraseSources & InventorySources, 'places' | 'home' | 'ownPid'> & {
  /** Loaded with the first use. */
  readonly places: () => Promise<EraseSources['places']>;
};

/**
 * `Gatehouse: Delete All Data…`: asks once, deletes, and reports remaining data with the reason.
 */
export async function deleteAllData(deps: DeleteDeps): Promise<void> {
  const sources = { ...deps, places: await deps.places(), home: os.homedir(), ownPid: process.pid };
  const question = eraseQuestion(await takeInventory(sources), sources.home);
  const { remove, removeWithKeys } = question;
  const buttons = [remove, ...(removeWithKeys === undefined ? [] : [removeWithKeys])];
  const answer = await vscode.window.showWarningMessage(
    question.message,
    { modal: true, detail: question.detail },
    ...buttons,
  );
  if (answer === undefined) return;
  const left = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Deleting all data of Gatehouse' },
    () => eraseAll(sources, answer === removeWithKeys),
  );
  tell(left);
}

function tell(left: LeftBehind): void {
  if (left.length === 0) {
    void vscode.window.showInformationMessage('Gatehouse: all data is deleted.');
    return;
  }
  const text = `Gatehouse: not everything is deleted. ${left.join(' ')}`;
  void vscode.window.showWarningMessage(neutralToastText(text));
}
