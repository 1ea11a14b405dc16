import assert from 'node:assert/strict';
import { commandEnvironment } from '../../../../src/adapters/process/environment';
import { runBash } from './command-run';

describe('the environment of a command', () => {
  const gone = [
    'VSCODE_IPC_HOOK_CLI',
    'ELECTRON_RUN_AS_NODE',
    'NODE_OPTIONS',
    'BASH_ENV',
    'ENV',
    'BASH_FUNC_ls%%',
    'SHELLOPTS',
    'PS4',
    'LD_PRELOAD',
    'DYLD_INSERT_LIBRARIES',
    'GATEHOUSE_TEST',
    'CODE_SERVER_SESSION_SOCKET',
    'OPENAI_API_KEY',
    'GITHUB_TOKEN',
    'githubToken',
    'AWS_SECRET_ACCESS_KEY',
    'DB_PASSWORD',
    'PGPASSWORD',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'npm_config_apikey',
    'Token',
    'MYTOKEN',
    'SECRETKEY',
    'GITHUB_PAT',
    'DB_PASS',
    'NPM_AUTH',
    'CI_JOB_JWT',
  ];
  for (const name of gone) {
    it(`lacks ${name}`, () => {
      assert.equal(name in commandEnvironment([{ [name]: 'x' }], 'linux'), false);
    });
  }

  const kept = [
    'PATH',
    'HOME',
    'LANG',
    'KEYBOARD_LAYOUT',
    'TOKENIZERS_PARALLELISM',
    'SSH_AUTH_SOCK',
    'COMPAT',
    'BYPASS',
  ];
  for (const name of kept) {
    it(`keeps ${name}`, () =>
      assert.equal(commandEnvironment([{ [name]: 'x' }], 'linux')[name], 'x'));
  }

  it('lacks a token under any name, and keeps an address with a password', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const address = 'postgres://me:a-password@localhost/db';
    const env = commandEnvironment([{ FOO: token, DATABASE_URL: address }], 'linux');
    assert.deepEqual([env['FOO'], env['DATABASE_URL']], [undefined, address]);
  });

  it('turns pagers, editors and questions off, and colours on', () => {
    assert.deepEqual(
      commandEnvironment([{ PAGER: 'less', TERM: 'dumb', CI: undefined }], 'linux'),
      {
        PAGER: 'cat',
        GIT_PAGER: 'cat',
        GIT_EDITOR: 'true',
        GIT_TERMINAL_PROMPT: '0',
        DEBIAN_FRONTEND: 'noninteractive',
        FORCE_COLOR: '1',
        CLICOLOR_FORCE: '1',
        TERM: 'xterm-256color',
      },
    );
  });

  it('does not force colours on a person who wants none', () => {
    const env = commandEnvironment([{ NO_COLOR: '1' }], 'linux');
    assert.deepEqual([env['NO_COLOR'], env['FORCE_COLOR']], ['1', undefined]);
  });

  it('lets no planted function stand in for a program', async () => {
    const planted = { ...process.env, 'BASH_FUNC_ls%%': '() { echo planted; }' };
    const unsafe = await runBash('ls /proc/self/comm', { env: planted });
    assert.equal(unsafe.stdout, 'planted\n');
    const safe = await runBash('ls /proc/self/comm', {
      env: commandEnvironment([planted], 'linux'),
    });
    assert.equal(safe.stdout, '/proc/self/comm\n');
  });
});
