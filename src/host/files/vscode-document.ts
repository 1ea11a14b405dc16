import * as vscode from 'vscode';
import { changed } from '../../adapters/files/file-refusals';
import { fail, type Result, succeed } from '../../core/contracts/failure';
import { editorRefused, onlyItsEditorReads } from './editor-refusals';
import { editsBetween } from './buffer-text';
import { saveDocument, type Saves } from './auto-saves';
import type { OpenDocument, DocumentContent } from './open-documents';
import { encodeAs, encodingOf } from './vscode-encodings';

/** A text document of VS Code. */
export function openTextDocument(
  document: vscode.TextDocument,
  show: (path: string) => string,
  saves: Saves<vscode.TextDocument>,
): OpenDocument {
  const path = document.uri.fsPath;
  return {
    kind: 'text',
    path,
    get isDirty() {
      return document.isDirty;
    },
    get lineEndings() {
      return document.eol === vscode.EndOfLine.LF ? 'lf' : 'crlf';
    },
    content: async () => {
      const text = document.getText();
      const as = encodingOf(document.encoding);
      const { bytes } = await encodeAs(text, as);
      return succeed({ bytes, text: { text, ...as, exact: true } });
    },
    replace: (text, expected) => replace(document, { text, expected, shown: show(path) }),
    save: async () => !document.isClosed && saveDocument(document, saves),
  };
}

interface Replacing {
  readonly text: string;
  readonly expected: string;
  readonly shown: string;
}

/** VS Code refuses the edit when the document has changed before it arrives. */
async function replace(
  document: vscode.TextDocument,
  { text, expected, shown }: Replacing,
): Promise<Result<void>> {
  if (document.isClosed || document.getText() !== expected) return fail(changed(shown));
  if (text === expected) return succeed(undefined);
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, textEdits(document, text));
  const applied = await vscode.workspace.applyEdit(edit);
  return applied ? succeed(undefined) : fail(editorRefused(shown));
}

function textEdits(document: vscode.TextDocument, text: string): vscode.TextEdit[] {
  return editsBetween(document.getText(), text).map((piece) => {
    const range = new vscode.Range(
      document.positionAt(piece.start),
      document.positionAt(piece.end),
    );
    return vscode.TextEdit.replace(range, piece.text);
  });
}

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

/** Content that VS Code does not expose to extensions: only its dirty state is known. */
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
