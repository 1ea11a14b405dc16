import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseRipgrepRecord } from '../../../../src/adapters/search/ripgrep-json';
import { createSearch } from '../../../../src/adapters/search/search';
import type { Search } from '../../../../src/core/ports/search';
import { buildSearchWorker, type BuiltWorker } from '../../fakes/search-engines';
import {
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';

/** Recorded from ripgrep 15.0.0; `{root}` stands for the workspace. */
const recorded = [
  '{"type":"begin","data":{"path":{"text":"{root}/a.txt"}}}',
  '{"type":"match","data":{"path":{"text":"{root}/a.txt"},"lines":{"text":"hello\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"hello"},"start":0,"end":5}]}}',
  '{"type":"match","data":{"path":{"text":"{root}/a.txt"},"lines":{"bytes":"d29ybGT/IGhlbGxvDQo="},"line_number":2,"absolute_offset":6,"submatches":[{"match":{"text":"hello"},"start":7,"end":12}]}}',
  '{"type":"end","data":{"path":{"text":"{root}/a.txt"},"binary_offset":null,"stats":{"elapsed":{"secs":0,"nanos":197703,"human":"0.000198s"},"searches":1,"searches_with_match":1,"bytes_searched":20,"bytes_printed":438,"matched_lines":2,"matches":2}}}',
  '{"data":{"elapsed_total":{"human":"0.002012s","nanos":2012351,"secs":0},"stats":{"bytes_printed":438,"bytes_searched":20,"elapsed":{"human":"0.000201s","nanos":200928,"secs":0},"matched_lines":2,"matches":2,"searches":2,"searches_with_match":1}},"type":"summary"}',
];

const regexError = 'rg: regex parse error:\n    (?:()\n    ^\nerror: unclosed group\n';

describe('parseRipgrepRecord', () => {
  it('reads a match', () => {
    assert.deepEqual(parseRipgrepRecord(recorded[1] ?? ''), {
      type: 'match',
      match: { path: '{root}/a.txt', line: 1, text: 'hello' },
    });
  });

  it('reads a line that is no UTF-8, without its line ending', () => {
    const record = parseRipgrepRecord(recorded[2] ?? '');
    assert.ok(record?.type === 'match');
    assert.equal(record.match.text, 'world\uFFFD hello');
  });

  it('knows the summary and leaves out the rest', () => {
    const types = recorded.map((line) => parseRipgrepRecord(line)?.type);
    assert.deepEqual(types, [undefined, 'match', 'match', undefined, 'summary']);
  });

  for (const [name, line] of [
    ['a torn line', '{"type":"match","da'],
    [
      'a name that is no UTF-8',
      (recorded[1] ?? '').replace('{"text":"{root}/a.txt"}', '{"bytes":"/w=="}'),
    ],
    ['a match in binary data', (recorded[1] ?? '').replace('hello\\n', 'hel\\u0000lo')],
  ] as const) {
    it(`leaves out ${name}`, () => {
      assert.equal(parseRipgrepRecord(line), undefined);
    });
  }
});

describe('search with a ripgrep of our making', () => {
  let worker: BuiltWorker;
  let ws: TemporaryWorkspace;
  let logged: string[];

  before(async () => {
    worker = await buildSearchWorker();
  });
  after(() => worker.dispose());
  beforeEach(() => {
    ws = createTemporaryWorkspace({ denyRead: ['**/.env'] });
    logged = [];
  });
  afterEach(() => ws.dispose());

  /** Puts a program outside the workspace that notes its arguments and runs `script`. */
  function withRipgrep(script: string): Search {
    const program = ws.put(
      'bin/rg',
      `#!/bin/sh\nprintf '%s\\n' "$@" > "${ws.base}/args"\n${script}`,
    );
    chmodSync(program, 0o755);
    return searchWith(program);
  }

  function searchWith(program: string): Search {
    return createSearch({
      files: ws.files,
      workspace: ws,
      ripgrepPath: () => program,
      workerPath: worker.workerPath,
      log: (line) => void logged.push(line),
    });
  }

  const prints = (lines: readonly string[]): string => {
    const text = lines.join('\n').replaceAll('{root}', ws.root);
    ws.put('recorded', `${text}\n`);
    return `cat "${ws.base}/recorded"`;
  };

  const request = { path: '.', pattern: 'hello', caseSensitive: true, maxMatches: 200 };
  const grep = (search: Search, signal = quietSignal()) => search.grep({ ...request, signal });

  it('reads recorded output', async () => {
    const found = await grep(withRipgrep(prints(recorded)));
    assert.deepEqual(found.ok && found.value, {
      matches: [
        { path: `${ws.root}/a.txt`, line: 1, text: 'hello' },
        { path: `${ws.root}/a.txt`, line: 2, text: 'world\uFFFD hello' },
      ],
      truncated: false,
    });
  });

  it('runs without a shell and without the configuration of the machine', async () => {
    const search = withRipgrep(prints(recorded));
    await search.grep({ ...request, pattern: '$(touch x); `id`', signal: quietSignal() });
    const args = readFileSync(path.join(ws.base, 'args'), 'utf8').trim().split('\n');
    assert.deepEqual(args, [
      '--no-config',
      '--no-messages',
      '--hidden',
      '--glob=!.git',
      '--no-ignore-global',
      '--no-ignore-exclude',
      '--no-require-git',
      '--no-ignore-parent',
      '--json',
      '--crlf',
      '--max-filesize=10485760',
      '--max-count=201',
      '--case-sensitive',
      '--regexp=$(touch x); `id`',
      '--',
      ws.root,
    ]);
    assert.equal(existsSync(path.join(ws.root, 'x')), false);
  });

  it('leaves out whatever ripgrep names outside the sandbox', async () => {
    const lines = [
      ...recorded.map((line) => line.replace('{root}/a.txt', '/etc/passwd')),
      ...recorded.map((line) => line.replace('{root}/a.txt', '{root}/.env')),
    ];
    const found = await grep(withRipgrep(prints(lines)));
    assert.deepEqual(found.ok && found.value.matches, []);
  });

  it('answers a refused pattern as wrong arguments, in the words of ripgrep', async () => {
    ws.put('error', regexError);
    const refused = await grep(withRipgrep(`cat "${ws.base}/error" >&2; exit 2`));
    assert.ok(!refused.ok);
    assert.equal(refused.failure.errorCode, 'validation');
    assert.match(refused.failure.message, /unclosed group$/);
  });

  it('takes results beside a folder that could not be read', async () => {
    const found = await grep(withRipgrep(`${prints(recorded)}; exit 2`));
    assert.ok(found.ok && found.value.matches.length === 2);
  });

  it('does not take another error for a wrong pattern', async () => {
    const refused = await grep(withRipgrep('echo "rg: out of luck" >&2; exit 2'));
    assert.equal(!refused.ok && refused.failure.errorCode, 'execution');
  });

  it('says when ripgrep was killed by somebody else', async () => {
    const refused = await grep(withRipgrep('kill -9 $$'));
    assert.equal(!refused.ok && refused.failure.errorCode, 'execution');
    assert.match(refused.ok ? '' : refused.failure.message, /SIGKILL/);
  });

  it('kills ripgrep when there is enough', async () => {
    const search = withRipgrep(`while ${prints(recorded)}; do :; done`);
    const found = await grep(search);
    assert.ok(found.ok && found.value.truncated && found.value.matches.length === 200);
  });

  it('kills ripgrep on cancel', async () => {
    const search = withRipgrep('exec sleep 600');
    const controller = new AbortController();
    const running = grep(search, controller.signal);
    setImmediate(() => controller.abort());
    const cancelled = await running;
    assert.equal(!cancelled.ok && cancelled.failure.category, 'cancelled');
  });

  it('reads paths with line breaks, in pieces', async () => {
    const script = `printf '${ws.root}/a.'; sleep 0.05; printf 'ts\\0${ws.root}/b\\nc.ts\\0/etc/x.ts\\0'`;
    const found = await withRipgrep(script).find({
      path: '.',
      pattern: '*.ts',
      maxResults: 10,
      signal: quietSignal(),
    });
    assert.deepEqual(found.ok && found.value.paths, [`${ws.root}/a.ts`, `${ws.root}/b\nc.ts`]);
  });

  it('searches without ripgrep when it does not start, and notes that', async () => {
    ws.put('ws/a.txt', 'hello');
    const found = await grep(searchWith(path.join(ws.base, 'nowhere')));
    assert.ok(found.ok && found.value.matches.length === 1);
    assert.match(logged[0] ?? '', /ripgrep cannot be started.*ENOENT/);
  });
});
