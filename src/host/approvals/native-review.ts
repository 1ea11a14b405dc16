import * as vscode from 'vscode';
import {
  createApprovalReview,
  type ApprovalReview,
  type ReviewDeps,
  type ReviewViews,
} from './review';

export interface NativeReviewDeps extends Omit<ReviewDeps, 'views'> {
  readonly places: Pick<ReviewViews, 'showText' | 'showCard'>;
}

/** A review in VS Code's own quick picks. */
export function createNativeReview({ places, ...deps }: NativeReviewDeps): ApprovalReview {
  return createApprovalReview({ ...deps, views: createReviewViews(places) });
}

function createReviewViews(places: Pick<ReviewViews, 'showText' | 'showCard'>): ReviewViews {
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
