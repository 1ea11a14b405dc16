import * as os from 'node:os';
import * as path from 'node:path';
import type * as vscode from 'vscode';
import { systemClock } from '../../adapters/system/clock';
import { systemDigest } from '../../adapters/system/random';
import { redactText } from '../../core/base/redact/redact';
import type { Disposable } from '../../core/ports/system';
import { watchTerminalOutput, type UserTerminalOutputs } from '../context/terminal-output';
import { Demo } from '../demo/demo';
import { ActivityWatch } from '../diagnostics/vscode-diagnostics';
import { CustomPatterns } from '../secrets/custom-patterns';
import { ChangedSettings } from '../settings/changed-settings';
import { createSeenSettings } from '../settings/seen-settings';
import { HostSettings, placedValues } from '../settings/host-settings';
import { Log } from '../window/log';
import { fileMemory, mementoMemory } from '../window/memory';
import { offer, openSetting } from '../window/notify';
import { ReadOnlyDocuments } from '../window/read-only-documents';
import { sharedStorage } from '../workspace/storage-folder';
import { HostWorkspace, ownFoldersOf } from '../workspace/workspace';
import { composeApprovals, type Approvals } from './approvals';
import { composePolicy, type PolicyParts } from './policy';

export interface Base {
  readonly context: vscode.ExtensionContext;
  readonly log: Log;
  readonly settings: HostSettings;
  readonly demo: Demo;
  readonly workspace: HostWorkspace;
  readonly documents: ReadOnlyDocuments;
  readonly policy: PolicyParts;
  readonly approvals: Approvals;
  readonly storage: Storage;
}

export interface Storage {
  /** Of this workspace; of the whole installation when no folder is open. */
  readonly folder: string;
  /** Of the whole installation. */
  readonly globalFolder: string;
  readonly actorId: string;
}

const noticesKey = 'gatehouse.notices';

export function composeBase(context: vscode.ExtensionContext): Base {
  const log = new Log((text) => redactText(text).text);
  const workspace = new HostWorkspace(ownFoldersOf(context));
  const settings = new HostSettings({
    caseSensitive: workspace.caseSensitive(),
    memory: {
      get: () => context.workspaceState.get<string>(noticesKey, ''),
      set: (value) => context.workspaceState.update(noticesKey, value),
    },
    warn: log.warn,
    report: log.report,
  });
  const documents = new ReadOnlyDocuments();
  const policy = composePolicy(context.globalState, settings, workspace, log);
  return {
    context,
    log,
    settings,
    demo: new Demo({ context, settings, roots: () => workspace.roots(), clock: systemClock }),
    workspace,
    documents,
    policy,
    approvals: composeApprovals(settings, policy.grants, {
      documents,
      log,
      folders: () => workspace.roots(),
    }),
    storage: {
      folder: sharedStorage((context.storageUri ?? context.globalStorageUri).fsPath),
      globalFolder: context.globalStorageUri.fsPath,
      actorId: `user:${os.userInfo().username}`,
    },
  };
}

export function disposeBase({
  approvals,
  policy,
  demo,
  workspace,
  settings,
  documents,
  log,
}: Base): void {
  const { grants, source, trust, permission } = policy;
  const owned: readonly Disposable[] = [
    ...[approvals, grants, source, trust, permission],
    ...[demo, workspace, settings, documents, log],
  ];
  for (const each of owned) each.dispose();
}

/** What is watched from the activation on, because `work` needs what happened before it loaded. */
export interface Watchers {
  readonly secrets: CustomPatterns;
  readonly terminals: UserTerminalOutputs;
  readonly activity: ActivityWatch;
  readonly settings: ChangedSettings;
}

export function composeWatchers({ context, settings, storage, log }: Base): Watchers {
  return {
    secrets: composeSecrets(settings, log),
    terminals: watchTerminalOutput(),
    activity: new ActivityWatch(systemClock),
    settings: new ChangedSettings({
      read: placedValues,
      onDidChange: (listener) => settings.onDidChange(listener),
      clock: systemClock,
      seen: createSeenSettings({
        everywhere: fileMemory(path.join(storage.globalFolder, 'seen-settings.json')),
        here: mementoMemory(context.workspaceState, 'gatehouse.seenSettings'),
        digest: systemDigest,
        report: log.report,
      }),
    }),
  };
}

function composeSecrets(settings: HostSettings, log: Log): CustomPatterns {
  return new CustomPatterns({
    settings,
    warn: (message) => {
      log.warn(message);
      offer('Warning', message, openSetting('filters.security.extraPatterns')).catch(log.report);
    },
    report: log.report,
  });
}
