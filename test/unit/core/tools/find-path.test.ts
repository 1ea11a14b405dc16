import assert from 'node:assert/strict';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import type { FindResult } from '../../../../src/core/ports/search';
import findPath from '../../../../src/core/tools/find-path';
import grep from '../../../../src/core/tools/grep';
import { createFakeSearch, type FakeSearch } from '../../fakes/search';
import { capabilitiesWith, runTool, textOf } from './run-tool';

describe('find_path', () => {
  const bound = (search: FakeSearch) => bindTool(findPath, capabilitiesWith({ search }));
  const found = (paths: readonly string[], more: Partial<FindResult> = {}): FakeSearch =>
    createFakeSearch({
      find: succeed({ paths, truncated: false, total: paths.length, unsaved: [], ...more }),
    });

  it('003-tools-11: answers paths that can be used as they are', async () => {
    const search = found(['/ws/src/a.ts', '/lib/b.ts', '/ws/x\ny']);
    assert.equal(await textOf(bound(search), { pattern: '**' }), 'src/a.ts\n/lib/b.ts\nx\\ny');
  });

  it('says when there is nothing, and how many there are when there are more', async () => {
    assert.equal(await textOf(bound(createFakeSearch()), { pattern: '*' }), 'No file matches.');
    const search = found(['/ws/a'], { truncated: true, total: 4000 });
    assert.equal(
      await textOf(bound(search), { pattern: '*' }),
      'a\n[Only the first 1 of 4000 are listed. To see the others, use a narrower pattern or path.]',
    );
  });

  it('says which have unsaved changes', async () => {
    const search = found(['/ws/a', '/ws/b'], { unsaved: ['/ws/b'] });
    assert.equal(
      await textOf(bound(search), { pattern: '*' }),
      'a\nb\n[b has unsaved changes; read shows them, grep and bash do not.]',
    );
  });

  it('says which open folders were not searched, and what to give for them', async () => {
    const workspace = { ...capabilitiesWith({}).workspace, roots: () => ['/ws', '/lib', '/more'] };
    const both = { search: found(['/ws/a']), workspace };
    const files = bindTool(findPath, capabilitiesWith(both));
    const note =
      '[Only the first open folder was searched. Set path to search the others: /lib, /more]';
    assert.equal(await textOf(files, { pattern: '*' }), `a\n${note}`);
    assert.equal(await textOf(files, { pattern: '*', path: '/lib' }), 'a');
    const lines = bindTool(grep, capabilitiesWith({ search: createFakeSearch(), workspace }));
    assert.equal(await textOf(lines, { pattern: 'x' }), `No line matches.\n${note}`);
  });

  it('searches the workspace folder without ignored files by default', async () => {
    const search = createFakeSearch();
    await runTool(bound(search), { pattern: '*.ts' });
    await runTool(bound(search), { pattern: '*.ts', path: 'src', include_ignored: true });
    assert.deepEqual(
      search.requests.map(({ path, includeIgnored }) => [path, includeIgnored]),
      [
        ['.', false],
        ['src', true],
      ],
    );
    const prepared = bound(search).prepare({ pattern: '*.ts', path: 'src' });
    assert.deepEqual(prepared.ok && prepared.value.subject.reads, ['src']);
    assert.equal(prepared.ok && prepared.value.label, '*.ts · src');
  });

  it('hands on a refusal', async () => {
    const search = createFakeSearch({ find: fail(failure('policy_denied', 'Outside.')) });
    assert.equal(await textOf(bound(search), { pattern: '*' }), 'policy_denied: Outside.');
    assert.match(await textOf(bound(search), { pattern: '' }), /^validation: /);
  });
});
