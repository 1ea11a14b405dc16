import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { failure, fail, succeed } from '../../../../../src/core/contracts/failure';
import type { KeyState } from '../../../../../src/host/secrets/api-keys';
import { parseModelId } from '../../../../../src/adapters/llm/model-id';
import { doctorReport, type Check } from '../../../../../src/host/views/doctor/doctor-report';
import {
  proxyCheck,
  ripgrepCheck,
  settingsCheck,
  shellCheck,
  storageCheck,
  versionChecks,
  workspaceCheck,
  probeFolder,
} from '../../../../../src/host/views/doctor/machine-checks';
import {
  chosenCheck,
  connectionCheck,
  factChecks,
  keyCheck,
} from '../../../../../src/host/views/doctor/model-checks';
import { fakeFacts } from '../../../fakes/llm';

const server = 'https://api.example.com';
const noProxy = { url: '', bypass: [], strictTls: true, isOff: false };

describe('the report of the doctor', () => {
  it('sums up, then has a line for each check and its remedy, problems first', () => {
    const checks: readonly Check[] = [
      { name: 'shell', level: 'ok', text: '/bin/bash' },
      { name: 'ripgrep', level: 'warning', text: 'not found', remedy: 'Get it.' },
      { name: 'model', level: 'problem', text: 'none' },
    ];
    assert.equal(
      doctorReport(checks, '/home/me'),
      [
        'Check Setup',
        '1 problem, 1 warning',
        '',
        'To fix',
        '──────',
        '',
        '  problem  model    none',
        '  warning  ripgrep  not found',
        '                    Get it.',
        '',
        'Passed',
        '──────',
        '',
        '  1 check',
        '',
        '  ok  shell  /bin/bash',
        '',
        '',
      ].join('\n'),
    );
    assert.match(doctorReport(checks.slice(0, 1), '/home/me'), /No problems found\n/);
  });

  it('folds long texts between words', () => {
    const text = Array.from({ length: 40 }, () => 'word').join(' ');
    const lines = doctorReport([{ name: 'x', level: 'ok', text }], '/home/me').split('\n');
    assert.ok(lines.every((line) => line.length <= 88));
    assert.equal(lines.join(' ').match(/word/g)?.length, 40);
    const long = doctorReport([{ name: 'y', level: 'ok', text: 'x'.repeat(200) }], '/');
    assert.equal(long.match(/x/g)?.length, 200);
  });

  it('can be shown to others: no credential, no name of the home folder, no hidden character', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const text = `at /home/me/store with ${token}\u202e`;
    const report = doctorReport([{ name: 'x', level: 'ok', text, remedy: text }], '/home/me');
    assert.doesNotMatch(report, /ghp_|\/home\/me|\u202e/);
    assert.match(report, /at ~\/store/);
  });
});

describe('checks of the machine', () => {
  it('report versions and where the window runs', () => {
    const versions = { gatehouse: '1', vscode: '1.101.0', node: '20.1.0', machine: 'linux x64' };
    const texts = (place: string | undefined) =>
      versionChecks({ ...versions, place }).map(({ name, text }) => `${name}: ${text}`);
    assert.deepEqual(texts(undefined), [
      'Gatehouse: 1',
      'VS Code: 1.101.0, Node 20.1.0',
      'machine: linux x64',
    ]);
    assert.equal(texts('over SSH')[2], 'machine: linux x64; this window runs over SSH');
  });

  const cases: readonly (readonly [string, Check, Check['level'], RegExp])[] = [
    ['no folder', workspaceCheck(0, true), 'warning', /no folder is open/],
    ['a trusted folder', workspaceCheck(1, true), 'ok', /1 folder, trusted/],
    ['Restricted Mode', workspaceCheck(2, false), 'problem', /2 folders, not trusted/],
    ['a shell', shellCheck(succeed({ file: '/bin/bash' })), 'ok', /\/bin\/bash/],
    [
      'no shell',
      shellCheck(fail(failure('unavailable', 'bash was not found. Install it.'))),
      'problem',
      /Install it/,
    ],
    ['ripgrep', ripgrepCheck('/x/rg'), 'ok', /found with VS Code/],
    ['no ripgrep', ripgrepCheck(undefined), 'problem', /not found/],
    ['storage', storageCheck(undefined, []), 'ok', /can be written/],
    ['a full disk', storageCheck('/x cannot be written (ENOSPC)', []), 'problem', /ENOSPC/],
    ['trouble of the store', storageCheck(undefined, ['set aside']), 'warning', /set aside/],
    ['settings', settingsCheck([]), 'ok', /can be read/],
    ['a broken setting', settingsCheck(['gatehouse.model: bad']), 'problem', /bad/],
    ['no proxy', proxyCheck('', noProxy, {}), 'ok', /^none: every server is reached directly$/],
    [
      'proxies off',
      proxyCheck(server, { ...noProxy, isOff: true }, { HTTPS_PROXY: 'http://p:1' }),
      'ok',
      /^none: https:\/\/api\.example\.com is reached directly$/,
    ],
    [
      'a proxy of VS Code',
      proxyCheck(
        `${server}/v1?key=hunter2`,
        { ...noProxy, url: 'http://me:hunter2@proxy:8080/x', authorization: 'hunter2' },
        {},
      ),
      'ok',
      /^http:\/\/proxy:8080 for https:\/\/api\.example\.com$/,
    ],
    [
      'a proxy of the environment',
      proxyCheck(server, noProxy, { HTTPS_PROXY: 'http://me:hunter2@proxy:3128' }),
      'ok',
      /^http:\/\/proxy:3128 for /,
    ],
    [
      'loopback, which no proxy stands before',
      proxyCheck('http://127.0.0.1:1/v1', { ...noProxy, url: 'http://proxy:8080' }, {}),
      'ok',
      /^none: http:\/\/127\.0\.0\.1:1 is/,
    ],
    [
      'a proxy that is none',
      proxyCheck(server, { ...noProxy, url: 'hunter2' }, {}),
      'problem',
      /http\.proxy does not contain an address/,
    ],
    [
      'certificates that are not checked',
      proxyCheck(server, { ...noProxy, url: 'http://proxy:1', strictTls: false }, {}),
      'warning',
      /proxy:1/,
    ],
  ];
  for (const [what, check, level, text] of cases) {
    it(`report ${what}`, () => {
      assert.equal(check.level, level);
      assert.match(check.text, text);
      assert.doesNotMatch(JSON.stringify(check), /hunter2/);
    });
  }
});

