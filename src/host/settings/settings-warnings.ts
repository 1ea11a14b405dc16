import * as vscode from 'vscode';
import { settings, type SettingKey } from '../../core/contracts/settings/settings';
import { neutralToastText } from '../window/neutral-text';
import { isUserSetting, type SettingProblem } from './read-settings';
import { problemNotice, workspaceNotice, type NoticeState } from './warning-texts';
import { userKeysInSettingsFile } from './workspace-keys';

export interface SettingsWarningsDeps {
  /** Remembers what was reported of this workspace. */
  readonly memory: NoticeState;
  readonly warn: (message: string) => void;
  /** Receives errors raised while the user is notified. */
  readonly report: (error: unknown) => void;
}

/** The current warnings, if any. */
export interface WarningSources {
  readonly problems: () => readonly SettingProblem[];
  /** Keys that a workspace sets though only the user may. */
  readonly ignored: () => readonly SettingKey[];
}

/** Notifies the user of invalid values, each cause once; messages are loaded lazily. */
export interface SettingsWarnings {
  problems(): void;
  workspace(): void;
}

const section = 'gatehouse';
const openSettings = 'Open Settings';
/** Larger than any settings file in practice. */
const maxFileBytes = 1_000_000;

export function createSettingsWarnings(
  deps: SettingsWarningsDeps,
  { problems, ignored }: WarningSources,
): SettingsWarnings {
  let reported: string | undefined;

  async function tellProblems(): Promise<void> {
    const now = problems();
    if (now.length === 0) {
      reported = undefined;
      return;
    }
    const notice = problemNotice(now, defaultValue);
    if (notice === undefined || notice === reported) return;
    reported = notice;
    await warnWithSettings(notice, now[0]?.key, deps.warn);
  }

  async function tellWorkspace(): Promise<void> {
    const texts = (await Promise.all(settingsFiles().map(textOf))).filter((text) => text !== '');
    if (texts.length + ignored().length === 0) return;
    const inFiles = texts.flatMap((text) => userKeysInSettingsFile(text, isUserSetting));
    const notice = workspaceNotice([...ignored(), ...inFiles], deps.memory);
    if (notice === undefined) return;
    deps.warn(notice);
    void vscode.window.showWarningMessage(neutralToastText(notice));
  }

  return {
    problems: () => void tellProblems().catch(deps.report),
    workspace: () => void tellWorkspace().catch(deps.report),
  };
}

/** Default of a setting. */
export function defaultValue(key: SettingKey): unknown {
  return settings[key].default;
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

/** Empty for a file that does not mention Gatehouse. */
async function textOf(file: vscode.Uri): Promise<string> {
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > maxFileBytes) return '';
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    return text.includes(`${section}.`) ? text : '';
  } catch {
    // Most workspaces have no such file; what cannot be read cannot set anything either.
    return '';
  }
}
