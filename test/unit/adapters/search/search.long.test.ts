import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { openSearch, type OpenedSearch } from '../../fakes/real-search';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
  type TemporaryWorkspaceOptions,
} from '../../fakes/temporary-workspace';

/** With the ripgrep of the harness. */
describe('search', () => {
  let ws: TemporaryWorkspace;
  let opened: OpenedSearch;

  beforeEach(() => open());
  afterEach(() => ws.dispose());

  function open(options: TemporaryWorkspaceOptions = {}): void {
    ws = createTemporaryWorkspace(options);
    opened = openSearch(ws);
  }

  function reopen(options: TemporaryWorkspaceOptions): void {
    ws.dispose();
    open(options);
  }

  const grep: OpenedSearch['grep'] = (...asked) => opened.grep(...asked);
  const find: OpenedSearch['find'] = (...asked) => opened.find(...asked);

  it('returns matching lines with numbers, sorted by path and line', async () => {
    ws.put('ws/b.txt', 'one\ntwo one\n');
    ws.put('ws/a/x.txt', 'zero\none');
    assert.deepEqual(await grep('one'), [
      'ws/a/x.txt:2:one',
      'ws/b.txt:1:one',
      'ws/b.txt:2:two one',
    ]);
  });

  it('003-tools-14: supports regular expressions', async () => {
    ws.put('ws/a.ts', 'const a = 1;\nlet bb = 22;\n// c');
    assert.deepEqual(await grep(String.raw`^(const|let)\s+\w+ = \d{2,};$`), [
      'ws/a.ts:2:let bb = 22;',
    ]);
    assert.deepEqual(await grep('(?i)CONST'), ['ws/a.ts:1:const a = 1;']);
  });

  it('003-tools-14: is case-sensitive unless requested otherwise', async () => {
    ws.put('ws/a', 'Word');
    assert.deepEqual(await grep('word'), []);
    assert.deepEqual(await grep('word', { caseSensitive: false }), ['ws/a:1:Word']);
  });

  it('finds the end of lines with Windows line endings', async () => {
    ws.put('ws/a', 'one\r\ntwo\r\n');
    assert.deepEqual(await grep('one$'), ['ws/a:1:one']);
  });

  it('accepts a pattern that looks like an option', async () => {
    ws.put('ws/a', '--files');
    assert.deepEqual(await grep('--files'), ['ws/a:1:--files']);
  });

  it('reports an invalid pattern as wrong arguments', async () => {
    const refused = await opened.grepWhole('(open');
    assert.ok(!refused.ok);
    assert.equal(refused.failure.category, 'invalid_parameters');
    assert.match(refused.failure.message, /unclosed|[Uu]nterminated/);
  });

  it('searches hidden files, but not .git', async () => {
    ws.put('ws/.github/x.yml', 'needle');
    ws.put('ws/.git/config', 'needle');
    assert.deepEqual(await grep('needle'), ['ws/.github/x.yml:1:needle']);
    assert.deepEqual(await find('**'), ['ws/.github/x.yml']);
  });

  it('skips binary files and marks invalid bytes', async () => {
    ws.put('ws/a.bin', 'needle\0');
    ws.put('ws/b.txt', Uint8Array.from([0x6e, 0x65, 0x65, 0xff, 0x0a]));
    assert.deepEqual(await grep('nee'), ['ws/b.txt:1:nee\uFFFD']);
  });

  it('cuts a long line around the match', async () => {
    ws.put('ws/a', `${'é'.repeat(3000)}needle${'y'.repeat(3000)}`);
    const [line = ''] = await grep('needle');
    assert.ok(line.length < 520 && line.includes('needle') && line.includes('…'));
  });

  it('stops at the requested number and reports it', async () => {
    ws.put('ws/a', 'x\n'.repeat(50));
    ws.put('ws/b', 'x\n'.repeat(50));
    const some = await opened.grepWhole('x', { maxMatches: 60 });
    assert.ok(some.ok && some.value.cut === 'matches' && some.value.matches.length === 60);
    const all = await opened.grepWhole('x', { maxMatches: 100 });
    assert.ok(all.ok && all.value.cut === undefined && all.value.matches.length === 100);
  });

  it('searches one named file, whatever the ignore files say', async () => {
    ws.put('ws/.gitignore', '*.log');
    ws.put('ws/x.log', 'needle');
    assert.deepEqual(await grep('needle'), []);
    assert.deepEqual(await grep('needle', { path: 'x.log' }), ['ws/x.log:1:needle']);
  });

  it('honors ignore files of every folder, even without a repository', async () => {
    ws.put('ws/.gitignore', '/dist\n*.log\n!keep.log\nnode_modules/\n');
    ws.put('ws/pkg/.gitignore', 'gen/*.ts\n!gen/main.ts\n');
    for (const name of [
      'a.ts',
      'dist/x.ts',
      'pkg/dist/x.ts',
      'x.log',
      'keep.log',
      'node_modules/m/i.js',
      'pkg/gen/a.ts',
      'pkg/gen/main.ts',
      'gen/a.ts',
    ]) {
      ws.put(`ws/${name}`, 'x');
    }
    const wanted = [
      'ws/.gitignore',
      'ws/a.ts',
      'ws/gen/a.ts',
      'ws/keep.log',
      'ws/pkg/.gitignore',
      'ws/pkg/dist/x.ts',
      'ws/pkg/gen/main.ts',
    ];
    assert.deepEqual(await find('**'), wanted);
    mkdirSync(path.join(ws.root, '.git'));
    assert.deepEqual(await find('**'), wanted);
  });

  it('honors the ignore file of the root in a folder below it', async () => {
    ws.put('ws/.gitignore', '*.log\n');
    ws.put('ws/src/a.log', 'x');
    ws.put('ws/src/a.ts', 'x');
    assert.deepEqual(await find('*', { path: 'src' }), ['ws/src/a.ts']);
  });

  it('does not let an ignore file above the workspace hide everything', async () => {
    ws.put('.gitignore', '*\n');
    ws.put('ws/a.ts', 'x');
    assert.deepEqual(await find('*.ts'), ['ws/a.ts']);
  });

  it('matches globs below the folder asked for', async () => {
    ws.put('ws/src/a.ts', '');
    ws.put('ws/src/deep/b.ts', '');
    ws.put('ws/c.ts', '');
    assert.deepEqual(await find('*.ts', { path: 'src' }), ['ws/src/a.ts', 'ws/src/deep/b.ts']);
    assert.deepEqual(await find('src/*.ts'), ['ws/src/a.ts']);
    assert.deepEqual(await find('./deep/*', { path: 'src' }), ['ws/src/deep/b.ts']);
    assert.deepEqual(await find('**/{a,c}.ts'), ['ws/c.ts', 'ws/src/a.ts']);
  });

  it('keeps the first paths in order when there are too many', async () => {
    for (let at = 0; at < 60; at += 1) ws.put(`ws/f${String(at % 10)}/${String(at)}.x`, '');
    const found = await find('*.x', { maxResults: 3 });
    assert.deepEqual(found, ['ws/f0/0.x', 'ws/f0/10.x', 'ws/f0/20.x']);
  });

  it('rejects globs that leave the folder', async () => {
    assert.deepEqual(await find('../**'), ['validation']);
    assert.deepEqual(await find('/etc/*'), ['validation']);
    assert.deepEqual(await find('{a,b}'.repeat(9)), ['validation']);
  });

  it('003-tools-3: omits results outside the sandbox and follows no links', async () => {
    ws.put('outside/x.txt', 'needle');
    symlinkSync('../outside', path.join(ws.root, 'dir'));
    symlinkSync('../outside/x.txt', path.join(ws.root, 'file.txt'));
    assert.deepEqual(await grep('needle'), []);
    assert.deepEqual(await find('**'), []);
    assert.deepEqual(await grep('needle', { path: 'dir' }), ['policy_denied']);
    assert.deepEqual(await grep('needle', { path: '../outside' }), ['policy_denied']);
    assert.deepEqual(await find('**', { path: '/' }), ['policy_denied']);
  });

  it('000-files-5: neither searches nor names denied files', async () => {
    reopen({ denyRead: ['**/.env', '**/secrets/**'] });
    ws.put('ws/.env', 'needle');
    ws.put('ws/secrets/x', 'needle');
    ws.put('ws/a', 'needle');
    assert.deepEqual(await grep('needle'), ['ws/a:1:needle']);
    assert.deepEqual(await find('**'), ['ws/a']);
    assert.deepEqual(await grep('needle', { path: '.env' }), ['policy_denied']);
  });

  it('decision 61: searches a file that asks only if it is named', async () => {
    reopen({ askRead: ['**/.npmrc'] });
    ws.put('ws/.npmrc', 'needle');
    ws.put('ws/a', 'needle');
    assert.deepEqual(await grep('needle'), ['ws/a:1:needle']);
    assert.deepEqual(await grep('needle', { path: '.npmrc' }), ['ws/.npmrc:1:needle']);
    assert.deepEqual(await find('**'), ['ws/.npmrc', 'ws/a']);
  });

  it('returns nothing in an untrusted workspace', async () => {
    reopen({ trusted: false });
    assert.deepEqual(await grep('x'), ['authz_denied']);
    assert.deepEqual(await find('x'), ['authz_denied']);
  });

  it('rejects a missing path, a pipe, and a file where a folder is required', async () => {
    ws.put('ws/a', 'x');
    execFileSync('mkfifo', [path.join(ws.root, 'pipe')]);
    assert.deepEqual(await grep('x', { path: 'missing' }), ['execution']);
    assert.deepEqual(await grep('x', { path: 'pipe' }), ['policy_denied']);
    assert.deepEqual(await find('*', { path: 'a' }), ['validation']);
    assert.deepEqual(await grep('x'), ['ws/a:1:x']);
  });

  it('can be cancelled, before and while it runs', async () => {
    ws.put('ws/a', 'x\n'.repeat(200_000));
    assert.deepEqual(await grep('x', { signal: AbortSignal.abort() }), ['cancelled']);
    const controller = new AbortController();
    const running = grep('nothing like it', { signal: controller.signal });
    controller.abort();
    assert.deepEqual(await running, ['cancelled']);
  });
});
