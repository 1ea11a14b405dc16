import * as vscode from 'vscode';
import { ChangeLog } from '../../adapters/file-history/change-log';
import { nodeDisk } from '../../adapters/system/node-disk';
import { createChangeLimits } from '../../adapters/files/target-guard';
import { createGuardedFiles } from '../../adapters/files/guarded-files';
import { createPathGuard, type PathGuardDeps } from '../../adapters/files/path-guard';
import { systemIds } from '../../adapters/system/random';
import { systemProcesses } from '../../adapters/system/processes';
import type { Clock } from '../../core/ports/system';
import type { Files } from '../../core/ports/files';
import type { FileChanges, PathStates } from '../../core/ports/file-changes';
import { createUndoableFiles } from './undoable-files';
import { createSaveOffers } from './save-offers';
import { createEditorFiles } from './editor-files';
import { createVscodeDocuments } from './vscode-documents';

/** Files as this window shows them, and the undo of changes by calls. */
export interface HostFiles {
  readonly files: Files;
  readonly changes: FileChanges;
  /** Canonical paths of files with unsaved changes in an editor. */
  readonly unsaved: () => Promise<readonly string[]>;
  /** Deletes the copies of deleted chats whose retention has ended. */
  readonly tidy: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface HostFilesDeps extends PathGuardDeps {
  /** For the copies of changed files; other windows use it too. */
  readonly storageFolder: string;
  readonly maxChangeBytes: () => number;
  readonly retentionDays: () => number;
  readonly clock: Clock;
  /** Shown to the user. */
  readonly warn: (line: string) => void;
  readonly report: (error: unknown) => void;
}

/** A larger file is not kept: copying it would take longer than the change itself. */
const maxKeptFileBytes = 64 * 1024 * 1024;

/** Files as the editors of this window show them, and the undo of changes by calls. */
export function createHostFiles(deps: HostFilesDeps): HostFiles {
  const { workspace, maxChangeBytes, log, report } = deps;
  const { show, allowedFolders } = guardOf(deps);
  const style = () => ({
    separator: workspace.separator(),
    caseSensitive: workspace.caseSensitive(),
  });
  const documents = createVscodeDocuments({ style, show, log });
  const limits = createChangeLimits({ workspace, allowedFolders });
  const parts = { disk: createGuardedFiles(deps), documents, limits, show };
  const truth = createEditorFiles(parts);
  const changes = changesOf(deps, truth, show);
  const offerSave = createSaveOffers({ documents, ask: askToSave, show, report });
  const files = createUndoableFiles({
    ...parts,
    editorFiles: truth,
    recorder: changes,
    maxChangeBytes,
    offerSave: (real) => void offerSave(real),
  });
  return {
    files,
    changes,
    unsaved: () => documents.unsaved(),
    tidy: () => changes.tidy(),
    close: () => changes.close(),
  };
}

function guardOf(deps: PathGuardDeps) {
  const guard = createPathGuard(deps);
  return {
    show: (path: string) => guard.show(path),
    allowedFolders: () => guard.allowedFolders(),
  };
}

function changesOf(
  deps: HostFilesDeps,
  places: PathStates,
  show: (path: string) => string,
): ChangeLog {
  const { storageFolder, maxChangeBytes, retentionDays, clock, warn, report } = deps;
  return new ChangeLog({
    shared: { disk: nodeDisk, folder: storageFolder, processes: systemProcesses },
    limits: { maxBytes: maxChangeBytes, maxFileBytes: maxKeptFileBytes, retentionDays },
    places,
    show,
    clock,
    ids: systemIds,
    problems: { warn, report },
  });
}

async function askToSave(message: string): Promise<boolean> {
  const save = 'Save';
  return (await vscode.window.showInformationMessage(message, save)) === save;
}
