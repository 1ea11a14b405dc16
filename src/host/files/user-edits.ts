import * as vscode from 'vscode';
import type { Disposable } from '../../core/ports/system';
import type { UserEdits } from '../../core/ports/snapshots';

/** More edits than happen while a command runs. */
const maxTrackedEdits = 10_000;

/** Files the user saves, creates, moves and deletes in VS Code, including auto-save. */
export class WatchedUserEdits implements UserEdits, Disposable {
  /** Path to the number of its last edit, oldest first. */
  private readonly edits = new Map<string, number>();
  private count = 0;
  private readonly watching: Disposable;

  constructor() {
    const { workspace } = vscode;
    this.watching = vscode.Disposable.from(
      workspace.onDidSaveTextDocument(({ uri }) => this.note(uri)),
      workspace.onDidSaveNotebookDocument(({ uri }) => this.note(uri)),
      workspace.onDidCreateFiles(({ files }) => this.note(...files)),
      workspace.onDidDeleteFiles(({ files }) => this.note(...files)),
      workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) this.note(oldUri, newUri);
      }),
    );
  }

  mark(): number {
    return this.count;
  }

  since(mark: number): readonly string[] {
    return [...this.edits].filter(([, number]) => number > mark).map(([file]) => file);
  }

  dirty(): readonly string[] {
    const { textDocuments, notebookDocuments } = vscode.workspace;
    return [...dirtyOf(textDocuments), ...dirtyOf(notebookDocuments)];
  }

  dispose(): void {
    this.watching.dispose();
  }

  private note(...uris: readonly vscode.Uri[]): void {
    for (const { scheme, fsPath } of uris) {
      if (scheme !== 'file') continue;
      this.count += 1;
      this.edits.delete(fsPath);
      this.edits.set(fsPath, this.count);
    }
    for (const oldest of this.edits.keys()) {
      if (this.edits.size <= maxTrackedEdits) break;
      this.edits.delete(oldest);
    }
  }
}

function dirtyOf(
  documents: readonly { readonly isDirty: boolean; readonly uri: vscode.Uri }[],
): readonly string[] {
  return documents
    .filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}
