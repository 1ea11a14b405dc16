import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SearchDeps } from '../../../../src/adapters/search/search';
import { openSearch, type OpenedSearch } from '../../fakes/real-search';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';
import { times } from '../../../soak';

const manyFiles = times(100_000);

/** Scope and limits of a search, with the ripgrep of the harness. */
describe('the scope of a search', () => {
  let ws: TemporaryWorkspace;

  beforeEach(() => {
    ws = createTemporaryWorkspace({ denyRead: ['**/.env'] });
  });
  afterEach(() => ws.dispose());

  const open = (deps: Partial<SearchDeps> = {}): OpenedSearch => openSearch(ws, deps);

  it('includes ignored and excluded files on request, and never .git', async () => {
    ws.put('ws/.gitignore', '*.log');
    for (const name of ['a.log', 'out/b', 'c', '.git/d', '.env']) ws.put(`ws/${name}`, 'one');
    const { grep, find } = open({ excluded: () => ['out'] });
    assert.deepEqual(await grep('one'), ['ws/c:1:one']);
    const all = ['ws/a.log:1:one', 'ws/c:1:one', 'ws/out/b:1:one'];
    assert.deepEqual(await grep('one', { includeIgnored: true }), all);
    assert.deepEqual(await find('[!.]*'), ['ws/c']);
    const files = ['ws/a.log', 'ws/c', 'ws/out/b'];
    assert.deepEqual(await find('[!.]*', { includeIgnored: true }), files);
  });

  it('uses the excludes of the allowed folder', async () => {
    ws.put('ws/sub/a', 'one');
    const asked: string[] = [];
    const excluded = (root: string): readonly string[] => {
      asked.push(root);
      return ['sub/a'];
    };
    assert.deepEqual(await open({ excluded }).grep('one', { path: 'sub' }), []);
    assert.deepEqual(asked, [ws.root]);
    // A named file is searched.
    assert.deepEqual(await open({ excluded }).grep('one', { path: 'sub/a' }), ['ws/sub/a:1:one']);
  });

  it('searches only files that match the glob below the path', async () => {
    for (const name of ['a.ts', 'b.js', 'src/c.ts', 'src/d.test.ts']) ws.put(`ws/${name}`, 'one');
    const { grep } = open();
    const ts = ['ws/a.ts:1:one', 'ws/src/c.ts:1:one', 'ws/src/d.test.ts:1:one'];
    assert.deepEqual(await grep('one', { glob: '*.ts' }), ts);
    assert.deepEqual(await grep('one', { glob: 'c.*', path: 'src' }), ['ws/src/c.ts:1:one']);
    assert.deepEqual(await grep('one', { glob: '!**/*.test.ts', path: 'src' }), [
      'ws/src/c.ts:1:one',
    ]);
    assert.deepEqual(await grep('one', { glob: '../*' }), ['validation']);
  });

  it('does not let a glob include ignored files', async () => {
    ws.put('ws/.gitignore', '*.gen.ts\nbuild/');
    for (const name of ['a.ts', 'a.gen.ts', 'build/a.ts']) ws.put(`ws/${name}`, 'one');
    assert.deepEqual(await open().grep('one', { glob: '*.ts' }), ['ws/a.ts:1:one']);
    assert.deepEqual(await open().find('*.ts'), ['ws/a.ts']);
  });

  it('reports each context line once', async () => {
    ws.put('ws/a', 'zero\none\ntwo\none\nthree\nfour\nfive\none');
    assert.deepEqual(await open().grep('one', { context: 1 }), [
      ...['ws/a-1-zero', 'ws/a:2:one', 'ws/a-3-two', 'ws/a:4:one', 'ws/a-5-three'],
      ...['ws/a-7-five', 'ws/a:8:one'],
    ]);
  });

  it('ends with a match and its context lines, and keeps the first by path', async () => {
    for (let at = 0; at < 40; at += 1) {
      ws.put(`ws/d${String(at % 7)}/f${String(at).padStart(2, '0')}`, 'a\none\nb\n');
    }
    const asked = { context: 1, maxMatches: 2 };
    const found = await open().grepWhole('one', asked);
    assert.ok(found.ok && found.value.cut === 'matches');
    assert.deepEqual(await open().grep('one', asked), [
      ...['ws/d0/f00-1-a', 'ws/d0/f00:2:one', 'ws/d0/f00-3-b'],
      ...['ws/d0/f07-1-a', 'ws/d0/f07:2:one', 'ws/d0/f07-3-b'],
    ]);
  });

  it('stops at the byte limit', async () => {
    ws.put('ws/a', 'one 123456\n'.repeat(50));
    const found = await open().grepWhole('one', { maxBytes: 105 });
    assert.ok(found.ok && found.value.cut === 'bytes' && found.value.matches.length === 10);
  });

  it('reads UTF-16 and removes byte order marks', async () => {
    ws.put('ws/le', Buffer.from('\uFEFFone é\r\ntwo', 'utf16le'));
    ws.put('ws/be', Buffer.from('\uFEFFone é\r\ntwo', 'utf16le').swap16());
    ws.put('ws/utf8', '\uFEFFone é\r\ntwo');
    const lines = ['ws/be:1:one é', 'ws/le:1:one é', 'ws/utf8:1:one é'];
    assert.deepEqual(await open().grep('^one é$'), lines);
  });

  it('recognizes a binary file by any NUL, even if the file is named', async () => {
    ws.put('ws/late', `one\n${'x\n'.repeat(100_000)}\0`);
    ws.put('ws/named', 'one\n\0');
    assert.deepEqual(await open().grep('one'), []);
    assert.deepEqual(await open().grep('one', { path: 'named' }), []);
  });

  it('survives endless lines', async () => {
    ws.put('ws/a', `one${'x'.repeat(9_000_000)}\none\n`);
    const unshown = '[line longer than 64 KB, not shown]';
    assert.deepEqual(await open().grep('one'), [`ws/a:1:${unshown}`, 'ws/a:2:one']);
    assert.deepEqual(await open().grep('x', { maxMatches: 1 }), [`ws/a:1:${unshown}`]);
  });

  it('reports a file that is too large, and skips large files of a folder', async () => {
    const file = ws.put('ws/large', 'one\n');
    truncateSync(file, 11 * 1024 * 1024);
    ws.put('ws/a', 'one');
    ws.put('ws/text', 'one\n'.repeat(3 * 1024 * 1024));
    assert.deepEqual(await open().grep('one'), ['ws/a:1:one']);
    truncateSync(file, 101 * 1024 * 1024);
    const refused = await open().grepWhole('one', { path: 'large' });
    assert.match(
      refused.ok ? '' : refused.failure.message,
      /101 MB; files over 100 MB are not searched/,
    );
  });

  it('names files with line breaks and colons, but none whose name is not UTF-8', async () => {
    ws.put('ws/a\nb:1:c', 'one');
    writeFileSync(Buffer.concat([Buffer.from(`${ws.root}/bad`), Buffer.from([0xff])]), 'one');
    assert.deepEqual(await open().grep('one'), ['ws/a\nb:1:c:1:one']);
    assert.deepEqual(await open().find('*'), ['ws/a\nb:1:c']);
  });

  it('reports which files with unsaved changes it searched', async () => {
    ws.put('ws/.gitignore', '*.log\nbuild/');
    const names = ['a.ts', 'b.log', 'out/c.ts', 'build/d.ts', 'e.js', '.env', 'src/f.ts'];
    const files = names.map((name) => ws.put(`ws/${name}`, 'nothing'));
    const unsaved = (): Promise<readonly string[]> => Promise.resolve([...files, '/other/a.ts']);
    const opened = open({ unsaved, excluded: () => ['**/out'] });
    const searched = async (asked: Parameters<typeof opened.grepWhole>[1]) => {
      const found = await opened.grepWhole('one', asked);
      assert.ok(found.ok);
      return found.value.unsaved.map((file) => path.relative(ws.root, file));
    };
    assert.deepEqual(await searched({ glob: '*.ts' }), ['a.ts', 'src/f.ts']);
    assert.deepEqual(await searched({ path: 'e.js' }), ['e.js']);
    const all = ['a.ts', 'b.log', 'build/d.ts', 'e.js', 'out/c.ts', 'src/f.ts'];
    assert.deepEqual(await searched({ includeIgnored: true }), all);
  });

  it('reports which of the found files have unsaved changes', async () => {
    const [a = ''] = ['a.ts', 'b.ts'].map((name) => ws.put(`ws/${name}`, ''));
    const { search } = open({ unsaved: () => Promise.resolve([a, '/other']) });
    const request = { path: '.', pattern: '*.ts', includeIgnored: false, maxResults: 1 };
    const found = await search.find({ ...request, signal: new AbortController().signal });
    const wanted = { paths: [a], truncated: true, total: 2, unsaved: [a] };
    assert.deepEqual(found.ok && found.value, wanted);
  });

  it(`finds ${manyFiles} files in one folder, and names the first`, async () => {
    ws.put('ws/many/x', '');
    execFileSync('/bin/sh', [
      '-c',
      `cd "$0" && seq 1 ${manyFiles} | xargs touch`,
      `${ws.root}/many`,
    ]);
    const found = await open().find('*', { path: 'many', maxResults: 2 });
    assert.deepEqual(found, ['ws/many/1', 'ws/many/10']);
  });

  it('rejects a pattern with a NUL', async () => {
    assert.deepEqual(await open().grep('a\0b'), ['validation']);
  });
});
