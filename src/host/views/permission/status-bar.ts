import * as vscode from 'vscode';
import type { PermissionLevel } from '../../../core/contracts/permission-level';
import type { Disposable } from '../../../core/ports/system';
import { t } from '../../window/language';
import { permissionName } from './permission-texts';

interface Source {
  onDidChange(listener: () => void): Disposable;
}

const icons: Readonly<Record<PermissionLevel, string>> = {
  ask: '$(question)',
  rules: '$(checklist)',
  edits: '$(edit)',
};

/** The status bar item with the permission level of the active chat; a click changes it. */
export function createPermissionStatusBar(
  level: () => PermissionLevel,
  sources: readonly Source[],
): Disposable {
  const item = vscode.window.createStatusBarItem(
    'gatehouse.permission',
    vscode.StatusBarAlignment.Left,
    49,
  );
  item.name = t('Gatehouse permission level');
  item.command = 'gatehouse.setPermissionLevel';
  let shown: PermissionLevel | undefined;
  const update = (): void => {
    const now = level();
    if (now === shown) return;
    shown = now;
    const name = permissionName(now);
    const label = t('Gatehouse permission level: {0}. Change', name);
    item.text = `${icons[now]} ${name}`;
    item.tooltip = label;
    item.accessibilityInformation = { label, role: 'button' };
  };
  update();
  item.show();
  const watched = sources.map((source) => source.onDidChange(update));
  return {
    dispose() {
      for (const each of [...watched, item]) each.dispose();
    },
  };
}
