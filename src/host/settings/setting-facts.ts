import { settings, type SettingKey } from '../../core/contracts/settings';
import { settingKeys, type SettingValues } from './read-settings';

/** A setting as it is in force, for a report. */
export interface SettingInForce {
  readonly key: SettingKey;
  readonly value: unknown;
  readonly isDefault: boolean;
}

/** Every setting, by name. */
export function settingsInForce({ get }: Pick<SettingValues, 'get'>): readonly SettingInForce[] {
  return settingKeys.toSorted().map((key) => {
    const value = get(key);
    const isDefault = JSON.stringify(value) === JSON.stringify(settings[key].default);
    return { key, value, isDefault };
  });
}
