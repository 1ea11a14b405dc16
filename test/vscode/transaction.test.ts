import * as assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { RollbackQuestion } from '../../src/core/ports/snapshots';
import { underUser } from './rules/settings';
import { freshFolder, parts, put, runTyped, textOf, until } from './world';

const yes = (): Promise<boolean> => Promise.resolve(true);

/** The files in the snapshots of all windows. */
async function copies(): Promise<readonly string[]> {
  const { storageFolder } = await parts();
  const folder = path.join(storageFolder, 'snapshots');
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
  underUser({ 'shell.transactional': true, 'shell.autoRollback': true });
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
    (await parts()).pipeline.reset(`transaction-${String(session)}`);
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

  it('offers to roll back a command that succeeded, and logs the rollback', async () => {
    const gone = await put(folder, 'gone.txt', 'before\n');
    const { outcome } = await run('rm gone.txt; echo 1 > new.txt');
    assert.equal(outcome.status, 'completed');
    assert.equal(outcome.canRollBack, true);
    assert.equal((await copies()).length, 1, 'a copy is kept');
    const { pipeline, store } = await parts();
    const call = { sessionId: `transaction-${String(session)}`, toolCallId: outcome.toolCallId };
    const done = await pipeline.rollBack(call, yes);
    assert.equal(done.ok && done.value.report.restored.length, 1);
    assert.equal(await textOf(gone), 'before\n');
    assert.equal(existsSync(path.join(folder, 'new.txt')), false);
    const rows = await store.auditQuery.list({ limit: 1, signal: new AbortController().signal });
    assert.equal(rows.ok && rows.value.rows[0]?.event, 'rollback');
    await until('the copies are deleted', async () => (await copies()).length === 0);
  });

  it('does not roll back a file with unsaved changes by itself, but offers to', async () => {
    const file = await put(folder, 'open.txt', 'before\n');
    const document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'mine '));
    assert.equal(document.isDirty, true);
    const { outcome } = await run('echo after > open.txt; exit 1');
    assert.equal(await textOf(file), 'after\n');
    assert.equal(outcome.canRollBack, true);
    assert.match(outcome.text, /not undone, because these files were edited meanwhile/);
  });

  it('asks before it rolls back a file that the user saved while the command ran', async () => {
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
    const { pipeline } = await parts();
    const asked: RollbackQuestion[] = [];
    const call = { sessionId: `transaction-${String(session)}`, toolCallId: outcome.toolCallId };
    const answer = await pipeline.rollBack(call, (question) => {
      asked.push(question);
      return Promise.resolve(false);
    });
    assert.equal(answer.ok, false);
    assert.deepEqual(asked[0]?.changedSince, [`${path.basename(folder)}/saved.txt`]);
    assert.equal(await textOf(file), 'mine before\n');
  });

  it('deletes the snapshots of a chat together with the chat', async () => {
    await put(folder, 'gone.txt', 'before\n');
    await run('rm gone.txt');
    assert.equal((await copies()).length, 1);
    (await parts()).pipeline.reset(`transaction-${String(session)}`);
    await until('the copies are deleted', async () => (await copies()).length === 0);
  });
});
