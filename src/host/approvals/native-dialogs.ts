import * as vscode from 'vscode';
import type { ApprovalDialogs } from './actions';
import { createEditDocument } from './edit-document';
import { neutralPickText, neutralToastText } from './present';
import { ruleLine, scopeName } from './rule-choices';

/** The dialogs of approvals, as VS Code draws them. */
export function createApprovalDialogs(): ApprovalDialogs {
  return {
    async chooseRule(choices) {
      const picked = await vscode.window.showQuickPick(
        choices.map((choice) => ({
          label: neutralPickText(ruleLine(choice.rules)),
          description: scopeName(choice.scope),
          choice,
        })),
        {
          title: 'Always allow…',
          placeHolder: 'Choose a rule and how far it reaches; you confirm it in the next step',
          matchOnDescription: true,
          ignoreFocusOut: true,
        },
      );
      return picked?.choice;
    },
    async confirmRule(text) {
      const save = 'Save rule and allow';
      const chosen = await vscode.window.showWarningMessage(
        'Always allow what matches?',
        { modal: true, detail: text },
        save,
      );
      return chosen === save;
    },
    async editLine(line) {
      return vscode.window.showInputBox({
        title: 'Edit the command',
        prompt: 'Enter runs the edited command in place of the old one.',
        value: line,
        ignoreFocusOut: true,
        validateInput: (value) => (value.trim() === '' ? 'Type a command.' : undefined),
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
