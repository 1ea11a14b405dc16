import type { PermissionLevel } from '../../../core/contracts/permission-level';
import type { Disposable } from '../../../core/ports/system';
import { t } from '../../window/language';
import { createStatusItem, type ItemSpec } from '../../window/status-item';
import { permissionName } from './permission-texts';

const icons: Readonly<Record<PermissionLevel, string>> = {
  ask: '$(question)',
  rules: '$(checklist)',
  edits: '$(edit)',
};

/** The status bar item with the permission level of the active chat; a click changes it. */
export function createPermissionStatusBar(
  level: () => PermissionLevel,
  sources: ItemSpec['sources'],
): Disposable {
  return createStatusItem({
    ...{ id: 'gatehouse.permission', name: t('Gatehouse permission level'), place: 2 },
    ...{ command: 'gatehouse.setPermissionLevel', sources },
    show: () => {
      const name = permissionName(level());
      const tooltip = t('Gatehouse permission level: {0}. Change', name);
      return { text: `${icons[level()]} ${name}`, tooltip };
    },
  });
}
