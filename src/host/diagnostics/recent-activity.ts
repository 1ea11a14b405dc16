import * as vscode from 'vscode';
import type { Clock } from '../../core/ports/clock';
import type { Disposable } from '../../core/ports/disposable';
import type { FileChanges } from '../../core/ports/file-changes';
import type { RecentActivity } from './settle';

export interface ActivityWatch extends RecentActivity, Disposable {}

/**
 * Notes when documents and files change and when problems are published: two numbers, from the start of
 * the window on, so that a first call knows of the edit before it.
 */
export function watchActivity(
  clock: Clock,
  changes: Pick<FileChanges, 'onDidChange'>,
): ActivityWatch {
  let changedAt: number | undefined;
  let publishedAt: number | undefined;
  const listeners = new Set<() => void>();
  const changed = (): void => {
    changedAt = clock.monotonic();
  };
  const documentChanged = ({ uri }: vscode.TextDocument): void => {
    if (uri.scheme === 'file' || uri.scheme === 'vscode-notebook-cell') changed();
  };
  const owned: readonly Disposable[] = [
    vscode.workspace.onDidChangeTextDocument(({ document }) => documentChanged(document)),
    vscode.workspace.onDidSaveTextDocument(documentChanged),
    changes.onDidChange(changed),
    vscode.languages.onDidChangeDiagnostics(() => {
      publishedAt = clock.monotonic();
      for (const listener of listeners) listener();
    }),
  ];
  return {
    get changedAt() {
      return changedAt;
    },
    get publishedAt() {
      return publishedAt;
    },
    onDidPublish: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    dispose: () => {
      for (const each of owned) each.dispose();
      listeners.clear();
    },
  };
}
