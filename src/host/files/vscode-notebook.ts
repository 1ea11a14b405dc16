import * as vscode from 'vscode';
import { fail, type Result, succeed } from '../../core/contracts/result';
import { editorRefused, onlyItsEditorReads } from './refusals';
import type { DocumentContent, OpenDocument } from './types';

const jupyterNotebook = 'jupyter-notebook';
/** Comes with VS Code and is what opens and saves Jupyter notebooks. */
const jupyterExtension = 'vscode.ipynb';

/** A notebook of VS Code; what it would be saved as is asked of the extension that saves it. */
export function openNotebook(
  notebook: vscode.NotebookDocument,
  show: (path: string) => string,
): OpenDocument {
  const path = notebook.uri.fsPath;
  return {
    kind: 'notebook',
    path,
    get isDirty() {
      return notebook.isDirty;
    },
    lineEndings: 'lf',
    content: () => notebookContent(notebook, show(path)),
    replace: () => Promise.resolve(fail(editorRefused(show(path)))),
    save: async () => !notebook.isClosed && notebook.save(),
  };
}

/** What VS Code does not hand to extensions: only that it has unsaved changes is known. */
export function openCustom(uri: vscode.Uri, show: (path: string) => string): OpenDocument {
  const path = uri.fsPath;
  return {
    kind: 'custom',
    path,
    isDirty: true,
    lineEndings: 'lf',
    content: () => Promise.resolve(fail(onlyItsEditorReads(show(path)))),
    replace: () => Promise.resolve(fail(editorRefused(show(path)))),
    save: () => Promise.resolve(false),
  };
}

async function notebookContent(
  notebook: vscode.NotebookDocument,
  shown: string,
): Promise<Result<DocumentContent>> {
  const exporter = notebook.notebookType === jupyterNotebook ? await jupyterExporter() : undefined;
  if (exporter === undefined) return fail(onlyItsEditorReads(shown));
  const text = await exporter.exportNotebook(dataOf(notebook));
  const bytes = Buffer.from(text, 'utf8');
  return succeed({ bytes, text: { text, encoding: 'utf8', byteOrderMark: false, exact: true } });
}

interface NotebookExporter {
  exportNotebook(data: vscode.NotebookData): Promise<string>;
}

async function jupyterExporter(): Promise<NotebookExporter | undefined> {
  const exported: unknown = await vscode.extensions.getExtension(jupyterExtension)?.activate();
  return isExporter(exported) ? exported : undefined;
}

function isExporter(exported: unknown): exported is NotebookExporter {
  return (
    typeof exported === 'object' &&
    exported !== null &&
    'exportNotebook' in exported &&
    typeof exported.exportNotebook === 'function'
  );
}

function dataOf(notebook: vscode.NotebookDocument): vscode.NotebookData {
  const data = new vscode.NotebookData(notebook.getCells().map(cellOf));
  data.metadata = notebook.metadata;
  return data;
}

function cellOf(cell: vscode.NotebookCell): vscode.NotebookCellData {
  const { kind, document, metadata, outputs, executionSummary } = cell;
  const data = new vscode.NotebookCellData(kind, document.getText(), document.languageId);
  data.metadata = metadata;
  data.outputs = [...outputs];
  if (executionSummary !== undefined) data.executionSummary = executionSummary;
  return data;
}
