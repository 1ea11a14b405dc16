import * as vscode from 'vscode';
import type { Disposable } from '../../core/ports/system';
import type { PendingApprovals } from './pending';
import { counted } from '../../core/base/wording';

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
  item.name = 'Gatehouse approvals';
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
    const idle = 'Gatehouse: no pending approvals';
    return { text: '$(shield) Gatehouse', tooltip: idle, label: idle, attention: false };
  }
  const approvals = counted(waiting, 'pending approval');
  return {
    text: `$(shield) Gatehouse: ${String(waiting)} waiting`,
    tooltip: `Gatehouse: ${approvals}. Click to review.`,
    label: `Gatehouse: ${approvals}`,
    attention: true,
  };
}
