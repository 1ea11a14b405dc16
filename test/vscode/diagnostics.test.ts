import * as assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { closeEditors, openEditor } from './editors';
import { freshFolder, put, runTyped } from './world';

/** A problem on a line, counted from 0. */
function problem(message: string, line = 0, severity = vscode.DiagnosticSeverity.Error) {
  const found = new vscode.Diagnostic(new vscode.Range(line, 2, line, 3), message, severity);
  found.source = 'suite';
  found.code = 'S1';
  return found;
}

describe('diagnostics', () => {
  let folder = '';
  let problems: vscode.DiagnosticCollection;
  const publish = (name: string, ...found: readonly vscode.Diagnostic[]): void => {
    problems.set(vscode.Uri.file(path.join(folder, name)), found);
  };
  const ask = async (args: Readonly<Record<string, unknown>>): Promise<string> => {
    const { outcome } = await runTyped('diagnostics', args);
    return outcome.text.replaceAll(`${path.basename(folder)}/`, '');
  };

  beforeEach(async () => {
    folder = await freshFolder('problems');
    problems = vscode.languages.createDiagnosticCollection('gatehouse-suite');
    for (const name of ['a.txt', 'b.txt', '.env']) await put(folder, name, 'one\ntwo\nthree\n');
  });
  afterEach(async () => {
    problems.dispose();
    await closeEditors();
  });

  it('lists the problems of VS Code, files with errors first, with 1-based positions', async () => {
    publish('a.txt', problem('Careful.', 2, vscode.DiagnosticSeverity.Warning));
    const link = problem('Wrong.', 1);
    link.code = { value: 42, target: vscode.Uri.parse('https://example.org') };
    publish('b.txt', link, problem('By the way.', 0, vscode.DiagnosticSeverity.Hint));
    assert.equal(
      await ask({ path: folder }),
      [
        '1 error, 1 warning, 1 hint:',
        'b.txt:2:3 error suite(42): Wrong.',
        'b.txt:1:3 hint suite(S1): By the way.',
        'a.txt:3:3 warning suite(S1): Careful.',
      ].join('\n'),
    );
    const { outcome } = await runTyped('diagnostics', { path: folder });
    assert.equal(outcome.effect, 'read_only');
    assert.deepEqual(outcome.presentation.locations[0], {
      path: path.join(folder, 'b.txt'),
      line: 2,
    });
  });

  it('lists the problems of one file', async () => {
    publish('a.txt', problem('In a.'));
    publish('b.txt', problem('In b.'));
    const text = await ask({ path: path.join(folder, 'a.txt') });
    assert.match(text, /In a\./);
    assert.doesNotMatch(text, /In b\./);
    assert.match(await ask({}), /In a\.[^]*In b\./);
  });

  it('lists the worst max_diagnostics problems and reports that there are more', async () => {
    publish('a.txt', problem('One.'), problem('Two.', 1));
    const text = await ask({ path: folder, max_diagnostics: 1 });
    assert.match(text, /One\.\n\[Only the worst 1 of 2 problems are listed\./);
  });

  it('000-files-5: reveals nothing about files that are denied or outside the workspace', async () => {
    const outside = await put(tmpdir(), 'gatehouse-outside-problems.txt', 'x');
    await symlink(outside, path.join(folder, 'link.txt'));
    for (const name of ['.env', 'link.txt']) publish(name, problem('TELLTALE'));
    problems.set(vscode.Uri.file(outside), [problem('TELLTALE')]);
    publish('a.txt', problem('In a.'));
    for (const args of [{}, { path: folder }]) {
      const text = await ask(args);
      assert.match(text, /In a\./);
      assert.doesNotMatch(text, /TELLTALE|\.env/);
    }
    for (const name of ['.env', 'link.txt']) {
      const { outcome } = await runTyped('diagnostics', { path: path.join(folder, name) });
      assert.equal(outcome.failure?.category, 'policy_blocked', name);
    }
  });

  it('waits for a slow language server after a change', async () => {
    const file = path.join(folder, 'a.txt');
    await openEditor(file);
    await runTyped('read', { path: file });
    publish('a.txt', problem('Before the change.'));
    await runTyped('edit', { path: file, old_string: 'two', new_string: '2' });
    const late = setTimeout(() => publish('a.txt', problem('After the change.')), 900);
    const text = await ask({ path: file });
    clearTimeout(late);
    assert.match(text, /After the change\./);
    assert.doesNotMatch(text, /Before/);
  });

  it('warns that no language server may have checked a closed file, and does not open it', async () => {
    const file = path.join(folder, 'b.txt');
    const before = vscode.workspace.textDocuments.length;
    assert.match(await ask({ path: file }), /^No problems were reported\.\n\[None of these files/);
    assert.equal(vscode.workspace.textDocuments.length, before);
    await openEditor(file);
    assert.equal(await ask({ path: file }), 'No problems were reported.');
  });

  it('003-diagnostics-3: without cargo answers an empty list with a warning', async () => {
    await put(folder, 'Cargo.toml', '[package]\nname = "demo"\n');
    const { PATH, CARGO_HOME } = process.env;
    process.env['PATH'] = folder;
    process.env['CARGO_HOME'] = folder;
    try {
      const { outcome } = await runTyped('diagnostics', { kind: 'check', path: folder });
      assert.match(outcome.text, /^No problems were reported\.\n\[cargo is not installed/);
      assert.equal(outcome.effect, 'state_change');
    } finally {
      process.env['PATH'] = PATH ?? '';
      if (CARGO_HOME === undefined) delete process.env['CARGO_HOME'];
      else process.env['CARGO_HOME'] = CARGO_HOME;
    }
  });
});
