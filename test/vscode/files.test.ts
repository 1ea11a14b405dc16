import * as assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { explained } from './rules/explained';
import { freshFolder, parts, put, runTyped, textOf } from './world';

describe('file tools', () => {
  it('read, edit and write files on disk', async () => {
    const folder = await freshFolder('files');
    const file = await put(folder, 'a.txt', 'one\r\ntwo\r\n');
    const read = await runTyped('read', { path: file });
    assert.match(read.outcome.text, /2\ttwo/);
    const edit = await runTyped('edit', { path: file, old_string: 'two', new_string: '2' });
    assert.equal(await textOf(file), 'one\r\n2\r\n');
    assert.equal(edit.outcome.presentation.diffs[0]?.path, file);
    const fresh = path.join(folder, 'deep', 'b.txt');
    await runTyped('write', { path: fresh, content: 'new\n' });
    assert.equal(await textOf(fresh), 'new\n');
  });

  it('find files and lines with the ripgrep that VS Code ships', async () => {
    const folder = await freshFolder('search');
    await put(folder, 'a.ts', 'const needle = 1;\n');
    await put(folder, 'b.md', 'hay\n');
    const found = await runTyped('grep', { pattern: 'needle', path: folder });
    assert.match(found.outcome.text, /a\.ts:1: const needle/);
    const files = await runTyped('find_path', { pattern: '*.md', path: folder });
    assert.match(files.outcome.text, /b\.md/);
    const listed = await runTyped('list_directory', { path: folder });
    assert.match(listed.outcome.text, /\[file\] a\.ts/);
  });

  it('000-files-2: a path outside the workspace is policy_blocked, by link or relative path too', async () => {
    const folder = await freshFolder('out');
    const outside = await put(tmpdir(), 'gatehouse-outside.txt', 'secret');
    await symlink(outside, path.join(folder, 'link'));
    await symlink(tmpdir(), path.join(folder, 'dir'));
    const spellings = [
      outside,
      path.join(folder, 'link'),
      path.join(folder, 'dir', 'gatehouse-outside.txt'),
      '../'.repeat(20) + outside.slice(1),
      `${folder}/dir/../../../../../../../../etc/passwd`,
      '/etc/passwd',
    ];
    for (const spelling of spellings) {
      for (const [tool, args] of [
        ['read', { path: spelling }],
        ['write', { path: spelling, content: 'x' }],
        ['edit', { path: spelling, old_string: 'secret', new_string: 'x' }],
      ] as const) {
        const { outcome } = await runTyped(tool, args);
        assert.equal(outcome.failure?.category, 'policy_blocked', `${tool} ${spelling}`);
      }
    }
    assert.equal(await textOf(outside), 'secret');
  });

  it('000-files-1: .env is denied, although files of the workspace may be read', async () => {
    const folder = await freshFolder('deny');
    const file = await put(folder, '.env', 'TOKEN=1\n');
    const { outcome } = await runTyped('read', { path: file });
    assert.equal(outcome.failure?.errorCode, 'policy_denied');
  });

  it('decision 61: a file that may hold a secret asks and says why; a search leaves it out', async () => {
    const folder = await freshFolder('asking');
    const file = await put(folder, '.npmrc', '//registry.example/:_authToken=needle\n');
    for (const [tool, args] of [
      ['read', { path: file }],
      ['bash', { command: `cat ${file}` }],
    ] as const) {
      const { verdict, steps } = await explained(tool, args);
      const reasons = JSON.stringify(steps.map(({ reason }) => reason));
      assert.deepEqual(
        [verdict, reasons.includes('may hold the token of a package registry')],
        ['ask', true],
      );
    }
    const found = await runTyped('grep', { pattern: 'needle', path: folder });
    assert.doesNotMatch(found.outcome.text, /npmrc/);
  });

  it("decision own-policy: no tool or command reads Gatehouse's own storage", async () => {
    const { storage } = await parts();
    for (const [tool, args] of [
      ['read', { path: path.join(storage.folder, 'audit.jsonl') }],
      ['grep', { pattern: 'x', path: storage.globalFolder }],
      ['bash', { command: `cat ${storage.folder}/*` }],
      ['bash', { command: `tar c ${path.dirname(storage.globalFolder)}` }],
      ['bash', { command: `node -e "open('${storage.folder}')"` }],
    ] as const) {
      const { outcome } = await runTyped(tool, args);
      assert.equal(outcome.failure?.errorCode, 'policy_denied', JSON.stringify(args));
    }
  });

  it('report a missing file, and a folder in place of a file, with a clear error', async () => {
    const folder = await freshFolder('bad');
    const missing = await runTyped('read', { path: path.join(folder, 'none.txt') });
    assert.equal(missing.outcome.failure?.category, 'permanent_failure');
    const wrong = await runTyped('read', { path: folder });
    assert.equal(wrong.outcome.status, 'failed');
    assert.match(wrong.outcome.text, /folder|directory/);
  });
});
