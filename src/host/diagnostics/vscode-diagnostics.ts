import * as vscode from 'vscode';
import { Emitter } from '../../adapters/system/emitter';
import type { DiagnosticItem } from '../../core/ports/diagnostics';
import type { RecentActivity, EditorProblems, FileProblems } from './editor-diagnostics';
import type { Disposable, Clock } from '../../core/ports/system';

const severities: Readonly<Record<vscode.DiagnosticSeverity, DiagnosticItem['severity']>> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'information',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
};

const cellScheme = 'vscode-notebook-cell';

/** Problems of files on disk and of the cells of notebooks, as VS Code has them now. */
export const vscodeProblems: EditorProblems = {
  all: () => vscode.languages.getDiagnostics().flatMap(problemsOf),
  openFiles: () =>
    vscode.workspace.textDocuments
      .filter(({ uri }) => uri.scheme === 'file' || uri.scheme === cellScheme)
      .map(({ uri }) => uri.fsPath),
};

function problemsOf([uri, found]: [vscode.Uri, vscode.Diagnostic[]]): FileProblems[] {
  if (found.length === 0) return [];
  if (uri.scheme === 'file') return [{ path: uri.fsPath, problems: found.map(toItem) }];
  if (uri.scheme !== cellScheme) return [];
  const cell = cellNumber(uri);
  const problems = found.map((diagnostic) => {
    const item = toItem(diagnostic);
    return { ...item, message: `in cell ${cell}: ${item.message}` };
  });
  return [{ path: uri.fsPath, problems }];
}

/** 1-based; line numbers of a problem count from the start of its cell. */
function cellNumber(uri: vscode.Uri): string {
  const cells = vscode.workspace.notebookDocuments.flatMap((notebook) => notebook.getCells());
  const found = cells.find(({ document }) => document.uri.toString() === uri.toString());
  return found === undefined ? '?' : String(found.index + 1);
}

function toItem({ severity, message, range, source, code }: vscode.Diagnostic) {
  const name = typeof code === 'object' ? code.value : code;
  return {
    severity: severities[severity],
    message,
    line: range.start.line + 1,
    col: range.start.character + 1,
    ...(source !== undefined && { source }),
    ...(name !== undefined && { code: String(name) }),
  };
}

/** From the start of the window on, so that the first call knows about earlier edits. */
export class ActivityWatch implements RecentActivity, Disposable {
  changedAt: number | undefined;
  publishedAt: number | undefined;
  private readonly onPublish = new Emitter();
  private readonly owned: readonly Disposable[];

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {
    const documentChanged = ({ uri }: vscode.TextDocument): void => {
      if (uri.scheme === 'file' || uri.scheme === 'vscode-notebook-cell') this.noteChange();
    };
    this.owned = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => documentChanged(document)),
      vscode.workspace.onDidSaveTextDocument(documentChanged),
      vscode.languages.onDidChangeDiagnostics(() => {
        this.publishedAt = clock.monotonic();
        this.onPublish.fire();
      }),
    ];
  }

  noteChange(): void {
    this.changedAt = this.clock.monotonic();
  }

  onDidPublish(listener: () => void): Disposable {
    return this.onPublish.event(listener);
  }

  dispose(): void {
    for (const each of this.owned) each.dispose();
    this.onPublish.dispose();
  }
}
