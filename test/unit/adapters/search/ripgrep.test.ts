import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SearchDeps } from '../../../../src/adapters/search/search';
import { openSearch, type OpenedSearch } from '../../fakes/real-search';
import {
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';
import { recorded } from './recorded-ripgrep';

const answer = [recorded.begin, recorded.match, recorded.bytes, recorded.end, recorded.summary];

const regexError = 'rg: regex parse error:\n    (?:()\n    ^\nerror: unclosed group\n';

describe('search with a fake ripgrep', () => {
  let ws: TemporaryWorkspace;

  beforeEach(() => {
    ws = createTemporaryWorkspace({ denyRead: ['**/.env'] });
  });
  afterEach(() => ws.dispose());

  /** Creates a program outside the workspace that records its arguments and runs `script`. */
  function withRipgrep(script: string, deps: Partial<SearchDeps> = {}): OpenedSearch {
    const program = ws.put(
      'bin/rg',
      `#!/bin/sh\nprintf '%s\\n' "$@" > "${ws.base}/args"\n${script}`,
    );
    chmodSync(program, 0o755);
    return openSearch(ws, { program, ...deps });
  }

  const prints = (lines: readonly string[]): string => {
    const text = lines.join('\n').replaceAll('{root}', ws.root);
    ws.put('recorded', `${text}\n`);
    return `cat "${ws.base}/recorded"`;
  };

  it('reads recorded output', async () => {
    const found = await withRipgrep(prints(answer)).grepWhole('hello');
    const common = { path: `${ws.root}/a.txt`, isContext: false };
    assert.deepEqual(found.ok && found.value, {
      matches: [
        { ...common, line: 1, text: 'hello' },
        { ...common, line: 2, text: 'world\uFFFD hello' },
      ],
      cut: undefined,
      unsaved: [],
    });
  });

  it("runs without a shell and without the machine's configuration", async () => {
    ws.put('ws/src/a.ts', '');
    const { grep } = withRipgrep(`env > "${ws.base}/env"; ${prints(answer)}`, {
      excluded: () => ['**/node_modules', '{not,so}plain'],
    });
    await grep('$(touch x); `id`', { glob: 'src/**/*.ts', context: 2, caseSensitive: false });
    const args = readFileSync(path.join(ws.base, 'args'), 'utf8').trim().split('\n');
    assert.deepEqual(args, [
      '--no-config',
      '--no-messages',
      '--hidden',
      '--glob=!.git',
      '--no-ignore-global',
      '--no-ignore-exclude',
      '--no-ignore-parent',
      '--no-require-git',
      '--glob=!**/node_modules',
      '--type-add=searched:*.ts',
      '--type=searched',
      '--json',
      '--crlf',
      '--no-mmap',
      '--max-count=201',
      '--context=2',
      '--ignore-case',
      '--regexp=$(touch x); `id`',
      '--',
      ws.root,
    ]);
    assert.equal(existsSync(path.join(ws.root, 'x')), false);
    const env = readFileSync(path.join(ws.base, 'env'), 'utf8');
    // Variables that a shell sets itself.
    assert.deepEqual(
      env.split('\n').filter((line) => !/^(?:PWD|OLDPWD|SHLVL|_|$)/.test(line)),
      [],
    );
  });

  it('runs ripgrep again, in order, when there are too many results', async () => {
    const search = withRipgrep(`echo "$@" >> "${ws.base}/runs"; ${prints(answer)}`);
    const found = await search.grepWhole('hello', { maxMatches: 1 });
    assert.ok(found.ok && found.value.cut === 'matches');
    const runs = readFileSync(path.join(ws.base, 'runs'), 'utf8').trim().split('\n');
    assert.deepEqual(
      runs.map((run) => run.includes('--sort=path')),
      [false, true],
    );
  });

  it('omits anything that ripgrep reports outside the sandbox', async () => {
    const lines = [
      ...answer.map((line) => line.replace('{root}/a.txt', '/etc/passwd')),
      ...answer.map((line) => line.replace('{root}/a.txt', '{root}/.env')),
    ];
    assert.deepEqual(await withRipgrep(prints(lines)).grep('hello'), []);
  });

  it('omits a file with a late NUL', async () => {
    const end = recorded.end.replace('"binary_offset":null', '"binary_offset":70000');
    const lines = answer.map((line) => (line === recorded.end ? end : line));
    assert.deepEqual(await withRipgrep(prints(lines)).grep('hello'), []);
  });

  it("reports a rejected pattern as wrong arguments, in ripgrep's words", async () => {
    ws.put('error', regexError);
    const refused = await withRipgrep(`cat "${ws.base}/error" >&2; exit 2`).grepWhole('hello');
    assert.ok(!refused.ok);
    assert.equal(refused.failure.errorCode, 'validation');
    assert.match(refused.failure.message, /unclosed group$/);
  });

  it('accepts results when a folder could not be read', async () => {
    const found = await withRipgrep(`${prints(answer)}; exit 2`).grepWhole('hello');
    assert.ok(found.ok && found.value.matches.length === 2);
  });

  it('does not mistake another error for an invalid pattern', async () => {
    const refused = await withRipgrep('echo "rg: out of luck" >&2; exit 2').grepWhole('hello');
    assert.equal(!refused.ok && refused.failure.errorCode, 'execution');
  });

  it('reports a ripgrep that another process killed', async () => {
    const refused = await withRipgrep('kill -9 $$').grepWhole('hello');
    assert.equal(!refused.ok && refused.failure.errorCode, 'execution');
    assert.match(refused.ok ? '' : refused.failure.message, /SIGKILL/);
  });

  it('kills ripgrep when there are enough results', async () => {
    const search = withRipgrep(`while ${prints(answer)}; do :; done`);
    const found = await search.grepWhole('hello');
    assert.ok(found.ok && found.value.cut === 'matches' && found.value.matches.length === 200);
  });

  it('ends ripgrep when it takes too long, for example on a pipe as ignore file', async () => {
    const ended = await withRipgrep('exec sleep 600', { limitMs: 200 }).grepWhole('hello');
    assert.ok(!ended.ok);
    assert.equal(ended.failure.errorCode, 'timeout');
    assert.equal(ended.failure.retryable, false);
  });

  it('asks files for their size before it reads them once a search took long', async () => {
    const asks = `case "$*" in *--max-filesize=10485760*) ${prints(answer)};; *) exec sleep 600;; esac`;
    const script = `echo "$@" >> "${ws.base}/runs"; ${asks}`;
    const search = withRipgrep(script, { limitMs: 500 });
    const found = [await search.grepWhole('hello'), await search.grepWhole('hello')];
    assert.deepEqual(
      found.map((one) => one.ok && one.value.matches.length),
      [2, 2],
    );
    const runs = readFileSync(path.join(ws.base, 'runs'), 'utf8').trim().split('\n');
    assert.deepEqual(
      runs.map((run) => run.includes('--max-filesize')),
      [false, true, true],
    );
  });

  it('kills ripgrep on cancel', async () => {
    const search = withRipgrep('exec sleep 600');
    const controller = new AbortController();
    const running = search.grepWhole('hello', { signal: controller.signal });
    setImmediate(() => controller.abort());
    const cancelled = await running;
    assert.equal(!cancelled.ok && cancelled.failure.category, 'cancelled');
  });

  it('lists files by name, without a shell and without configuration', async () => {
    ws.put('ws/.gitignore', '*.log');
    const files = ['b\nc.ts', 'a.ts', '.env', '../../etc/x.ts'].map((name) => `${ws.root}/${name}`);
    ws.put('listed', files.map((file) => `${file}\0`).join(''));
    const { find } = withRipgrep(`cat "${ws.base}/listed"`, { excluded: () => ['out'] });
    assert.deepEqual(await find('*.ts'), ['ws/a.ts', 'ws/b\nc.ts']);
    const args = readFileSync(path.join(ws.base, 'args'), 'utf8').trim().split('\n');
    assert.deepEqual(args.slice(8), [
      '--glob=!/out',
      '--type-add=searched:*.ts',
      '--type=searched',
      '--files',
      '--null',
      '--',
      ws.root,
    ]);
    assert.equal(args[0], '--no-config');
  });

  it('lists what it can when a folder cannot be read, and reports other errors', async () => {
    ws.put('listed', `${ws.root}/a.ts\0`);
    const lists = `cat "${ws.base}/listed"`;
    assert.deepEqual(await withRipgrep(`${lists}; exit 2`).find('*'), ['ws/a.ts']);
    assert.deepEqual(await withRipgrep(`${lists}; echo no >&2; exit 2`).find('*'), ['execution']);
  });

  it('ends a list that takes too long or is cancelled', async () => {
    const search = withRipgrep('exec sleep 600', { limitMs: 200 });
    assert.deepEqual(await search.find('*'), ['timeout']);
    const controller = new AbortController();
    const running = withRipgrep('exec sleep 600').find('*', { signal: controller.signal });
    setImmediate(() => controller.abort());
    assert.deepEqual(await running, ['cancelled']);
  });

  for (const [text, message, remedy] of [
    ['error: look-around, including look-ahead, is not supported', /^Look-around/, /or use bash/],
    ['error: backreferences are not supported', /backreferences/, /or use bash/],
    ['rg: the literal "\\n" is not allowed in a regex', /line by line/, /with context/],
    ['rg: pattern contains "\\0" but it is impossible', /NUL/, /Leave it out/],
    ['rg: compiled regex exceeds size limit of 104857600', /too large/, /smaller repeats/],
  ] as const) {
    it(`names the remedy for "${text}"`, async () => {
      ws.put('error', text);
      const refused = await withRipgrep(`cat "${ws.base}/error" >&2; exit 2`).grepWhole('hello');
      assert.ok(!refused.ok);
      assert.equal(refused.failure.category, 'invalid_parameters');
      assert.match(refused.failure.message, message);
      assert.match(refused.failure.suggestion, remedy);
      assert.doesNotMatch(JSON.stringify(refused.failure), /PCRE|--/);
    });
  }

  for (const [name, program, message] of [
    ['is missing', undefined, /ripgrep was not found\. Reinstall VS Code\./],
    ['does not start', '/nowhere/rg', /ripgrep could not be started \(.*ENOENT.*\)\. Reinstall/],
  ] as const) {
    it(`fails where ripgrep ${name}, and says what to do`, async () => {
      ws.put('ws/a.txt', 'hello');
      const ripgrep = { path: () => program, environment: {} };
      const { grepWhole, search } = openSearch(ws, { ripgrep });
      const request = { path: '.', pattern: '*', includeIgnored: false, maxResults: 1 };
      const found = await search.find({ ...request, signal: quietSignal() });
      for (const refused of [await grepWhole('hello'), found]) {
        assert.ok(!refused.ok);
        assert.equal(refused.failure.errorCode, 'unavailable');
        assert.equal(refused.failure.category, 'permanent_failure');
        assert.match(refused.failure.message, message);
        assert.match(refused.failure.suggestion, /Tell the user/);
      }
    });
  }
});
