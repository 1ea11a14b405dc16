import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { runTyped, until, type Ran } from './world';

/** Shows a file in an editor of this window. */
export async function openEditor(file: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
  await vscode.window.showTextDocument(document, { preview: false });
  return document;
}

/** Replaces the whole text of a document and leaves it unsaved, as if the user had typed it. */
export async function typeAll(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.positionAt(document.getText().length);
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
  assert.ok(document.isDirty, 'typing leaves it unsaved');
}

/** Runs Undo in the editor of a document, and waits for the result. */
export async function undoIn(document: vscode.TextDocument, becomes: string): Promise<void> {
  await vscode.window.showTextDocument(document, { preview: false });
  await vscode.commands.executeCommand('undo');
  await until('undo is done', () => document.getText() === becomes);
}

/** Closes every editor and discards unsaved changes. */
export async function closeEditors(): Promise<void> {
  while (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}

/** Turns auto save off, which would save changes that must stay unsaved. */
export function keepUnsaved(): void {
  duringTests('autoSave', 'off');
}

/** Lets VS Code save a document by itself right after each change. */
export function saveAtOnce(): void {
  duringTests('autoSave', 'afterDelay');
  duringTests('autoSaveDelay', 1);
}

function duringTests(name: string, value: string | number): void {
  const set = (to: typeof value | undefined) =>
    vscode.workspace.getConfiguration('files').update(name, to, vscode.ConfigurationTarget.Global);
  before(() => set(value));
  after(() => set(undefined));
}

let chats = 0;

/** Makes calls in a chat that no other test uses. */
export function freshChat(name: string) {
  chats += 1;
  const sessionId = `${name}-${String(chats)}`;
  const run = (tool: string, args: Readonly<Record<string, unknown>>): Promise<Ran> =>
    runTyped(tool, args, { sessionId });
  return {
    sessionId,
    run,
    /** Makes a call that must succeed, and returns its text. */
    ok: async (tool: string, args: Readonly<Record<string, unknown>>): Promise<string> => {
      const { outcome } = await run(tool, args);
      assert.equal(outcome.status, 'completed', outcome.text);
      return outcome.text;
    },
    /** Makes a call that must fail, and returns its text. */
    refused: async (tool: string, args: Readonly<Record<string, unknown>>): Promise<string> => {
      const { outcome } = await run(tool, args);
      assert.equal(outcome.status, 'failed', outcome.text);
      return outcome.text;
    },
  };
}
