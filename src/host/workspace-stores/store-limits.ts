import type { StoreLimits } from '../../adapters/store/store';
import type { SettingValues } from '../settings/read-settings';

const megabyte = 1024 * 1024;

/** The limits of a store as the settings have them at each use. */
export function storeLimits(settings: Pick<SettingValues, 'get'>): StoreLimits {
  return {
    overflowRetentionDays: () => settings.get('overflow.retentionDays'),
    overflowMaxBytes: () => settings.get('overflow.maxBytes'),
    chatsRetentionDays: () => settings.get('chats.retentionDays'),
    summariesRetentionDays: () => settings.get('compaction.retentionDays'),
    auditRetentionDays: () => settings.get('audit.retentionDays'),
    auditMaxFileBytes: () => settings.get('audit.maxFileMegabytes') * megabyte,
    maxBytes: () => settings.get('storage.maxMegabytes') * megabyte,
  };
}
