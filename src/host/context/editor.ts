import * as vscode from 'vscode';
import type { Result } from '../../core/contracts/failure';
import { neutralPickText } from '../window/neutral-text';
import type { EditorProblem, SelectedText, FileMatch } from './context-parts';
import { t, shownFailure } from '../window/language';

/** The selection of the editor that is active, or its line when nothing is selected. */
export function activeSelection(): SelectedText | undefined {
  const editor = vscode.window.activeTextEditor ?? lastVisible();
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const range = selection.isEmpty ? document.lineAt(selection.active.line).range : selection;
  const endsBefore = range.end.character === 0 && range.end.line > range.start.line;
  return {
    path: vscode.workspace.asRelativePath(document.uri),
    uri: document.uri.toString(),
    file: document.uri.scheme === 'file' ? document.uri.fsPath : undefined,
    firstLine: range.start.line + 1,
    lastLine: endsBefore ? range.end.line : range.end.line + 1,
    text: document.getText(range),
  };
}

/** While the panel has the focus, no editor is active in some windows. */
function lastVisible(): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find(({ viewColumn }) => viewColumn !== undefined);
}

/** Errors and warnings of files in the workspace. */
export function workspaceProblems(): readonly EditorProblem[] {
  return vscode.languages.getDiagnostics().flatMap(([uri, diagnostics]) => {
    if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return [];
    const path = vscode.workspace.asRelativePath(uri);
    return diagnostics.flatMap(({ severity, range, source, message }): EditorProblem[] => {
      const level = severities.get(severity);
      if (level === undefined) return [];
      return [{ path, line: range.start.line + 1, severity: level, source: source ?? '', message }];
    });
  });
}

const severities: ReadonlyMap<vscode.DiagnosticSeverity, EditorProblem['severity']> = new Map([
  [vscode.DiagnosticSeverity.Error, 'error'],
  [vscode.DiagnosticSeverity.Warning, 'warning'],
]);

interface PickLine extends vscode.QuickPickItem {
  /** Undefined for a line that only says why there are none. */
  readonly path?: string;
}

/** Asks for a file of the workspace; its absolute path. */
export async function pickFile(
  find: (query: string, signal: AbortSignal) => Promise<Result<readonly FileMatch[]>>,
): Promise<string | undefined> {
  const picker = vscode.window.createQuickPick<PickLine>();
  let search = new AbortController();
  const look = async (query: string): Promise<void> => {
    search.abort();
    search = new AbortController();
    const { signal } = search;
    picker.busy = true;
    const found = await find(query, signal);
    if (signal.aborted) return;
    picker.busy = false;
    if (!found.ok) {
      picker.items = [{ label: neutralPickText(shownFailure(found.failure)), alwaysShow: true }];
      return;
    }
    picker.items = found.value.map(({ path, label, detail }) => {
      return {
        path,
        label: neutralPickText(label),
        description: neutralPickText(detail),
        alwaysShow: true,
      };
    });
  };
  picker.title = t('Add a file to the message');
  picker.placeholder = t('Part of its name or path');
  return new Promise((resolve) => {
    const watching = vscode.Disposable.from(
      picker,
      picker.onDidChangeValue((query) => void look(query)),
      picker.onDidAccept(() => {
        resolve(picker.activeItems[0]?.path);
        picker.hide();
      }),
      picker.onDidHide(() => {
        search.abort();
        resolve(undefined);
        watching.dispose();
      }),
    );
    picker.show();
    void look('');
  });
}
