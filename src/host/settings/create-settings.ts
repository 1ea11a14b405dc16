import * as vscode from 'vscode';
import type { PermissionRule } from '../../core/contracts/decision';
import type { SettingKey, SettingValue } from '../../core/contracts/settings';
import type { Disposable } from '../../core/ports/disposable';
import { createPatterns } from '../../adapters/system/patterns';
import { createListeners } from '../approvals/listeners';
import { neutralToastText } from '../approvals/present';
import { createSettingChanges, type SettingChanges } from './change-setting';
import { readSettings, type SettingsReading, type SettingValues } from './read-settings';
import { problemNotice, workspaceNotice, type NoticeMemory } from './settings-notices';
import type { CheckContext } from './value-checks';
import { userKeysInSettingsFile } from './workspace-keys';
import {
  readWorkspaceRules,
  workspaceKeys,
  type WorkspaceReading,
  type WorkspaceValue,
} from './workspace-rules';

/** The settings in force: user values or our defaults; of a workspace only what tightens. */
export interface HostSettings extends SettingValues, SettingChanges, Disposable {
  /** What the folders and the workspace deny or ask about. */
  workspaceRules(): readonly PermissionRule[];
  /** Fires after any `gatehouse.*` value changed. */
  onDidChange(listener: () => void): Disposable;
  /** Writes a value to the user settings. Rejects when VS Code cannot write them. */
  write<K extends SettingKey>(key: K, value: SettingValue<K>): Promise<void>;
}

const section = 'gatehouse';
const openSettings = 'Open Settings';
/** All expressions are tried in one turn, on no text: only a busy machine takes its time. */
const checkMs = 5000;
/** More than any settings file a person writes. */
const maxFileBytes = 1_000_000;

export interface HostSettingsDeps {
  /** True when `a` and `A` are different files here. */
  readonly caseSensitive: boolean;
  /** Remembers what was reported of this workspace. */
  readonly memory: NoticeMemory;
  readonly warn: (message: string) => void;
}

/** Everything that was read at one time. */
interface Reading {
  readonly user: SettingsReading;
  readonly workspace: WorkspaceReading;
}

export function createSettings(deps: HostSettingsDeps): HostSettings {
  const changed = createListeners();
  const patterns = createPatterns(checkMs);
  const context: CheckContext = { caseSensitive: deps.caseSensitive, patterns };
  let reading = readAll(context);
  let told: string | undefined;
  const problems = () => [...reading.user.problems, ...reading.workspace.problems];

  function tellProblems(): void {
    const notice = problemNotice(problems());
    if (notice === told) return;
    told = notice;
    if (notice !== undefined) void warnWithSettings(notice, problems()[0]?.key, deps.warn);
  }

  function refresh(): void {
    reading = readAll(context);
    tellProblems();
    changed.notify();
  }

  const watching = vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(section)) refresh();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      refresh();
      void tellWorkspace();
    }),
  );

  async function tellWorkspace(): Promise<void> {
    const inFiles = await Promise.all(settingsFiles().map(keysIn));
    const keys = [...reading.user.ignoredWorkspaceKeys, ...inFiles.flat()];
    const notice = workspaceNotice(keys, deps.memory);
    if (notice === undefined) return;
    deps.warn(notice);
    void vscode.window.showWarningMessage(neutralToastText(notice));
  }

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
  tellProblems();
  void tellWorkspace();
  return {
    get,
    workspaceRules: () => reading.workspace.rules,
    onDidChange: (listener) => changed.add(listener),
    problems,
    write,
    ...createSettingChanges({ get, problems, write }),
    dispose() {
      watching.dispose();
      changed.clear();
    },
  };
}

/** Never throws: what cannot be looked at is told, and its stricter side holds. */
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

async function warnWithSettings(
  notice: string,
  key: SettingKey | undefined,
  warn: (message: string) => void,
): Promise<void> {
  warn(notice);
  const chosen = await vscode.window.showWarningMessage(neutralToastText(notice), openSettings);
  if (chosen !== openSettings) return;
  await vscode.commands.executeCommand(
    'workbench.action.openSettings',
    key === undefined ? section : `${section}.${key}`,
  );
}

function settingsFiles(): readonly vscode.Uri[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const { workspaceFile } = vscode.workspace;
  return [
    ...folders.map(({ uri }) => vscode.Uri.joinPath(uri, '.vscode', 'settings.json')),
    ...(workspaceFile === undefined || workspaceFile.scheme === 'untitled' ? [] : [workspaceFile]),
  ];
}

async function keysIn(file: vscode.Uri): Promise<readonly SettingKey[]> {
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > maxFileBytes) return [];
    return userKeysInSettingsFile(
      new TextDecoder().decode(await vscode.workspace.fs.readFile(file)),
    );
  } catch {
    // Most workspaces have no such file; what cannot be read cannot set anything either.
    return [];
  }
}
