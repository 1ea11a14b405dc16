import { existsSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { createPathGuard, type PathGuard } from '../../adapters/files/path-guard';
import { createLazySearch } from '../../adapters/search/lazy-search';
import { locateRipgrep } from '../../adapters/search/locate-ripgrep';
import { systemClock } from '../../adapters/system/clock';
import type { Disposable } from '../../core/ports/disposable';
import type { FileChanges } from '../../core/ports/file-changes';
import type { Files } from '../../core/ports/files';
import type { Search } from '../../core/ports/search';
import { excludedFiles, type HostWorkspace } from '../workspace/workspace';
import type { HostFiles } from '../files/host-files';
import { createLazyFiles } from '../files/lazy-files';
import type { Log } from '../window/log';
import type { HostSettings } from '../settings/create-settings';

export interface FileAccess {
  readonly guard: PathGuard;
  readonly files: Files;
  readonly changes: FileChanges;
  readonly search: Search;
}

export interface FileAccessSources {
  readonly extensionPath: string;
  readonly storageFolder: string;
  readonly settings: HostSettings;
  readonly workspace: HostWorkspace;
  readonly log: Log;
}

/** Late enough not to compete with the start of the window. */
const tidyAfterMs = 30_000;

/** Files, their undo and search, behind one guard for every caller (decision effect-guard). */
export function composeFileAccess(sources: FileAccessSources) {
  const { settings, workspace, storageFolder } = sources;
  const log = (line: string): void => {
    sources.log.info(line);
  };
  const report = (error: unknown): void => {
    sources.log.report(error);
  };
  const limits = {
    workspace,
    denyRead: () => settings.get('file.denyRead'),
    allowRead: () => settings.get('file.allowRead'),
    allowedPaths: () => settings.get('file.allowedPaths'),
    commandPaths: () => settings.get('shell.allowedPaths'),
    log,
  };
  const guard = createPathGuard(limits);
  const copies = path.join(storageFolder, 'changes');
  const hostFiles = createLazyFiles({
    guard,
    load: async () => {
      const { createHostFiles } = await import('../files/files-entry');
      return createHostFiles({
        ...limits,
        storageFolder: copies,
        maxChangeBytes: () => settings.get('changes.maxBytes'),
        retentionDays: () => settings.get('changes.retentionDays'),
        clock: systemClock,
        warn: (line) => sources.log.warn(line),
        report,
      });
    },
    onLoadFailed: report,
  });
  const search = createLazySearch(async () => {
    const { createSearch } = await import('../../adapters/search/search-entry');
    return createSearch({
      files: guard,
      workspace,
      excluded: excludedFiles,
      unsaved: () => hostFiles.unsaved(),
      ripgrep: {
        path: () => locateRipgrep(vscode.env.appRoot, process, existsSync),
        environment: bareEnvironment(),
      },
      workerPath: path.join(sources.extensionPath, 'dist', 'search-worker.js'),
      log,
    });
  }, report);
  const { files, changes } = hostFiles;
  const access: FileAccess = { guard, files, changes, search };
  return { access, closeFiles: closing(hostFiles, copies, report) };
}

/** Of the environment Windows starts nothing without its root. */
function bareEnvironment(): Readonly<Record<string, string>> {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}

/** Deletes copies that crashed windows left and no chat can use. */
function closing(
  hostFiles: HostFiles,
  copies: string,
  report: (error: unknown) => void,
): () => Promise<void> {
  const tidying: Disposable = systemClock.after(tidyAfterMs, () => {
    if (existsSync(copies)) hostFiles.tidy().catch(report);
  });
  return async () => {
    tidying.dispose();
    await hostFiles.close();
  };
}