describe('checks of the model', () => {
  it('report the chosen model', () => {
    const levels = ['', 'x', 'replay', 'openai/a', 'vscode/a/b'].map((id) => chosenCheck(id).level);
    assert.deepEqual(levels, ['warning', 'problem', 'ok', 'ok', 'ok']);
  });

  const home = 'https://api.anthropic.com';
  const keys: readonly (readonly [KeyState, string, Check['level'], RegExp])[] = [
    [{ kind: 'stored', origin: home }, home, 'ok', /stored for https:\/\/api/],
    [
      { kind: 'stored', origin: home },
      'https://b.example/v1',
      'problem',
      /not for https:\/\/b\.example/,
    ],
    [{ kind: 'none' }, home, 'problem', /none is stored/],
    [{ kind: 'none' }, 'http://127.0.0.1:1', 'ok', /may need none/],
    [{ kind: 'unreadable' }, home, 'problem', /cannot be read/],
    [{ kind: 'none' }, '', 'problem', /has no address/],
  ];
  for (const [state, address, level, text] of keys) {
    it(`report a key that is ${state.kind} for ${JSON.stringify(address)}`, () => {
      const check = keyCheck(parseModelId('anthropic/opus'), state, address);
      assert.equal(check?.level, level);
      assert.match(check.text, text);
      assert.equal(check.action === undefined, level === 'ok');
    });
  }

  it('report no keys where we need none', () => {
    assert.equal(keyCheck(parseModelId('vscode/a/b'), { kind: 'none' }, ''), undefined);
  });

  it("report the model's answer, its latency, and nothing secret of its address", () => {
    const report = {
      url: 'https://me:hunter2@a.example/v1/chat?key=hunter2',
      firstTokenMs: 123.4,
      answer: 'ready',
      usage: false,
    };
    assert.deepEqual(connectionCheck(succeed(report)), {
      name: 'connection',
      level: 'ok',
      text: 'https://a.example/v1/chat said "ready" after 123 ms; it reports no tokens, so they are estimated',
    });
    const inVscode = connectionCheck(succeed({ ...report, url: 'VS Code', usage: true }));
    assert.equal(inVscode.text, 'VS Code said "ready" after 123 ms');
  });

  it('report why it did not answer, or that the user cancelled', () => {
    const refused = failure('execution', 'The key was refused. Set it.');
    assert.deepEqual(connectionCheck(fail(refused)), {
      name: 'connection',
      level: 'problem',
      text: 'The key was refused. Set it.',
    });
    const stopped = connectionCheck(fail(failure('cancelled', 'Stopped.')));
    assert.deepEqual([stopped.level, stopped.text], ['warning', 'not checked: you cancelled']);
  });

  it('report tools, context and what the API lacks', () => {
    assert.deepEqual(
      factChecks(fakeFacts({ contextTokens: 131_072 })).map(({ text }) => text),
      ['supported by the model', '128k tokens, set in gatehouse.models.options'],
    );
    const poor = factChecks(
      fakeFacts({ tools: 'none', contextSource: 'assumed', lacks: ['thinking'] }),
    );
    assert.deepEqual(
      poor.map(({ level }) => level),
      ['warning', 'warning', 'ok'],
    );
    assert.match(poor[2]?.text ?? '', /has no thinking/);
  });
});

describe('probeFolder', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-doctor-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('writes into a folder that is not there yet, and leaves nothing', async () => {
    const inner = path.join(folder, 'storage');
    assert.equal(await probeFolder(inner), undefined);
    assert.deepEqual(await readdir(inner), []);
  });

  it('names the folder that cannot be written, and the reason', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    assert.match((await probeFolder(file)) ?? '', /file cannot be written \(E[A-Z]+\)$/);
  });
});
