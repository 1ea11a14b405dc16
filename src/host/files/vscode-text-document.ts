import * as vscode from 'vscode';
import { changed } from '../../adapters/files/refusals';
import { fail, type Result, succeed } from '../../core/contracts/result';
import { editorRefused } from './refusals';
import { editsBetween } from './text-edits';
import type { OpenDocument } from './types';
import { encodeAs, encodingOf } from './vscode-encodings';

/** A text document of VS Code. */
export function openTextDocument(
  document: vscode.TextDocument,
  show: (path: string) => string,
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
    save: async () => !document.isClosed && document.save(),
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
