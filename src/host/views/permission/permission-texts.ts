import { permissionLevels, type PermissionLevel } from '../../../core/contracts/permission-level';
import { t } from '../../window/language';

export function permissionName(level: PermissionLevel): string {
  switch (level) {
    case 'ask':
      return t('Ask for everything');
    case 'rules':
      return t('Use my rules');
    case 'edits':
      return t('Edits run');
  }
}

/** What runs at a level, and what still asks (decision 58). */
function meaningOf(level: PermissionLevel): string {
  switch (level) {
    case 'ask':
      return t('Every call of the agent asks, also one that only reads.');
    case 'rules':
      return t('What your rules allow runs; everything else asks.');
    case 'edits':
      return t(
        'Edits run; commands, deletions, overwriting copies, protected files and ask rules still ask.',
      );
  }
}

export interface PermissionItem {
  readonly level: PermissionLevel;
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/** The levels from strict to free; the present one is marked. */
export function permissionItems(present: PermissionLevel): readonly PermissionItem[] {
  return permissionLevels.map((level) => ({
    level,
    label: permissionName(level),
    description: level === present ? t('now') : '',
    detail: meaningOf(level),
  }));
}
