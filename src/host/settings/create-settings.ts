import * as vscode from 'vscode';
import type { PermissionRule } from '../../core/contracts/calls/decision';
import type { SettingKey, SettingValue } from '../../core/contracts/settings/settings';
import type { Disposable } from '../../core/ports/disposable';
import { createPatterns } from '../../adapters/system/patterns';
import { createEmitter } from '../../adapters/system/emitter';
import { createSettingChanges, type SettingChanges } from './change-setting';
import { readSettings, type SettingsReading, type SettingValues } from './read-settings';
import { createSettingsWarnings, type SettingsWarningsDeps } from './settings-warnings';
import type { CheckContext } from './value-checks';
import {
  readWorkspaceRules,
  workspaceKeys,
  type WorkspaceReading,
  type WorkspaceValue,
} from './workspace-rules';

/** The settings in force: user values or our defaults; of a workspace only what tightens. */
export interface HostSettings extends SettingValues, SettingChanges, Disposable {
  /** Deny and ask lists of the folders and the workspace. */
  workspaceRules(): readonly PermissionRule[];
  /** Fires after any `gatehouse.*` value changed. */
  onDidChange(listener: () => void): Disposable;
  /** Writes a value to the user settings. Rejects when VS Code cannot write them. */
  write<K extends SettingKey>(key: K, value: SettingValue<K>): Promise<void>;
}

const section = 'gatehouse';
/** All expressions are tried in one turn, on no text: only a busy machine takes its time. */
const checkMs = 5000;

export interface HostSettingsDeps extends SettingsWarningsDeps {
  /** True when `a` and `A` are different files here. */
  readonly caseSensitive: boolean;
}

/** Everything that was read at one time. */
interface Reading {
  readonly user: SettingsReading;
  readonly workspace: WorkspaceReading;
}

export function createSettings(deps: HostSettingsDeps): HostSettings {
  const changed = createEmitter();
  const patterns = createPatterns(checkMs);
  const context: CheckContext = { caseSensitive: deps.caseSensitive, patterns };
  let reading = readAll(context);
  const problems = () => [...reading.user.problems, ...reading.workspace.problems];
  const tell = createSettingsWarnings(deps, {
    problems,
    ignored: () => reading.user.ignoredWorkspaceKeys,
  });

  function refresh(): void {
    reading = readAll(context);
    tell.problems();
    changed.fire();
  }

  const watching = vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(section)) refresh();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      refresh();
      tell.workspace();
    }),
  );

  async function write<K extends SettingKey>(
    key: K,
    value: SettingValue<K> | undefined,
  ): Promise<void> {
    const configuration = vscode.workspace.getConfiguration(section);
    await configuration.update(key, value, vscode.ConfigurationTarget.Global);
    // The event may come later; whoever asked for the change must find it in force.
    refresh();
  }

  const get: HostSettings['get'] = (key) => reading.user.get(key);
  tell.problems();
  tell.workspace();
  return {
    get,
    workspaceRules: () => reading.workspace.rules,
    onDidChange: (listener) => changed.event(listener),
    problems,
    write,
    ...createSettingChanges({ get, problems, write }),
    dispose() {
      watching.dispose();
      changed.dispose();
    },
  };
}

/** Never throws: a value that cannot be read is reported, and the stricter choice applies. */
function readAll(context: CheckContext): Reading {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return {
    user: readSettings({ inspect: (key) => inspect(key) }, context),
    workspace: readWorkspaceRules([
      ...tighteningValues(),
      ...folders.flatMap((folder) => tighteningValuesOf(folder)),
    ]),
  };
}

function inspect(key: string, scope?: vscode.Uri) {
  return vscode.workspace.getConfiguration(section, scope).inspect(key);
}

/** The values of the user and of the workspace; each is looked at when it is read. */
function tighteningValues(): readonly WorkspaceValue[] {
  return workspaceKeys.flatMap((key): readonly WorkspaceValue[] => [
    { key, where: undefined, value: () => inspect(key)?.workspaceValue },
    { key, where: 'your settings', value: () => inspect(key)?.globalValue },
  ]);
}

function tighteningValuesOf({ uri, name }: vscode.WorkspaceFolder): readonly WorkspaceValue[] {
  return workspaceKeys.map((key) => {
    return { key, where: name, value: () => inspect(key, uri)?.workspaceFolderValue };
  });
}
