import * as vscode from 'vscode';
import type { Disposable } from '../../core/ports/disposable';
import { statusText } from './status-text';
import type { PendingApprovals } from './types';

/** The status bar item that counts what waits; a click runs `command`. */
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
