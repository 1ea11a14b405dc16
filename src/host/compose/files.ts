import { existsSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { ChangeLog } from '../../adapters/file-history/change-log';
import { PathGuard, type PathGuardDeps } from '../../adapters/files/path-guard';
import { WatchedProtectedFiles } from '../../adapters/file-history/command/protected-files';
import { ProtectedList } from '../../adapters/file-history/command/protected-list';
import { NodeSnapshots } from '../../adapters/file-history/command/snapshots';
import { locateRipgrep } from '../../adapters/search/locate-ripgrep';
import { LimitedSurvey, type FileEvents } from '../../adapters/search/limited-files';
import { Ripgrep, type RipgrepProgram } from '../../adapters/search/ripgrep';
import { createSearch } from '../../adapters/search/search';
import { systemClock } from '../../adapters/system/clock';
import { nodeDisk } from '../../adapters/system/node-disk';
import { systemProcesses } from '../../adapters/system/processes';
import { systemIds } from '../../adapters/system/random';
import type { ChangeRecorder, FileChanges, PathStates } from '../../core/ports/file-changes';
import type { Disposable } from '../../core/ports/system';
import type { Files, LimitedFiles } from '../../core/ports/files';
import type { Search } from '../../core/ports/search';
import type { ProtectedFiles, Snapshots } from '../../core/ports/snapshots';
import type { Saves } from '../files/auto-saves';
import { EditorFiles } from '../files/editor-files';
import { createSaveOffers } from '../files/save-offers';
import { WatchedUserEdits } from '../files/user-edits';
import { createVscodeDocuments } from '../files/vscode-documents';
import { neutralToastText } from '../window/neutral-text';
import { canonical, excludedFiles } from '../workspace/workspace';
import type { Base } from './base';
import { shown, t } from '../window/language';
import type { Sentence } from '../../core/base/sentence';

export interface FileAccess {
  readonly guard: PathGuard;
  readonly files: Files;
  readonly limited: LimitedFiles;
  readonly changes: FileChanges;
  readonly snapshots: Snapshots;
  readonly protectedFiles: ProtectedFiles;
  readonly search: Search;
}

/** What runs for the files until the window closes. */
export interface FileUpkeep {
  /** Deletes the copies of deleted chats whose retention has ended. */
  readonly tidy: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A larger file is not kept: copying it would take longer than the change itself. */
const maxKeptFileBytes = 64 * 1024 * 1024;

/** A survey of a whole disk is of no use to a command that waits. */
const surveyLimitMs = 60_000;
/** No command waits longer for the list of its protected files. */
const protectedLimitMs = 2000;

/** Files, their undo and search, behind one guard for every caller (decision effect-guard). */
export function composeFiles(base: Base): FileAccess & FileUpkeep {
  const { settings, workspace } = base;
  const { info: log, report } = base.log;
  const readLists = readListsOf(settings);
  const guard = new PathGuard({
    workspace,
    readLists,
    allowedPaths: () => settings.get('file.allowedPaths'),
    commandPaths: () => settings.get('shell.allowedPaths'),
    log,
  });
  const show = (shown: string): string => guard.show(shown);
  const documents = createVscodeDocuments({ style: () => guard.style(), show, saves, log });
  const offerSave = createSaveOffers({ documents, ask: askToSave, show, report });
  // Files are recorded by the log, and restored by it through the same files.
  const recorder: ChangeRecorder = {
    begin: (by, places) => changes.begin(by, places),
    beginMove: (by, move) => changes.beginMove(by, move),
  };
  const files = new EditorFiles({
    ...{ guard, documents, recorder, log },
    maxChangeBytes: () => settings.get('changes.maxBytes'),
    offerSave: (real) => void offerSave(real),
  });
  const changes = changeLogOf(base, files, show);
  const edits = new WatchedUserEdits();
  const snapshots = new NodeSnapshots({ changes, workspace, edits });
  const ripgrep = {
    path: () => locateRipgrep(vscode.env.appRoot, process, existsSync),
    environment: bareEnvironment(),
  };
  const protectedList = protectedListOf(workspace, ripgrep);
  const watched = { changes, workspace, edits, list: protectedList, warn: showWarning };
  const protectedFiles = new WatchedProtectedFiles(watched);
  const limited = new LimitedSurvey({
    ripgrep: new Ripgrep(ripgrep, surveyLimitMs),
    limitOf: (real) => guard.limitOf(real),
    lists: readLists,
    storage: () => workspace.storageFolders(),
    watch: watchFiles,
  });
  const search = createSearch({
    files: guard,
    workspace,
    excluded: excludedFiles,
    unsaved: () => documents.unsaved(),
    ripgrep,
  });
  return {
    ...{ guard, files, limited, changes, snapshots, protectedFiles, search },
    tidy: () => changes.tidy(),
    close: async () => {
      for (const each of [edits, limited]) each.dispose();
      await changes.close();
    },
  };
}

function protectedListOf(workspace: Base['workspace'], ripgrep: RipgrepProgram): ProtectedList {
  return new ProtectedList({
    ...{ disk: nodeDisk, workspace },
    ripgrep: new Ripgrep(ripgrep, protectedLimitMs),
  });
}

function showWarning(text: Sentence): void {
  void vscode.window.showWarningMessage(neutralToastText(shown(text)));
}

function readListsOf(settings: Base['settings']): PathGuardDeps['readLists'] {
  return {
    deny: () => settings.get('file.denyRead'),
    ask: () => settings.get('file.askRead'),
    allow: () => settings.get('file.allowRead'),
  };
}

function changeLogOf(
  { settings, storage, log }: Base,
  places: PathStates,
  show: (path: string) => string,
): ChangeLog {
  const folder = path.join(storage.folder, 'changes');
  return new ChangeLog({
    shared: { disk: nodeDisk, folder, processes: systemProcesses },
    limits: {
      maxBytes: () => settings.get('changes.maxBytes'),
      maxFileBytes: maxKeptFileBytes,
      retentionDays: () => settings.get('changes.retentionDays'),
    },
    ...{ places, show, clock: systemClock, ids: systemIds },
    problems: log,
  });
}

/** What appears and disappears in the open folders; VS Code watches them anyway. */
function watchFiles({ created, deleted }: FileEvents): Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher('**/*', false, true, false);
  watcher.onDidCreate((uri) => created(canonicalOf(uri)));
  watcher.onDidDelete((uri) => deleted(canonicalOf(uri)));
  return watcher;
}

/** A folder may be open by the name of a link, which its events then have too. */
function canonicalOf(uri: vscode.Uri): string {
  const opened = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  if (opened === undefined) return uri.fsPath;
  return canonical(opened) + uri.fsPath.slice(opened.length);
}

const saves: Saves<vscode.TextDocument> = {
  isAutomatic: ({ uri }) =>
    vscode.workspace.getConfiguration('files', uri).get<string>('autoSave') !== 'off',
  onDidSave: (listener) => vscode.workspace.onDidSaveTextDocument(listener),
  timers: systemClock,
};

async function askToSave(message: string): Promise<boolean> {
  const save = t('Save');
  return (await vscode.window.showInformationMessage(message, save)) === save;
}

/** Of the environment Windows starts nothing without its root. */
function bareEnvironment(): Readonly<Record<string, string>> {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
