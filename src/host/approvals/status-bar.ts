import * as vscode from 'vscode';
import type { Disposable } from '../../core/ports/system';
import type { PendingApprovals } from './pending';
import { t } from '../window/language';

/** The status bar item with the number of pending approvals; a click runs `command`. */
export function createApprovalStatusBar(
  pending: Pick<PendingApprovals, 'list' | 'onDidChange'>,
  command: string,
): Disposable {
  const item = vscode.window.createStatusBarItem(
    'gatehouse.approvals',
    vscode.StatusBarAlignment.Left,
    50,
  );
  item.name = t('Gatehouse approvals');
  item.command = command;
  const update = (): void => {
    const shown = statusText(pending.list().length);
    item.text = shown.text;
    item.tooltip = shown.tooltip;
    item.accessibilityInformation = { label: shown.label, role: 'button' };
    item.backgroundColor = shown.attention
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
  };
  update();
  item.show();
  const subscription = pending.onDidChange(update);
  return {
    dispose() {
      subscription.dispose();
      item.dispose();
    },
  };
}

/** Status bar text for the pending approvals. */
export interface StatusText {
  readonly text: string;
  readonly tooltip: string;
  readonly label: string;
  readonly attention: boolean;
}

function statusText(waiting: number): StatusText {
  if (waiting === 0) {
    const idle = t('Gatehouse: no pending approvals');
    return { text: '$(shield) Gatehouse', tooltip: idle, label: idle, attention: false };
  }
  const one = waiting === 1;
  return {
    text: t('$(shield) Gatehouse: {0} waiting', waiting),
    tooltip: one
      ? t('Gatehouse: 1 pending approval. Click to review.')
      : t('Gatehouse: {0} pending approvals. Click to review.', waiting),
    label: one
      ? t('Gatehouse: 1 pending approval')
      : t('Gatehouse: {0} pending approvals', waiting),
    attention: true,
  };
}
