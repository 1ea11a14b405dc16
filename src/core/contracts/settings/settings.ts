import type * as z from 'zod';
import { agentSettings, modelSettings } from './model-settings';
import { fileSettings, outputSettings, storageSettings } from './storage-settings';
import { filterSettings, shellSettings, toolSettings } from './tool-settings';
import { policySettings } from './policy-settings';

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
