import * as vscode from 'vscode';
import { createProblemNotices, type NoticeWindow } from './notices';
import { startFilters, type RuleSources, type RunningFilters } from './start-filters';
import { watchFiles } from './watch-files';

/** The rules in force, told and watched by VS Code. */
export function startNativeFilters(sources: RuleSources): RunningFilters {
  const notices = createProblemNotices({ log: sources.log, window: noticeWindow });
  return startFilters(sources, { notices, watch: watchFiles });
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
