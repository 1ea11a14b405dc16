import * as vscode from 'vscode';
import type { FieldLine, QuestionDialogs } from '../../mcp/answer-question';
import { neutralPickText, neutralToastText } from '../../window/neutral-text';

/** The dialogs of a question of a server; the signal closes those that VS Code can close. */
export async function withQuestionDialogs<T>(
  signal: AbortSignal,
  work: (dialogs: QuestionDialogs) => Promise<T>,
): Promise<T> {
  const closing = new vscode.CancellationTokenSource();
  const close = (): void => closing.cancel();
  signal.addEventListener('abort', close, { once: true });
  try {
    return await work(questionDialogs(closing.token));
  } finally {
    signal.removeEventListener('abort', close);
    closing.dispose();
  }
}

function questionDialogs(token: vscode.CancellationToken): QuestionDialogs {
  const isOver = (): boolean => token.isCancellationRequested;
  return {
    async choose({ title, detail, buttons }) {
      if (isOver()) return undefined;
      const options = { modal: true, detail };
      return vscode.window.showInformationMessage(title, options, ...buttons);
    },
    async type({ title, prompt, value, fault }) {
      return vscode.window.showInputBox(
        {
          ...{ title: neutral(title), prompt: neutral(prompt), value, ignoreFocusOut: true },
          validateInput: fault,
        },
        token,
      );
    },
    async pick({ title, prompt, lines }) {
      const options = { title: neutral(title), placeHolder: neutral(prompt), ignoreFocusOut: true };
      return (await vscode.window.showQuickPick(lines.map(itemOf), options, token))?.line;
    },
    async pickSome({ title, prompt, lines }) {
      const options = { title: neutral(title), placeHolder: neutral(prompt), ignoreFocusOut: true };
      const picked = await vscode.window.showQuickPick(
        lines.map((line) => ({ ...itemOf(line), picked: line.isInitial })),
        { ...options, canPickMany: true },
        token,
      );
      return picked?.map(({ line }) => line);
    },
  };
}

function itemOf(line: FieldLine) {
  return { label: neutralPickText(line.label), line };
}

/** No link, no icon, one line. */
function neutral(text: string): string {
  return neutralPickText(neutralToastText(text));
}
