import * as vscode from 'vscode';
import type { PermissionRule } from '../../core/contracts/calls/decision';
import type { Result } from '../../core/contracts/failure';
import {
  settings,
  type SettingKey,
  type SettingValue,
} from '../../core/contracts/settings/settings';
import type { Disposable } from '../../core/ports/system';
import { createPatterns } from '../../adapters/system/patterns';
import { Emitter } from '../../adapters/system/emitter';
import { createSettingChanges, type NextValue, type SettingChanges } from './change-setting';
import {
  readSettings,
  type SettingProblem,
  type SettingsReading,
  type SettingValues,
} from './read-settings';
import {
  createSettingsWarnings,
  type SettingsWarnings,
  type SettingsWarningsDeps,
} from './settings-warnings';
import type { PlacedValue } from './changed-settings';
import type { CheckContext } from './value-checks';
import {
  readWorkspaceRules,
  workspaceKeys,
  type WorkspaceReading,
  type WorkspaceValue,
} from './workspace-rules';

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

/** The settings in force: user values or our defaults; of a workspace only what tightens. */
export class HostSettings implements SettingValues, SettingChanges, Disposable {
  private readonly changed = new Emitter();
  private readonly context: CheckContext;
  private readonly warnings: SettingsWarnings;
  private readonly changes = createSettingChanges(this);
  private readonly watching: Disposable;
  private reading: Reading;

  constructor(deps: HostSettingsDeps) {
    const { caseSensitive } = deps;
    this.context = { caseSensitive, patterns: createPatterns(checkMs) };
    this.reading = readAll(this.context);
    this.warnings = createSettingsWarnings(deps, {
      problems: () => this.problems(),
      ignored: () => this.reading.user.ignoredWorkspaceKeys,
    });
    this.watching = vscode.Disposable.from(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(section)) this.refresh();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.refresh();
        this.warnings.workspace();
      }),
    );
    this.warnings.problems();
    this.warnings.workspace();
  }

  get<K extends SettingKey>(key: K): SettingValue<K> {
    return this.reading.user.get(key);
  }

  /** Deny and ask lists of the folders and the workspace. */
  workspaceRules(): readonly PermissionRule[] {
    return this.reading.workspace.rules;
  }

  problems(): readonly SettingProblem[] {
    return [...this.reading.user.problems, ...this.reading.workspace.problems];
  }

  /** Fires after any `gatehouse.*` value changed. */
  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  /** Writes a value to the user settings. Rejects when VS Code cannot write them. */
  async write<K extends SettingKey>(key: K, value: SettingValue<K> | undefined): Promise<void> {
    const configuration = vscode.workspace.getConfiguration(section);
    await configuration.update(key, value, vscode.ConfigurationTarget.Global);
    // The event may come later; whoever asked for the change must find it in force.
    this.refresh();
  }

  change<K extends SettingKey>(key: K, next: NextValue<K>): Promise<Result<void>> {
    return this.changes.change(key, next);
  }

  dispose(): void {
    this.watching.dispose();
    this.changed.dispose();
  }

  private refresh(): void {
    this.reading = readAll(this.context);
    this.warnings.problems();
    this.changed.fire();
  }
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

/** Every value that the user or a workspace has set, for the audit log. */
export function placedValues(): readonly PlacedValue[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const keys = [...Object.keys(settings), ...workspaceKeys];
  return keys.flatMap((key): readonly PlacedValue[] => {
    const name = `${section}.${key}`;
    const found = inspect(key);
    return [
      { name, scope: 'user', value: found?.globalValue },
      { name, scope: 'workspace', value: found?.workspaceValue },
      ...folders.map((folder) => ({
        name,
        scope: `folder ${folder.name}`,
        value: folders.length > 1 ? inspect(key, folder.uri)?.workspaceFolderValue : undefined,
      })),
    ];
  });
}

/** The values of the user and of the workspace; each is looked at when it is read. */
function tighteningValues(): readonly WorkspaceValue[] {
  return workspaceKeys.flatMap((key): readonly WorkspaceValue[] => [
    { key, where: undefined, value: () => inspect(key)?.workspaceValue },
    { key, where: 'settings.json', value: () => inspect(key)?.globalValue },
  ]);
}

function tighteningValuesOf({ uri, name }: vscode.WorkspaceFolder): readonly WorkspaceValue[] {
  return workspaceKeys.map((key) => {
    return { key, where: name, value: () => inspect(key, uri)?.workspaceFolderValue };
  });
}
