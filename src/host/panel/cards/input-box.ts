import * as vscode from 'vscode';
import { neutralPickText, neutralToastText } from '../../window/neutral-text';
import type { InputAnswer, InputQuestion } from './command-requests';
import { t } from '../../window/language';

/**
 * Asks for the line that a command reads. Enter sends it, even when empty, as many prompts expect
 * just that; the end of the input has its own button.
 */
export function askInput(question: InputQuestion, signal: AbortSignal): Promise<InputAnswer> {
  const box = vscode.window.createInputBox();
  const end = { iconPath: new vscode.ThemeIcon('debug-stop'), tooltip: t('End input (Ctrl-D)') };
  const draw = (): void => {
    box.buttons = [hiding(box.password), end];
  };
  box.title = neutral(t('Reply to: {0}', question.title));
  box.prompt = neutral(question.prompt || t('The command is waiting for a line of input.'));
  box.placeholder = t('Goes only to the command; the audit log keeps its length');
  box.ignoreFocusOut = true;
  box.password = question.secret;
  draw();
  return new Promise((resolve) => {
    const settle = (answer: InputAnswer): void => {
      signal.removeEventListener('abort', close);
      resolve(answer);
      box.dispose();
    };
    const close = (): void => {
      settle(undefined);
    };
    box.onDidAccept(() => {
      settle({ line: box.value });
    });
    box.onDidHide(close);
    box.onDidTriggerButton((button) => {
      if (button === end) {
        settle('end');
        return;
      }
      box.password = !box.password;
      draw();
    });
    signal.addEventListener('abort', close, { once: true });
    if (signal.aborted) close();
    else box.show();
  });
}

/** Command output must not become an icon or a link. */
function neutral(text: string): string {
  return neutralToastText(neutralPickText(text));
}

function hiding(isHidden: boolean): vscode.QuickInputButton {
  return isHidden
    ? { iconPath: new vscode.ThemeIcon('eye'), tooltip: t('Show what you type') }
    : { iconPath: new vscode.ThemeIcon('eye-closed'), tooltip: t('Hide what you type') };
}
