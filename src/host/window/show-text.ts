import * as vscode from 'vscode';

export interface TextDocuments {
  add(name: string, text: string): vscode.Uri;
}

export type ShowText = (title: string, text: string) => Promise<void>;

/** Opens a text read-only, in a tab that the next one may take over. */
export function createShowText(documents: TextDocuments): ShowText {
  return async (title, text) => {
    await vscode.window.showTextDocument(documents.add(`${title}.txt`, text), { preview: true });
  };
}
