import * as path from 'node:path';
import * as vscode from 'vscode';
import { createCargoDiagnostics } from '../../adapters/diagnostics/cargo-diagnostics';
import { createShellReader } from '../../adapters/shell/shell-reader';
import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/random';
import type { AuditLog } from '../../core/ports/audit-log';
import type { Diagnostics } from '../../core/ports/diagnostics';
import type { Disposable } from '../../core/ports/system';
import type { ShellReader } from '../../core/ports/shell';
import { HostBackgroundCommands } from '../background/background-commands';
import { createEditorDiagnostics } from '../diagnostics/editor-diagnostics';
import { vscodeProblems, type ActivityWatch } from '../diagnostics/vscode-diagnostics';
import { createNativeFilters } from '../filters/native-filters';
import type { ReloadingFilters } from '../filters/reloading-filters';
import type { ChatDirectory } from '../panel/chat/chat-directory';
import type { HostTerminals } from '../terminals/command-terminals';
import { createTerminals } from '../terminals/create-terminals';
import { recoverAtStart } from '../terminals/recovered-commands';
import { neutralToastText } from '../window/neutral-text';
import type { Base } from './base';
import type { FileAccess } from './files';
import type { Stores } from './stores';

export interface Runners {
  readonly terminals: HostTerminals;
  readonly background: HostBackgroundCommands;
  readonly diagnostics: Diagnostics & Disposable;
  readonly shell: ShellReader;
  readonly filters: ReloadingFilters;
}

export interface RunnerParts {
  readonly files: FileAccess;
  readonly activity: ActivityWatch;
  readonly chats: Pick<ChatDirectory, 'titleOf'>;
  readonly stores: Pick<Stores, 'store'>;
}

export function composeRunners(
  base: Base,
  { files, stores, activity, chats }: RunnerParts,
): Runners {
  const background = new HostBackgroundCommands(systemClock);
  const terminals = createTerminals({
    onOutliving: (left) => void background.add(left),
    env: process.env,
    clock: systemClock,
    ids: systemIds,
    spools: stores.store.spools,
    workspace: base.workspace,
    passedNames: () => base.settings.get('shell.passEnvironment'),
    records: recordsOf(base),
    chatTitle: (sessionId) => chats.titleOf(sessionId),
  });
  const { settings, workspace, log, storage } = base;
  const { globalFolder } = storage;
  const shell = composeShell(base);
  return {
    terminals,
    background,
    diagnostics: composeDiagnostics(base, files, activity),
    shell,
    filters: createNativeFilters({
      settings,
      workspace,
      globalFolder,
      shell,
      log,
      clock: systemClock,
    }),
  };
}

function recordsOf({ storage, log }: Base) {
  return {
    folder: path.join(storage.folder, 'commands'),
    log: log.warn,
  };
}

/** Looks after commands that an earlier window has left running. */
export function composeRecovery(base: Base, audit: AuditLog): () => Promise<void> {
  const { storage, workspace } = base;
  return () =>
    recoverAtStart({
      ...recordsOf(base),
      clock: systemClock,
      audit,
      finder: { actor: storage.actorId, tenant: workspace.key() },
      warn: (text) => {
        void vscode.window.showWarningMessage(neutralToastText(text));
      },
    });
}

/** Problems of the editor, and of cargo, which keeps the time limit of commands. */
function composeDiagnostics(
  { settings, workspace }: Base,
  { files, changes }: FileAccess,
  activity: ActivityWatch,
): Diagnostics & Disposable {
  const changed = changes.onDidChange(() => {
    activity.noteChange();
  });
  const problems = vscodeProblems;
  return {
    ofEditor: createEditorDiagnostics({ files, workspace, problems, activity, clock: systemClock }),
    ofCargo: createCargoDiagnostics({
      files,
      workspace,
      clock: systemClock,
      env: process.env,
      platform: process.platform,
      timeLimitMs: () => settings.get('shell.hardTimeout') * 1000,
    }),
    defaultMax: () => settings.get('diagnostics.max'),
    dispose: () => {
      changed.dispose();
    },
  };
}

function composeShell({ context, log }: Base): ShellReader {
  const dist = path.join(context.extensionPath, 'dist');
  return createShellReader({
    runtimeWasm: path.join(dist, 'web-tree-sitter.wasm'),
    grammarWasm: path.join(dist, 'tree-sitter-bash.wasm'),
    clock: systemClock,
    report: log.report,
  });
}
