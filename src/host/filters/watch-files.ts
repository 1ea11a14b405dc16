import * as vscode from 'vscode';
import type { Disposable } from '../../core/ports/disposable';

/** A file and the folder below which it is watched: a folder of the workspace, where it is in one. */
export interface WatchedFile {
  readonly folder: string;
  /** Of the folder, with `/`. */
  readonly names: readonly string[];
}

export type Watch = (files: readonly WatchedFile[], onEvent: () => void) => Disposable;

/**
 * Calls back when one of the files is created, changed, removed or renamed, or the folder it lies in
 * is: VS Code tells only of that when both go.
 */
export const watchFiles: Watch = (files, onEvent) => {
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

/** A name as a pattern that only it fits. */
function literal(name: string): string {
  return name.replace(/[[\]{}*?!]/g, '[$&]');
}
