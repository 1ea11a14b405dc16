import * as vscode from 'vscode';
import type { DiagnosticItem } from '../../core/ports/diagnostics';
import type { EditorProblems, FileProblems } from './editor-diagnostics';

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

/** 1-based, as people count; lines of a problem are of its cell. */
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
