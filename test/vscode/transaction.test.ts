import * as assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, readFile, rm, stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { underUser } from './rules/settings';
import { freshFolder, parts, put, runTyped, textOf, until } from './world';

const { signal } = new AbortController();

/** The copies of the files that a chat changed. */
async function copies(sessionId: string): Promise<readonly string[]> {
  const { storageFolder } = await parts();
  const folder = path.join(storageFolder, 'changes', sessionId, 'copies');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
}

async function autoSave(value: 'off' | undefined): Promise<void> {
  const files = vscode.workspace.getConfiguration('files');
  await files.update('autoSave', value, vscode.ConfigurationTarget.Global);
}

describe('the transactional shell in VS Code', () => {
  underUser({
    'shell.transactional': true,
    'shell.transactionalTyped': true,
    'shell.autoRollback': true,
  });
  // Auto save would save changes that must stay unsaved.
  before(() => autoSave('off'));
  after(() => autoSave(undefined));
  let folder = '';
  let session = 0;
  const run = (command: string, sessionId = `transaction-${String(session)}`) =>
    runTyped('bash', { command, cwd: folder }, { sessionId });
  beforeEach(async () => {
    folder = await freshFolder('transaction');
    session += 1;
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await (await parts()).access.changes.forget(`transaction-${String(session)}`);
    await rm(folder, { recursive: true, force: true });
  });

  it('000-transaction-7: rolls back a failed command by itself, and reports and logs it', async () => {
    const kept = await put(folder, 'kept.txt', 'before\n');
    const command = 'echo after > kept.txt; mkdir made; touch made/x; exit 1';
    const { outcome } = await run(command);
    assert.equal(await textOf(kept), 'before\n');
    assert.equal(existsSync(path.join(folder, 'made')), false);
    const name = path.basename(folder);
    assert.deepEqual(outcome.rollback, {
      restored: [`${name}/kept.txt`],
      removed: [`${name}/made/x`],
    });
    assert.equal(outcome.output['exit_code'], 1);
    assert.match(outcome.text, /were undone/);
    const { storageFolder } = await parts();
    const audit = await readFile(path.join(storageFolder, 'audit.jsonl'), 'utf8');
    const chat = `"session":"transaction-${String(session)}"`;
    const row = audit.split('\n').find((line) => line.includes(chat));
    assert.match(row ?? '', /"result":"rollback"/);
  });

  it('does not roll back a file with unsaved changes, by itself or on request', async () => {
    const file = await put(folder, 'open.txt', 'before\n');
    const document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'mine '));
    assert.equal(document.isDirty, true);
    const { outcome } = await run('echo after > open.txt; exit 1');
    assert.equal(await textOf(file), 'after\n');
    assert.match(outcome.text, /not undone, because these files were edited meanwhile/);
    const { access } = await parts();
    const by = { sessionId: `transaction-${String(session)}`, toolCallId: outcome.toolCallId };
    const refused = await access.changes.undoCall(by, signal);
    assert.match(
      refused.ok ? '' : refused.failure.message,
      /open\.txt has changed since this call/,
    );
    assert.equal(document.getText(), 'mine before\n');
  });

  it('withholds the rollback of a file that the user saved while the command ran', async () => {
    const file = await put(folder, 'saved.txt', 'before\n');
    const document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document);
    await put(folder, 'other.txt', 'before\n');
    const waits = 'touch started; until [ -e go ]; do sleep 0.05; done';
    const running = run(`${waits}; rm other.txt; exit 1; rm saved.txt`);
    const started = path.join(folder, 'started');
    await until('the command runs', () => existsSync(started));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'mine '));
    assert.equal(await document.save(), true);
    await put(folder, 'go', '');
    const { outcome } = await running;
    assert.match(outcome.text, /edited meanwhile: [^ ]*saved\.txt/);
    assert.equal(await textOf(file), 'mine before\n');
    const { access } = await parts();
    const by = { sessionId: `transaction-${String(session)}`, toolCallId: outcome.toolCallId };
    assert.match(outcome.text, /Undo does not cover what you changed meanwhile: [^ ]*saved\.txt/);
    assert.ok((await access.changes.undoCall(by, signal)).ok);
    assert.equal(await textOf(file), 'mine before\n');
    assert.equal(await textOf(path.join(folder, 'other.txt')), 'before\n');
  });

  it('restores an open file with its permissions, in its editor', async () => {
    const file = await put(folder, 'open.sh', 'before\n');
    await chmod(file, 0o755);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
    await run('chmod 644 open.sh; exit 1');
    assert.equal((await stat(file)).mode & 0o777, 0o755);
    await run('echo after > open.sh; exit 1');
    assert.equal(await textOf(file), 'before\n');
  });

  it('deletes the copies of a chat together with the chat', async () => {
    await put(folder, 'gone.txt', 'before\n');
    await run('rm gone.txt');
    const sessionId = `transaction-${String(session)}`;
    assert.equal((await copies(sessionId)).length, 1);
    await (await parts()).access.changes.forget(sessionId);
    assert.deepEqual(await copies(sessionId), []);
  });

  it('records what a command changed, so that it can be undone after a reload', async () => {
    const gone = await put(folder, 'gone.txt', 'before\n');
    const { outcome } = await run('rm gone.txt; mkdir made; echo 1 > made/new.txt');
    assert.equal(outcome.status, 'completed');
    const sessionId = `transaction-${String(session)}`;
    const by = { sessionId, toolCallId: outcome.toolCallId };
    assert.equal((await copies(sessionId)).length, 1, 'a copy is kept');
    const { access, stages } = await parts();
    assert.equal(access.changes.undoState(by), 'offered');
    // The record as another window finds it after this one is gone.
    await stages.work.parts.files.close();
    assert.equal(access.changes.undoState(by), undefined);
    await access.changes.keepFiles(sessionId, []);
    assert.equal(access.changes.undoState(by), 'offered');
    const done = await access.changes.undoCall(by, signal);
    assert.equal(done.ok && done.value.restored.length, 1);
    assert.equal(await textOf(gone), 'before\n');
    assert.equal(existsSync(path.join(folder, 'made')), false);
    assert.deepEqual(await copies(sessionId), []);
  });
});
