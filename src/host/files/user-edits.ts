import * as vscode from 'vscode';
import type { Disposable } from '../../core/ports/disposable';
import type { UserEdits } from '../../core/ports/snapshots';

/** More edits than happen while a command runs. */
const maxTrackedEdits = 10_000;

/** Files the user saves, creates, moves and deletes in VS Code, including auto-save. */
export function watchUserEdits(): UserEdits & Disposable {
  /** Path to the number of its last edit, oldest first. */
  const edits = new Map<string, number>();
  let count = 0;
  const note = (...uris: readonly vscode.Uri[]): void => {
    for (const { scheme, fsPath } of uris) {
      if (scheme !== 'file') continue;
      count += 1;
      edits.delete(fsPath);
      edits.set(fsPath, count);
    }
    for (const oldest of edits.keys()) {
      if (edits.size <= maxTrackedEdits) break;
      edits.delete(oldest);
    }
  };
  const { workspace } = vscode;
  const watching = vscode.Disposable.from(
    workspace.onDidSaveTextDocument(({ uri }) => note(uri)),
    workspace.onDidSaveNotebookDocument(({ uri }) => note(uri)),
    workspace.onDidCreateFiles(({ files }) => note(...files)),
    workspace.onDidDeleteFiles(({ files }) => note(...files)),
    workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) note(oldUri, newUri);
    }),
  );
  return {
    mark: () => count,
    since: (mark) => [...edits].filter(([, number]) => number > mark).map(([file]) => file),
    dirty: () => [...dirtyOf(workspace.textDocuments), ...dirtyOf(workspace.notebookDocuments)],
    dispose: () => {
      watching.dispose();
    },
  };
}

function dirtyOf(
  documents: readonly { readonly isDirty: boolean; readonly uri: vscode.Uri }[],
): readonly string[] {
  return documents
    .filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}
