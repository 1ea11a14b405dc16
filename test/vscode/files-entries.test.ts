import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { closeEditors, freshChat, keepUnsaved, openEditor } from './editors';
import { freshFolder, parts, put, textOf, until } from './world';

const tabs = (): readonly string[] =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.fsPath] : []));

const notebook = JSON.stringify(
  {
    cells: [
      {
        cell_type: 'code',
        execution_count: null,
        id: 'first',
        metadata: {},
        outputs: [],
        source: ['print(1)'],
      },
    ],
    metadata: { language_info: { name: 'python' } },
    nbformat: 4,
    nbformat_minor: 5,
  },
  undefined,
  1,
);

describe('file tools on files, folders and notebooks', () => {
  keepUnsaved();
  let folder = '';
  let chat = freshChat('entries');
  const { signal } = new AbortController();
  beforeEach(async () => {
    folder = await freshFolder('entries');
    chat = freshChat('entries');
  });
  afterEach(async () => {
    await closeEditors();
    await rm(folder, { recursive: true, force: true });
  });

  it('delete a folder without a trash; undo restores every file in it', async () => {
    const { access } = await parts();
    await put(folder, 'kept.txt', 'kept\n');
    await chat.ok('create_directory', { path: path.join(folder, 'tree', 'deep') });
    const file = path.join(folder, 'tree', 'deep', 'a.txt');
    await chat.ok('write', { path: file, content: 'a\n' });
    const keep = await access.changes.keepFiles(chat.sessionId, undefined);
    assert.ok(keep.ok);
    const { outcome } = await chat.run('delete_path', { path: path.join(folder, 'tree') });
    assert.equal(outcome.status, 'completed', outcome.text);
    assert.equal(existsSync(path.join(folder, 'tree')), false);
    assert.equal(outcome.presentation.diffs[0]?.oldText, 'a\n');
    const undone = await access.changes.undoFiles(chat.sessionId, undefined, signal);
    assert.ok(undone.ok && undone.value.left.length === 0, JSON.stringify(undone));
    assert.equal(await textOf(file), 'a\n');
  });

  it('move an open file together with its editor; undo moves both back', async () => {
    const { access } = await parts();
    const file = await put(folder, 'a.txt', 'a\n');
    await openEditor(file);
    const to = path.join(folder, 'new', 'b.txt');
    await chat.ok('move_path', { source: file, destination: to });
    await until('the editor has followed', () => tabs().includes(to) && !tabs().includes(file));
    assert.equal(await textOf(to), 'a\n');
    const undone = await access.changes.undoFiles(chat.sessionId, undefined, signal);
    assert.ok(undone.ok && undone.value.left.length === 0, JSON.stringify(undone));
    assert.equal(await textOf(file), 'a\n');
    await until('the editor is back', () => tabs().includes(file));
  });

  it('003-tools-13: move a folder that contains an open file, and copy a folder', async () => {
    await chat.ok('write', { path: path.join(folder, 'one', 'a.txt'), content: 'a\n' });
    await openEditor(path.join(folder, 'one', 'a.txt'));
    const two = path.join(folder, 'two');
    await chat.ok('move_path', { source: path.join(folder, 'one'), destination: two });
    await until('the editor has followed', () => tabs().includes(path.join(two, 'a.txt')));
    const three = path.join(folder, 'three');
    await chat.ok('copy_path', { source: two, destination: three });
    assert.equal(await textOf(path.join(three, 'a.txt')), 'a\n');
  });

  it('refuse to delete an unsaved file that is too large for extensions to open', async () => {
    const file = await put(folder, 'large.txt', 'x\n'.repeat(26 * 1024 * 1024));
    const confirmation = (megabytes: number | undefined) =>
      vscode.workspace
        .getConfiguration('workbench')
        .update('editorLargeFileConfirmation', megabytes, vscode.ConfigurationTarget.Global);
    try {
      await confirmation(100);
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file));
      await vscode.commands.executeCommand('type', { text: 'typed' });
      const isDirty = () => vscode.window.tabGroups.activeTabGroup.activeTab?.isDirty === true;
      await until('it is unsaved', isDirty);
      assert.match(await chat.refused('delete_path', { path: file }), /unsaved changes/);
      assert.equal(existsSync(file), true);
    } finally {
      await confirmation(undefined);
    }
    // A busy machine needs a minute to open and back up so large a file.
  }).timeout(180_000);

  it('delete an open file', async () => {
    const file = await put(folder, 'a.txt', 'a\n');
    await openEditor(file);
    await chat.ok('delete_path', { path: file });
    assert.equal(existsSync(file), false);
  });

  it('edit a saved open notebook on disk; VS Code reloads it', async () => {
    const file = await put(folder, 'n.ipynb', notebook);
    const opened = await vscode.workspace.openNotebookDocument(vscode.Uri.file(file));
    await vscode.window.showNotebookDocument(opened);
    assert.match(await chat.ok('read', { path: file }), /print\(1\)/);
    await chat.ok('edit', { path: file, old_string: 'print(1)', new_string: 'print(2)' });
    assert.match(await textOf(file), /print\(2\)/);
    await until('VS Code shows it', () => opened.cellAt(0).document.getText() === 'print(2)');
    assert.equal(opened.isDirty, false);
  });

  it('read the unsaved cells of a notebook, and refuse to edit it', async () => {
    const file = await put(folder, 'n.ipynb', notebook);
    const opened = await vscode.workspace.openNotebookDocument(vscode.Uri.file(file));
    await vscode.window.showNotebookDocument(opened);
    const edit = new vscode.WorkspaceEdit();
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, 'print(3)', 'python');
    edit.set(opened.uri, [vscode.NotebookEdit.insertCells(1, [cell])]);
    assert.ok(await vscode.workspace.applyEdit(edit));
    // VS Code names a new cell a moment later, which is a change of its own.
    await until('the cell has its id', () => opened.cellAt(1).metadata['id'] !== undefined);
    assert.ok(opened.isDirty);
    const seen = await chat.ok('read', { path: file });
    assert.match(seen, /print\(1\)/);
    assert.match(seen, /print\(3\)/);
    const args = { path: file, old_string: 'print(3)', new_string: 'print(4)' };
    assert.match(await chat.refused('edit', args), /unsaved changes/);
    assert.equal(await textOf(file), notebook);
    const { access } = await parts();
    const content = await access.files.read(file, { maxBytes: 1_000_000, signal });
    assert.ok(content.ok && content.value.unsaved);
    // The text of the unsaved notebook is exactly what saving writes.
    assert.ok(await opened.save());
    assert.equal(await textOf(file), content.value.text?.text);
  });
});
