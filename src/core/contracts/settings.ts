import type * as z from 'zod';
import { agentSettings } from './settings/agent-settings';
import { modelSettings } from './settings/model-settings';
import { outputSettings } from './settings/output-settings';
import { policySettings } from './settings/policy-settings';
import { shellSettings } from './settings/shell-settings';
import { toolSettings } from './settings/tool-settings';

/** Every setting, without its `gatehouse.` prefix. `contributes.configuration` comes from here. */
export const settings = {
  ...modelSettings,
  ...agentSettings,
  ...policySettings,
  ...toolSettings,
  ...shellSettings,
  ...outputSettings,
} as const;

export type SettingKey = keyof typeof settings;
export type SettingValue<K extends SettingKey> = z.infer<(typeof settings)[K]['schema']>;
export type Settings = { readonly [K in SettingKey]: SettingValue<K> };
