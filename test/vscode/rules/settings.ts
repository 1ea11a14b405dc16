import * as vscode from 'vscode';
import type { SettingKey, Settings } from '../../../src/core/contracts/settings/settings';

/** User settings without the `gatehouse.` prefix. */
export type UserSettings = { readonly [K in SettingKey]?: Settings[K] };

/** Writes real user settings; `undefined` removes one. */
export async function setUser(values: Readonly<Record<string, unknown>>): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('gatehouse');
  for (const [key, value] of Object.entries(values)) {
    await configuration.update(key, value, vscode.ConfigurationTarget.Global);
  }
}

export async function clearUser(keys: readonly string[]): Promise<void> {
  await setUser(Object.fromEntries(keys.map((key) => [key, undefined])));
}

/** Runs a body with user settings, and removes them afterwards. */
export async function withUser(values: UserSettings, body: () => Promise<void>): Promise<void> {
  return withAnything(values, body);
}

/** Like `withUser`, also for values that the extension must refuse. */
export async function withAnything(
  values: Readonly<Record<string, unknown>>,
  body: () => Promise<void>,
): Promise<void> {
  try {
    await setUser(values);
    await body();
  } finally {
    await clearUser(Object.keys(values));
  }
}

/** User settings for every test of a suite. */
export function underUser(values: UserSettings): void {
  before(() => setUser(values));
  after(() => clearUser(Object.keys(values)));
}
