import * as os from 'node:os';
import type * as vscode from 'vscode';
import { redactText } from '../../core/base/redact/redact';
import type { BoundTool } from '../../core/contracts/tools/bound-tool';
import type { Disposable } from '../../core/ports/disposable';
import { createCompactions } from '../../adapters/system/compactions';
import { createLog } from '../window/log';
import { ReadOnlyDocuments } from '../window/read-only-documents';
import { createSettings } from '../settings/create-settings';
import { ownFoldersOf, createHostWorkspace } from '../workspace/workspace';
import { sharedStorage } from '../workspace/storage-folder';
import { composeApprovals } from './approvals';
import { composePlaces } from './places';
import { composePolicy } from './policy';
import { composeSecrets } from './secrets';

export type Base = ReturnType<typeof composeBase>;

const noticesKey = 'gatehouse.notices';

/** What everything else stands on. */
export function composeBase(context: vscode.ExtensionContext, tools: () => readonly BoundTool[]) {
  const log = createLog((text) => redactText(text).text);
  const workspace = createHostWorkspace(ownFoldersOf(context));
  const settings = createSettings({
    caseSensitive: workspace.caseSensitive(),
    memory: {
      get: () => context.workspaceState.get<string>(noticesKey, ''),
      set: (value) => context.workspaceState.update(noticesKey, value),
    },
    warn: (message) => {
      log.warn(message);
    },
    report: (error) => {
      log.report(error);
    },
  });
  const storageFolder = sharedStorage((context.storageUri ?? context.globalStorageUri).fsPath);
  const globalFolder = context.globalStorageUri.fsPath;
  const { store, places } = composePlaces({
    storageFolder,
    globalFolder,
    workspace,
    extensionPath: context.extensionPath,
    settings,
    secrets: context.secrets,
    log,
  });
  const policy = composePolicy({ memento: context.globalState, settings, workspace, log, tools });
  const approvals = composeApprovals(settings, policy.grants, log);
  const documents = new ReadOnlyDocuments();
  const owned: readonly Disposable[] = [
    approvals,
    ...policy.owned,
    composeSecrets(settings, log),
    workspace,
    settings,
    documents,
    log,
  ];
  const compactions = createCompactions();
  const parts = {
    log,
    settings,
    workspace,
    store,
    places,
    approvals,
    documents,
    compactions,
    storageFolder,
    globalFolder,
  };
  return { ...parts, ...policy, actorId: `user:${os.userInfo().username}`, owned };
}
