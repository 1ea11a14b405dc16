import * as vscode from 'vscode';
import type { SettingKey } from '../../core/contracts/settings/settings';
import { offer, openSetting } from '../window/notify';
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
    const notice = problemNotice(now);
    if (notice === undefined || notice === reported) return;
    reported = notice;
    deps.warn(notice);
    await offer('Warning', notice, openSetting(now[0]?.key));
  }

  async function tellWorkspace(): Promise<void> {
    const texts = (await Promise.all(settingsFiles().map(textOf))).filter((text) => text !== '');
    if (texts.length + ignored().length === 0) return;
    const inFiles = texts.flatMap((text) => userKeysInSettingsFile(text, isUserSetting));
    const notice = workspaceNotice([...ignored(), ...inFiles], deps.memory);
    if (notice === undefined) return;
    deps.warn(notice);
    await offer('Warning', notice);
  }

  return {
    problems: () => void tellProblems().catch(deps.report),
    workspace: () => void tellWorkspace().catch(deps.report),
  };
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
