import * as vscode from 'vscode';
import type { ReviewViews } from './review';

/** The quick picks of a review, as VS Code draws them. */
export function createReviewViews(places: Pick<ReviewViews, 'showText' | 'showCard'>): ReviewViews {
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
        title: 'Deny with a reason',
        prompt: 'The agent reads this. Escape leaves the approval waiting.',
        ignoreFocusOut: true,
      });
    },
    inform: (text) => void vscode.window.showInformationMessage(text),
  };
}
