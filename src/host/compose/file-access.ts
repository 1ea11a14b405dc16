import { existsSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { createGuardedFiles, type GuardedFiles } from '../../adapters/files/guarded-files';
import { createLazySearch } from '../../adapters/search/lazy-search';
import { locateRipgrep } from '../../adapters/search/locate-ripgrep';
import type { Search } from '../../core/ports/search';
import type { Log } from '../log';
import type { HostSettings } from '../settings/create-settings';
import type { HostWorkspace } from '../workspace';

export interface FileAccess {
  readonly files: GuardedFiles;
  readonly search: Search;
}

export interface FileAccessSources {
  readonly extensionPath: string;
  readonly settings: HostSettings;
  readonly workspace: HostWorkspace;
  readonly log: Log;
}

/** Files and search of the workspace, behind one guard for every caller (DESIGN section 2). */
export function composeFileAccess(sources: FileAccessSources): FileAccess {
  const { settings, workspace } = sources;
  const log = (line: string): void => {
    sources.log.info(line);
  };
  const files = createGuardedFiles({
    workspace,
    denyRead: () => settings.get('file.denyRead'),
    allowRead: () => settings.get('file.allowRead'),
    log,
  });
  const search = createLazySearch(
    async () => {
      const { createSearch } = await import('../../adapters/search/search-entry');
      return createSearch({
        files,
        workspace,
        ripgrepPath: () => locateRipgrep(vscode.env.appRoot, process, existsSync),
        workerPath: path.join(sources.extensionPath, 'dist', 'search-worker.js'),
        log,
      });
    },
    (error) => {
      sources.log.report(error);
    },
  );
  return { files, search };
}
