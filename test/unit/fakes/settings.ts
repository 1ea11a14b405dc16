import { createPatterns } from '../../../src/adapters/system/patterns';
import type { PermissionRule } from '../../../src/core/contracts/calls/decision';
import type { SettingKey } from '../../../src/core/contracts/settings/settings';
import { Emitter } from '../../../src/adapters/system/emitter';
import { createSettingChanges } from '../../../src/host/settings/change-setting';
import { readSettings, type SettingValues } from '../../../src/host/settings/read-settings';

interface FakeState {
  failing: boolean;
  writes: number;
  workspaceRules: readonly PermissionRule[];
}

/** User settings in memory, read like the real ones. */
export function createFakeSettings(start: Readonly<Partial<Record<SettingKey, unknown>>> = {}) {
  const values = new Map<string, unknown>(Object.entries(start));
  const changed = new Emitter();
  const state: FakeState = { failing: false, writes: 0, workspaceRules: [] };
  const read = () =>
    readSettings(
      { inspect: (key) => ({ globalValue: values.get(key) }) },
      { caseSensitive: true, patterns: createPatterns(60_000) },
    );
  let reading = read();

  /** Edits the settings like the user. */
  function set(key: SettingKey, value: unknown): void {
    if (value === undefined) values.delete(key);
    else values.set(key, value);
    reading = read();
    changed.fire();
  }

  const get: SettingValues['get'] = (key) => reading.get(key);
  const view = { get, problems: () => reading.problems };
  const changes = createSettingChanges({
    ...view,
    write: (key, value) => {
      if (state.failing) return Promise.reject(new Error('disk full'));
      state.writes += 1;
      set(key, value);
      return Promise.resolve();
    },
  });
  return {
    ...view,
    ...changes,
    state,
    set,
    raw: (key: SettingKey) => values.get(key),
    workspaceRules: () => state.workspaceRules,
    onDidChange: (listener: () => void) => changed.event(listener),
  };
}
