import * as vscode from 'vscode';
import { mkdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { createProblemNotices, type NoticeWindow } from './problem-notices';
import { ReloadingFilters, type RuleSources } from './reloading-filters';
import { errnoFailure } from '../../adapters/files/errno-failure';
import { offer, openSetting } from '../window/notify';
import { filterTemplate } from './filter-template';
import { builtInRules } from '../../core/filters/built-in.gen';
import type { Watch } from './rule-file-locations';
import { errnoOf } from '../../adapters/system/errno';
import { t } from '../window/language';

/** The rules in force, with notices and file watchers of VS Code. */
export function createNativeFilters(sources: RuleSources): ReloadingFilters {
  const notify = createProblemNotices({ log: sources.log, window: noticeWindow });
  return new ReloadingFilters(sources, { notify, watch: watchFiles, chunkLimitMs: 20 });
}

const noticeWindow: NoticeWindow = {
  warn: (text, ...buttons) => vscode.window.showWarningMessage(text, ...buttons),
  showAt: async (file, line) => {
    const at = new vscode.Position((line ?? 1) - 1, 0);
    const selection = new vscode.Range(at, at);
    await vscode.window.showTextDocument(vscode.Uri.file(file), { selection });
  },
  showLog: async () => {
    await vscode.commands.executeCommand('gatehouse.openLog');
  },
};

/**
 * Calls back when one of the files is created, changed, removed or renamed, or when its folder is:
 * VS Code reports only that one when both go.
 */
const watchFiles: Watch = (files, onEvent) => {
  const watchers = files.map(({ folder, names }) => {
    const paths = names.map((_, at) =>
      names
        .slice(0, at + 1)
        .map(literal)
        .join('/'),
    );
    const [only = '', ...others] = paths;
    const glob = others.length === 0 ? only : `{${paths.join(',')}}`;
    const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), glob);
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    watcher.onDidCreate(onEvent);
    watcher.onDidChange(onEvent);
    watcher.onDidDelete(onEvent);
    return watcher;
  });
  return vscode.Disposable.from(...watchers);
};

/** A pattern that matches only this name. */
function literal(name: string): string {
  return name.replace(/[[\]{}*?!]/g, '[$&]');
}

/** Opens the user's rule file; creates it with examples when it does not exist. */
export async function editFilters(
  filters: Pick<ReloadingFilters, 'userFile'>,
  examplesFile: string,
): Promise<void> {
  const file = filters.userFile();
  if (!file.ok) {
    await offerSetting(file.failure);
    return;
  }
  const text = await filterTemplate(
    examplesFile,
    builtInRules.map(({ name }) => name),
  );
  const problem = await makeFile(file.value, text);
  if (problem !== undefined) {
    await offerSetting(t('The output filters file could not be created. {0}', problem));
    return;
  }
  await vscode.window.showTextDocument(vscode.Uri.file(file.value));
}

/** Why it could not be created; undefined when it exists. */
async function makeFile(file: string, text: string): Promise<string | undefined> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    return errnoOf(error) === 'EEXIST' ? undefined : errnoFailure(error, file).message;
  }
  return undefined;
}

function offerSetting(problem: string): Promise<void> {
  return offer('Error', problem, openSetting('filters.path'));
}
