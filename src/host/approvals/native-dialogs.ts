import * as vscode from 'vscode';
import { confirm } from '../window/notify';
import type { ApprovalDialogs } from './actions';
import { neutralPickText, neutralToastText } from '../window/neutral-text';
import { ruleLine, scopeName } from './rule-choices';
import type { ReviewViews } from './review';
import { t, shownWithAdvice } from '../window/language';

/** The dialogs of approvals, as VS Code draws them. */
export function createApprovalDialogs(): ApprovalDialogs {
  return {
    async chooseRule(choices) {
      const picked = await vscode.window.showQuickPick(
        choices.map((choice) => ({
          label: neutralPickText(ruleLine(choice.rules)),
          description: scopeName(choice),
          choice,
        })),
        {
          title: t('Always allow…'),
          placeHolder: t('Choose a rule and its scope; you confirm each rule in the next step'),
          matchOnDescription: true,
          ignoreFocusOut: true,
        },
      );
      return picked?.choice;
    },
    confirmRule: (text) =>
      confirm({
        title: t('Always allow these calls?'),
        detail: text,
        button: t('Save rule and allow'),
      }),
    async editLine(line) {
      return vscode.window.showInputBox({
        title: t('Edit the command'),
        prompt: t('Press Enter to run the edited command instead of the original.'),
        value: line,
        ignoreFocusOut: true,
        validateInput: (value) => (value.trim() === '' ? t('Type a command.') : undefined),
      });
    },
    editDocument: createEditDocument(),
    inform: (text) => void vscode.window.showInformationMessage(neutralToastText(text)),
    warn: (text) => void vscode.window.showWarningMessage(neutralToastText(text)),
  };
}

/** A notification with buttons; settles with the button, or undefined when it was closed. */
export async function showToast(
  text: string,
  buttons: readonly string[],
): Promise<string | undefined> {
  return vscode.window.showWarningMessage(text, ...buttons);
}

/**
 * Edits arguments in an untitled JSON document. A text that is refused stays open with the reason;
 * closing the notification decides nothing, and "Edit…" finds the same document again.
 */
function createEditDocument(): ApprovalDialogs['editDocument'] {
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
    const runButton = t('Run edited call');
    const discardButton = t('Discard');
    let message = t(
      'Gatehouse: edit the arguments, then run the edited call instead of the original.',
    );
    for (;;) {
      const chosen = await vscode.window.showInformationMessage(message, runButton, discardButton);
      if (chosen === undefined) return;
      if (chosen === discardButton) return close(approvalId, document);
      if (document.isClosed) {
        void vscode.window.showWarningMessage(
          t('Gatehouse: the editor was closed. Select "Edit…" again.'),
        );
        return;
      }
      const done = run(document.getText());
      if (done.ok) return close(approvalId, document);
      message = `Gatehouse: ${shownWithAdvice(done.failure)}`;
      await vscode.window.showTextDocument(document);
    }
  };
}

/** A review in VS Code's own quick picks. */
export function createReviewViews(
  places: Pick<ReviewViews, 'showText' | 'showChange' | 'showCard'>,
): ReviewViews {
  return {
    ...places,
    async pick(title, placeHolder, lines, signal) {
      const closing = new vscode.CancellationTokenSource();
      const close = (): void => closing.cancel();
      signal.addEventListener('abort', close, { once: true });
      const picked = await vscode.window.showQuickPick(
        [...lines],
        { title, placeHolder, ignoreFocusOut: true, matchOnDetail: true },
        closing.token,
      );
      signal.removeEventListener('abort', close);
      closing.dispose();
      return picked?.value;
    },
    async askReason() {
      return vscode.window.showInputBox({
        title: t('Deny with a reason'),
        prompt: t('The agent reads this. Press Escape to leave the approval pending.'),
        ignoreFocusOut: true,
      });
    },
    inform: (text) => void vscode.window.showInformationMessage(text),
  };
}
