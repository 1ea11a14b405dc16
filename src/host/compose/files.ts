import { existsSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { createPathGuard, type PathGuard } from '../../adapters/files/path-guard';
import { locateRipgrep } from '../../adapters/search/locate-ripgrep';
import { createSearch } from '../../adapters/search/search';
import { systemClock } from '../../adapters/system/clock';
import type { FileChanges } from '../../core/ports/file-changes';
import type { Files } from '../../core/ports/files';
import type { Search } from '../../core/ports/search';
import { createHostFiles, type HostFiles } from '../files/host-files';
import { excludedFiles } from '../workspace/workspace';
import type { Base } from './base';

export interface FileAccess {
  readonly guard: PathGuard;
  readonly files: Files;
  readonly changes: FileChanges;
  readonly search: Search;
}

/** Files, their undo and search, behind one guard for every caller (decision effect-guard). */
export function composeFiles(base: Base): FileAccess & Pick<HostFiles, 'tidy' | 'close'> {
  const { settings, storage, workspace } = base;
  const log = (line: string): void => {
    base.log.info(line);
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
  const { files, changes, unsaved, tidy, close } = createHostFiles({
    ...limits,
    storageFolder: path.join(storage.folder, 'changes'),
    maxChangeBytes: () => settings.get('changes.maxBytes'),
    retentionDays: () => settings.get('changes.retentionDays'),
    clock: systemClock,
    warn: base.log.warn,
    report: base.log.report,
  });
  const search = createSearch({
    files: guard,
    workspace,
    excluded: excludedFiles,
    unsaved,
    ripgrep: {
      path: () => locateRipgrep(vscode.env.appRoot, process, existsSync),
      environment: bareEnvironment(),
    },
  });
  return { guard, files, changes, search, tidy, close };
}

/** Of the environment Windows starts nothing without its root. */
function bareEnvironment(): Readonly<Record<string, string>> {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
