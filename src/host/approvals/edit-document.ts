import * as vscode from 'vscode';
import type { Result } from '../../core/contracts/result';

const runButton = 'Run edited call';
const discardButton = 'Discard';

export type EditDocument = (
  approvalId: string,
  json: string,
  run: (json: string) => Result<void>,
) => Promise<void>;

/**
 * Edits arguments in an untitled JSON document. A text that is refused stays open with the reason;
 * closing the notification decides nothing, and "Edit…" finds the same document again.
 */
export function createEditDocument(): EditDocument {
  const open = new Map<string, vscode.TextDocument>();

  async function documentFor(approvalId: string, json: string): Promise<vscode.TextDocument> {
    const known = open.get(approvalId);
    if (known !== undefined && !known.isClosed) return known;
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: json });
    open.set(approvalId, document);
    return document;
  }

  async function close(approvalId: string, document: vscode.TextDocument): Promise<void> {
    open.delete(approvalId);
    if (document.isClosed) return;
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }

  return async (approvalId, json, run) => {
    const document = await documentFor(approvalId, json);
    await vscode.window.showTextDocument(document);
    let message =
      'Gatehouse: edit the arguments, then run the edited call in place of the old one.';
    for (;;) {
      const chosen = await vscode.window.showInformationMessage(message, runButton, discardButton);
      if (chosen === undefined) return;
      if (chosen === discardButton) return close(approvalId, document);
      if (document.isClosed) {
        void vscode.window.showWarningMessage(
          'Gatehouse: the edited text was closed. Choose "Edit…" again.',
        );
        return;
      }
      const done = run(document.getText());
      if (done.ok) return close(approvalId, document);
      message = `Gatehouse: ${done.failure.message} ${done.failure.suggestion}`;
      await vscode.window.showTextDocument(document);
    }
  };
}
