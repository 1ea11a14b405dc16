import type * as z from 'zod';
import { agentSettings } from './settings/agent-settings';
import { fileSettings } from './settings/file-settings';
import { filterSettings } from './settings/filter-settings';
import { modelSettings } from './settings/model-settings';
import { outputSettings } from './settings/output-settings';
import { policySettings } from './settings/policy-settings';
import { shellSettings } from './settings/shell-settings';
import { storageSettings } from './settings/storage-settings';
import { toolSettings } from './settings/tool-settings';

/** Every setting, without its `gatehouse.` prefix. `contributes.configuration` comes from here. */
export const settings = {
  ...modelSettings,
  ...agentSettings,
  ...policySettings,
  ...fileSettings,
  ...toolSettings,
  ...shellSettings,
  ...outputSettings,
  ...filterSettings,
  ...storageSettings,
} as const;

export type SettingKey = keyof typeof settings;
export type SettingValue<K extends SettingKey> = z.infer<(typeof settings)[K]['schema']>;
export type Settings = { readonly [K in SettingKey]: SettingValue<K> };
