import * as assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import {
  closeEditors,
  freshChat,
  keepUnsaved,
  openEditor,
  saveAtOnce,
  typeAll,
  undoIn,
} from './editors';
import { freshFolder, parts, put, textOf, until } from './world';

const edit = (file: string, from: string, to: string) => ({
  path: file,
  old_string: from,
  new_string: to,
});

describe('file tools and open editors', () => {
  keepUnsaved();
  let folder = '';
  let chat = freshChat('open');
  beforeEach(async () => {
    folder = await freshFolder('open');
    chat = freshChat('open');
  });
  afterEach(async () => {
    await closeEditors();
    await rm(folder, { recursive: true, force: true });
  });

  it('edit a document without unsaved changes in its editor and save it; Undo works there', async () => {
    const before = 'one\ntwo\nthree\nfour\n';
    const file = await put(folder, 'a.txt', before);
    const document = await openEditor(file);
    await chat.ok('read', { path: file });
    await chat.ok('edit', edit(file, 'two', '2'));
    assert.deepEqual([document.getText(), document.isDirty], ['one\n2\nthree\nfour\n', false]);
    assert.equal(await textOf(file), 'one\n2\nthree\nfour\n');
    await undoIn(document, before);
    assert.equal(document.isDirty, true);
  });

  it('replace the whole text in one undo step and keep its line endings', async () => {
    const before = 'one\r\ntwo\r\n';
    const file = await put(folder, 'a.txt', before);
    const document = await openEditor(file);
    await chat.ok('read', { path: file });
    await chat.ok('write', { path: file, content: 'eins\nzwei\ndrei\n' });
    assert.equal(await textOf(file), 'eins\r\nzwei\r\ndrei\r\n');
    await undoIn(document, before);
  });

  it('write deliberately changed line endings to disk; the editor reloads the file', async () => {
    const { access } = await parts();
    const before = 'one\r\ntwo\r\n';
    const file = await put(folder, 'a.txt', before);
    const document = await openEditor(file);
    const by = { sessionId: chat.sessionId, toolCallId: 'endings' };
    const { signal } = new AbortController();
    const options = { by, signal, expect: { text: before } };
    const written = await access.files.write(file, 'one\n2\n', options);
    assert.ok(written.ok && written.value.text === 'one\n2\n', JSON.stringify(written));
    assert.equal(await textOf(file), 'one\n2\n');
    await until('the editor shows it', () => document.getText() === 'one\n2\n');
    assert.equal(document.isDirty, false);
  });

  it('keep the cursor on its text when they insert a line above it', async () => {
    const file = await put(folder, 'a.txt', 'one\ntwo\nthree\nfour\n');
    await openEditor(file);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(3, 2, 3, 2);
    await chat.ok('read', { path: file });
    await chat.ok('edit', edit(file, 'one\n', 'one\none and a half\n'));
    await until('the cursor has moved along', () => editor.selection.active.line === 4);
    assert.equal(editor.selection.active.character, 2);
  });

  it('report the text after save participants ran, so that result, diff and disk agree', async () => {
    const file = await put(folder, 'a.txt', 'one\ntwo\n');
    const document = await openEditor(file);
    const formatter = vscode.workspace.onWillSaveTextDocument((event) => {
      if (event.document !== document) return;
      const end = document.positionAt(document.getText().length);
      event.waitUntil(Promise.resolve([vscode.TextEdit.insert(end, 'formatted\n')]));
    });
    try {
      await chat.ok('read', { path: file });
      const { outcome } = await chat.run('edit', edit(file, 'two', '2'));
      assert.equal(await textOf(file), 'one\n2\nformatted\n');
      assert.equal(outcome.presentation.diffs[0]?.newText, 'one\n2\nformatted\n');
      assert.match(outcome.text, /saving/i);
      // The chat knows this text, so the next edit needs no new read.
      await chat.ok('edit', edit(file, 'one', '1'));
    } finally {
      formatter.dispose();
    }
  });

  it('never save unsaved changes of the user; an edit of such a file stays unsaved too', async () => {
    const file = await put(folder, 'a.txt', 'saved\n');
    const document = await openEditor(file);
    await typeAll(document, 'typed\nmore\n');
    const seen = await chat.ok('read', { path: file });
    assert.match(seen, /typed/);
    assert.match(seen, /unsaved changes/);
    const text = await chat.ok('edit', edit(file, 'more', 'and more'));
    assert.match(text, /not saved/);
    assert.deepEqual([document.getText(), document.isDirty], ['typed\nand more\n', true]);
    assert.equal(await textOf(file), 'saved\n');
    const found = await chat.ok('grep', { pattern: 'saved', path: folder });
    assert.match(found, /a\.txt:1: saved[^]*unsaved/i);
    await undoIn(document, 'typed\nmore\n');
  });

  it('decision 44: refuse to change a document that the user edited after it was read', async () => {
    const file = await put(folder, 'a.txt', 'saved\n');
    const document = await openEditor(file);
    await chat.ok('read', { path: file });
    await typeAll(document, 'saved\nand typed\n');
    assert.match(await chat.refused('edit', edit(file, 'saved', 'changed')), /changed since/);
    assert.match(await chat.refused('write', { path: file, content: 'x' }), /changed since/);
    assert.equal(document.getText(), 'saved\nand typed\n');
    await chat.ok('read', { path: file });
    await chat.ok('edit', edit(file, 'saved', 'changed'));
    assert.equal(document.getText(), 'changed\nand typed\n');
    assert.equal(await textOf(file), 'saved\n');
  });

  it('refuse to delete, move or replace a file with unsaved changes', async () => {
    const file = await put(folder, 'a.txt', 'saved\n');
    const other = await put(folder, 'b.txt', 'other\n');
    await typeAll(await openEditor(file), 'typed\n');
    await chat.ok('read', { path: file });
    await chat.ok('read', { path: other });
    const away = path.join(folder, 'c.txt');
    for (const [tool, args] of [
      ['delete_path', { path: file }],
      ['delete_path', { path: folder }],
      ['move_path', { source: file, destination: away }],
      ['move_path', { source: other, destination: file }],
      ['copy_path', { source: other, destination: file }],
    ] as const) {
      assert.match(await chat.refused(tool, args), /unsaved changes/);
    }
    assert.equal(await textOf(file), 'saved\n');
  });

  it('decision file-sandbox: do not follow a link that appears between edit and save', async () => {
    const file = await put(folder, 'a.txt', 'old\n');
    const outside = await put(tmpdir(), 'gatehouse-planted.txt', 'theirs\n');
    const document = await openEditor(file);
    await chat.ok('read', { path: file });
    const planting = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document !== document) return;
      rmSync(file, { force: true });
      symlinkSync(outside, file);
    });
    try {
      const { outcome } = await chat.run('edit', edit(file, 'old', 'new'));
      assert.equal(outcome.failure?.category, 'policy_blocked');
      assert.match(outcome.text, /nothing was saved/);
      assert.equal(await textOf(outside), 'theirs\n');
    } finally {
      planting.dispose();
      await rm(outside);
    }
  });

  it('find the open document of a file through a link', async () => {
    const file = await put(folder, 'real.txt', 'one\n');
    const link = path.join(folder, 'link.txt');
    await symlink(file, link);
    const document = await openEditor(link);
    await chat.ok('read', { path: file });
    await chat.ok('edit', edit(file, 'one', 'two'));
    assert.equal(await textOf(file), 'two\n');
    assert.equal(document.getText(), 'two\n');
    await typeAll(document, 'typed\n');
    assert.match(await chat.ok('read', { path: file }), /typed/);
  });

  it('edit a file with mixed line endings on disk; its editor reloads it', async () => {
    const file = await put(folder, 'mixed.txt', 'a\r\nb\nc\n');
    const document = await openEditor(file);
    await chat.ok('read', { path: file });
    await chat.ok('edit', edit(file, 'b', 'B'));
    assert.equal(await textOf(file), 'a\r\nB\nc\n');
    await until('the editor shows it', () => document.getText().includes('B'));
    assert.equal(document.isDirty, false);
  });

  it('000-undo-1: undo in an open editor what a call changed there', async () => {
    const { access } = await parts();
    const file = await put(folder, 'a.txt', 'one  \ntwo\n');
    const document = await openEditor(file);
    await chat.ok('read', { path: file });
    await chat.ok('edit', edit(file, 'two', '2'));
    const [change] = access.changes.files(chat.sessionId);
    assert.deepEqual([change?.path, change?.kind], [file, 'changed']);
    const { signal } = new AbortController();
    const undone = await access.changes.undoFiles(chat.sessionId, undefined, signal);
    assert.ok(undone.ok && undone.value.left.length === 0, JSON.stringify(undone));
    assert.equal(await textOf(file), 'one  \ntwo\n');
    assert.deepEqual([document.getText(), document.isDirty], ['one  \ntwo\n', false]);
    await undoIn(document, 'one  \n2\n');
  });
});

describe('file tools where VS Code saves by itself', () => {
  saveAtOnce();

  it('count its save when it refuses theirs', async () => {
    const folder = await freshFolder('auto');
    const chat = freshChat('auto');
    const file = await put(folder, 'a.txt', 'one\n');
    await openEditor(file);
    const slow = vscode.workspace.onWillSaveTextDocument((event) => {
      event.waitUntil(new Promise((settle) => setTimeout(settle, 300, [])));
    });
    try {
      await chat.ok('read', { path: file });
      await chat.ok('edit', edit(file, 'one', 'two'));
      await chat.ok('edit', edit(file, 'two', 'three'));
      assert.equal(await textOf(file), 'three\n');
    } finally {
      slow.dispose();
      await closeEditors();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
