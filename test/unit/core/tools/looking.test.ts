import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { bindTool } from '../../../../src/core/contracts/bind-tool';
import { failure } from '../../../../src/core/contracts/failure';
import { fail, succeed } from '../../../../src/core/contracts/result';
import findPath from '../../../../src/core/tools/find-path';
import grep from '../../../../src/core/tools/grep';
import listDirectory from '../../../../src/core/tools/list-directory';
import { createFakeFiles } from '../../fakes/files';
import { createFakeSearch } from '../../fakes/search';
import { createTemporaryWorkspace } from '../../fakes/temporary-workspace';
import { capabilitiesWith, runTool, textOf } from './run-tool';

describe('list_directory', () => {
  it('003: labels entries by lstat, folders first', async () => {
    const ws = createTemporaryWorkspace({ denyRead: ['**/.env'] });
    ws.put('ws/b.txt', 'x'.repeat(1536));
    ws.put('ws/zoo/x', '');
    ws.put('ws/.env', '');
    symlinkSync('/etc', path.join(ws.root, 'a-link'));
    const tool = bindTool(listDirectory, capabilitiesWith({ files: ws.files, workspace: ws }));
    assert.equal(await textOf(tool, {}), '[dir] zoo/\n[symlink] a-link\n[file] b.txt (1.5 KB)');
    assert.match(await textOf(tool, { path: 'a-link' }), /^policy_denied: /);
    assert.match(await textOf(tool, { path: 'b.txt' }), /^execution: A part of the path is a file/);
    ws.dispose();
  });

  it('says when there is nothing, and when there is too much', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1200 }, (_, at) => [`f${String(at).padStart(4, '0')}`, '']),
    );
    const list = (files: Readonly<Record<string, string>>) =>
      bindTool(listDirectory, capabilitiesWith({ files: createFakeFiles(files) }));
    assert.equal(await textOf(list({}), {}), 'The folder is empty.');
    const lines = (await textOf(list(many), { path: '/ws' })).split('\n');
    assert.equal(lines.length, 1001);
    assert.equal(lines.at(-1), '[1000 of 1200 entries. Use find_path for the rest.]');
  });

  it('shows a hostile name on one line', async () => {
    const files = createFakeFiles({ 'a\n[dir] fake/': '' });
    const tool = bindTool(listDirectory, capabilitiesWith({ files }));
    assert.equal((await textOf(tool, {})).split('\n').length, 1);
  });
});

describe('find_path', () => {
  const find = (search: ReturnType<typeof createFakeSearch>) =>
    bindTool(findPath, capabilitiesWith({ search }));

  it('answers paths that can be used as they are', async () => {
    const paths = ['/ws/src/a.ts', '/lib/b.ts', '/ws/x\ny'];
    const search = createFakeSearch({ find: succeed({ paths, truncated: false }) });
    assert.equal(await textOf(find(search), { pattern: '**' }), 'src/a.ts\n/lib/b.ts\nx\\ny');
  });

  it('says when there is nothing, and when there is more', async () => {
    assert.equal(await textOf(find(createFakeSearch()), { pattern: '*' }), 'No file matches.');
    const search = createFakeSearch({ find: succeed({ paths: ['/ws/a'], truncated: true }) });
    assert.equal(
      await textOf(find(search), { pattern: '*' }),
      'a\n[Only the first 1 are listed. Use a narrower pattern or path.]',
    );
  });

  it('asks in the workspace folder unless told where', async () => {
    const search = createFakeSearch();
    await runTool(find(search), { pattern: '*.ts' });
    await runTool(find(search), { pattern: '*.ts', path: 'src' });
    assert.deepEqual(
      search.requests.map(({ path: asked }) => asked),
      ['.', 'src'],
    );
    const prepared = find(search).prepare({ pattern: '*.ts', path: 'src' });
    assert.deepEqual(prepared.ok && prepared.value.subject.reads, ['src']);
    assert.equal(prepared.ok && prepared.value.label, '*.ts in src');
  });

  it('hands on a refusal', async () => {
    const search = createFakeSearch({ find: fail(failure('policy_denied', 'Outside.')) });
    assert.equal(await textOf(find(search), { pattern: '*' }), 'policy_denied: Outside.');
    assert.match(await textOf(find(search), { pattern: '' }), /^validation: /);
  });
});

describe('grep', () => {
  const search = (matches: { path: string; line: number; text: string }[], truncated = false) =>
    createFakeSearch({ grep: succeed({ matches, truncated }) });
  const bound = (fake: ReturnType<typeof createFakeSearch>) =>
    bindTool(grep, capabilitiesWith({ search: fake }));

  it('answers file, line and text, and the places for the card', async () => {
    const run = await runTool(
      bound(search([{ path: '/ws/src/a.ts', line: 7, text: '  // TODO' }])),
      { pattern: 'TODO' },
    );
    assert.ok(run.ok);
    assert.equal(run.text, 'src/a.ts:7:   // TODO');
    assert.deepEqual(run.exhibit.locations, [{ path: '/ws/src/a.ts', line: 7 }]);
  });

  it('cuts long lines and says when there is more', async () => {
    const fake = search([{ path: '/ws/a', line: 1, text: 'x'.repeat(2000) }], true);
    assert.equal(
      await textOf(bound(fake), { pattern: 'x' }),
      `a:1: ${'x'.repeat(500)}…\n[Only 1 matches are shown. Use a narrower pattern or path.]`,
    );
  });

  it('minds case unless told not to, and asks for 200 matches', async () => {
    const fake = search([]);
    assert.equal(await textOf(bound(fake), { pattern: 'x' }), 'No line matches.');
    await runTool(bound(fake), { pattern: 'x', case_sensitive: false });
    const asked = fake.requests.map((request) =>
      'caseSensitive' in request ? [request.caseSensitive, request.maxMatches] : [],
    );
    assert.deepEqual(asked, [
      [true, 200],
      [false, 200],
    ]);
  });

  it('refuses an empty pattern', async () => {
    assert.match(await textOf(bound(search([])), { pattern: '' }), /^validation: /);
  });
});
