import * as vscode from 'vscode';
import type { SettingKey, SettingValue } from '../../core/contracts/settings';
import type { Disposable } from '../../core/ports/disposable';
import { createListeners } from '../approvals/listeners';
import { readSettings, type SettingProblem } from './read-settings';
import { problemNotice, workspaceNotice, type NoticeMemory } from './settings-notices';
import { userKeysInSettingsFile } from './workspace-keys';

/** The settings in force: user values or our defaults, never a workspace's. */
export interface HostSettings extends Disposable {
  get<K extends SettingKey>(key: K): SettingValue<K>;
  /** Fires after any `gatehouse.*` value changed. */
  onDidChange(listener: () => void): Disposable;
  /** Values that cannot be used; empty when all is well. */
  problems(): readonly SettingProblem[];
  /** Writes a value to the user settings. Rejects when VS Code cannot write them. */
  write<K extends SettingKey>(key: K, value: SettingValue<K>): Promise<void>;
}

const section = 'gatehouse';
const openSettings = 'Open Settings';
/** More than any settings file a person writes. */
const maxFileBytes = 1_000_000;

export interface HostSettingsDeps {
  /** Remembers what was reported of this workspace. */
  readonly memory: NoticeMemory;
  readonly warn: (message: string) => void;
}

export function createSettings(deps: HostSettingsDeps): HostSettings {
  const changed = createListeners();
  let reading = readSettings(vscode.workspace.getConfiguration(section));
  let told: string | undefined;

  function tellProblems(): void {
    const notice = problemNotice(reading.problems);
    if (notice === told) return;
    told = notice;
    if (notice !== undefined) void warnWithSettings(notice, reading.problems[0]?.key, deps.warn);
  }

  function refresh(): void {
    reading = readSettings(vscode.workspace.getConfiguration(section));
    tellProblems();
    changed.notify();
  }

  const watching = vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(section)) refresh();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void tellWorkspace()),
  );

  async function tellWorkspace(): Promise<void> {
    const inFiles = await Promise.all(settingsFiles().map(keysIn));
    const keys = [...reading.ignoredWorkspaceKeys, ...inFiles.flat()];
    const notice = workspaceNotice(keys, deps.memory);
    if (notice === undefined) return;
    deps.warn(notice);
    void vscode.window.showWarningMessage(notice);
  }

  tellProblems();
  void tellWorkspace();
  return {
    get: (key) => reading.get(key),
    onDidChange: (listener) => changed.add(listener),
    problems: () => reading.problems,
    async write(key, value) {
      const configuration = vscode.workspace.getConfiguration(section);
      await configuration.update(key, value, vscode.ConfigurationTarget.Global);
      // The event may come later; whoever asked for the change must find it in force.
      refresh();
    },
    dispose() {
      watching.dispose();
      changed.clear();
    },
  };
}

async function warnWithSettings(
  notice: string,
  key: SettingKey | undefined,
  warn: (message: string) => void,
): Promise<void> {
  warn(notice);
  const chosen = await vscode.window.showWarningMessage(notice, openSettings);
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
