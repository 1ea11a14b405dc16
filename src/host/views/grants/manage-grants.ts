import * as vscode from 'vscode';
import { neutralPickText } from '../../approvals/present';
import { ruleLine, scopeName } from '../../approvals/rule-choices';
import type { Grants } from '../../grants/types';

/** Shows the rules that "Always allow" granted here, and takes back those the person unticks. */
export async function manageGrants(grants: Pick<Grants, 'list' | 'remove'>): Promise<void> {
  const lines = grants.list().map((grant) => ({
    label: neutralPickText(ruleLine(grant)),
    description: scopeName(grant.scope),
    picked: true,
    grant,
  }));
  if (lines.length === 0) {
    await nothingGranted();
    return;
  }
  const kept = await vscode.window.showQuickPick(lines, {
    title: 'Rules granted by "Always allow"',
    placeHolder: 'Untick the rules to take back; user rules are in gatehouse.permissions',
    canPickMany: true,
    ignoreFocusOut: true,
  });
  if (kept === undefined) return;
  for (const { grant } of lines.filter((line) => !kept.includes(line))) {
    const removed = await grants.remove(grant);
    if (!removed.ok) {
      void vscode.window.showErrorMessage(`Gatehouse: ${removed.failure.message}`);
    }
  }
}

async function nothingGranted(): Promise<void> {
  const open = 'Open Settings';
  const chosen = await vscode.window.showInformationMessage(
    'Gatehouse: no rule was granted for a chat or this workspace. Your own rules are in the setting gatehouse.permissions.',
    open,
  );
  if (chosen === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'gatehouse.permissions');
  }
}
