import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  commandEnvironment,
  settingPlatform,
  userEnvironment,
} from '../../../../src/adapters/process/environment';
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
    'BASHOPTS',
    'BASH_LOADABLES_PATH',
    'GLOBIGNORE',
    'POSIXLY_CORRECT',
    'PROMPT_COMMAND',
    'GIT_ASKPASS',
    'GIT_CONFIG_COUNT',
    'GIT_CONFIG_KEY_0',
    'GIT_CONFIG_VALUE_0',
    'GIT_CONFIG_PARAMETERS',
    'GIT_EXTERNAL_DIFF',
    'GIT_SSH_COMMAND',
    'PERL5OPT',
    'RUBYOPT',
    'PYTHONSTARTUP',
    'SSH_ASKPASS',
    'npm_config_script_shell',
    'LD_PRELOAD',
    'DYLD_INSERT_LIBRARIES',
    'GATEHOUSE_TEST',
    'CODE_SERVER_SESSION_SOCKET',
    'OPENAI_API_KEY',
    'GITHUB_TOKEN',
    'githubToken',
    'DBPASS',
    'smtppass',
    'HEADSCALE_AUTHKEY',
    'MASTERKEY',
    'DeployKey',
    'PKCS11_PIN',
    'WIFI_PSK',
    'PASSWORD_MYSQL',
    'PASSWD_ROOT',
    'SIGNING_KEY_B64',
    'HTTP_AUTHORIZATION',
    'SESSION_SALT',
    'NPM_CONFIG_OTP',
    'WALLET_SEED',
    'SEED_PHRASE',
    'RECOVERY_PHRASE',
    'TOKEN_PROD',
    'KENNWORT',
    'DB_PSW',
    'SSHKEY',
    'API_BEARER',
    'MYJWT',
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
    'MYSQL_PWD',
    'SSHPASS',
    'DB_PWD',
    'FTP_PW',
    'DOCKER_AUTH_CONFIG',
    'OP_SESSION_my',
    'AWS_CREDS',
    'SESSION_COOKIE',
    'WALLET_MNEMONIC',
  ];
  for (const name of gone) {
    it(`lacks ${name}`, () => {
      assert.equal(name in commandEnvironment([{ [name]: 'x' }], 'linux'), false);
    });
  }

  const kept = [
    'PATH',
    'PWD',
    'OLDPWD',
    'HOME',
    'LANG',
    'KEYBOARD_LAYOUT',
    'BYPASS',
    'HOTKEY',
    'RANDOM_SEED',
    'PYTHONHASHSEED',
    'XAUTHORITY',
    'KEYTIMEOUT',
    'DESKTOP_SESSION',
    'KUBECONFIG',
    'GPG_TTY',
    'SPINNER',
    'TOKENIZERS_PARALLELISM',
    'SSH_AUTH_SOCK',
    'GIT_AUTHOR_NAME',
    'GIT_CONFIG_GLOBAL',
    'JAVA_TOOL_OPTIONS',
    'PERL5LIB',
    'PYTHONPATH',
    'COMPAT',
    'BYPASS',
  ];
  for (const name of kept) {
    it(`keeps ${name}`, () =>
      assert.equal(commandEnvironment([{ [name]: 'x' }], 'linux')[name], 'x'));
  }

  it('has the secrets that the user lets in, by exact name, and nothing that runs other code', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const given = { NPM_TOKEN: 'x', FOO: token, OTHER_TOKEN: 'y', LD_PRELOAD: 'z', npm_token: 'n' };
    const passed = ['NPM_TOKEN', 'FOO', 'LD_PRELOAD'];
    const env = commandEnvironment([given], 'linux', passed);
    const found = Object.keys(given).filter((name) => name in env);
    assert.deepEqual(found, ['NPM_TOKEN', 'FOO']);
    const onWindows = commandEnvironment([{ Npm_Token: 'x' }], 'win32', passed);
    assert.equal(onWindows['Npm_Token'], 'x');
  });

  it('lacks tokens under any name, but keeps an address with a password', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const address = 'postgres://me:a-password@localhost/db';
    const env = commandEnvironment([{ FOO: token, DATABASE_URL: address }], 'linux');
    assert.deepEqual([env['FOO'], env['DATABASE_URL']], [undefined, address]);
  });

  it('turns off pagers, editors and prompts, and turns on colors', () => {
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

  it('does not force colors on a user who turned them off', () => {
    const env = commandEnvironment([{ NO_COLOR: '1' }], 'linux');
    assert.deepEqual([env['NO_COLOR'], env['FORCE_COLOR']], ['1', undefined]);
  });

  it('is filtered after merging: no layer restores a removed variable', () => {
    const layers = [
      { A: 'host', B: 'host' },
      { A: 'mine', LD_PRELOAD: 'x' },
      { B: 'call', ENV: 'x' },
    ];
    const env = commandEnvironment(layers, 'linux');
    assert.deepEqual(
      [env['A'], env['B'], 'LD_PRELOAD' in env, 'ENV' in env],
      ['mine', 'call', false, false],
    );
  });

  it('on Windows recognizes a variable in any letter case', () => {
    const env = commandEnvironment(
      [{ Path: 'a' }, { PATH: 'b' }, { path: undefined, x: '1' }],
      'win32',
    );
    assert.deepEqual(
      Object.keys(env).filter((name) => /^(path|x)$/i.test(name)),
      ['x'],
    );
    const linux = commandEnvironment([{ Path: 'a' }, { PATH: 'b' }], 'linux');
    assert.deepEqual([linux['Path'], linux['PATH']], ['a', 'b']);
  });

  it('leaves colors to a user who set them', () => {
    assert.equal(commandEnvironment([{ FORCE_COLOR: '0' }], 'linux')['FORCE_COLOR'], '0');
  });

  describe('a variable planted in the host', () => {
    let folder = '';
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-test-'));
      await writeFile(path.join(folder, 'start.sh'), 'echo started\n');
    });
    after(() => rm(folder, { recursive: true }));

    const plants = (): Record<string, readonly [Record<string, string>, RegExp]> => ({
      'a function ls': [{ 'BASH_FUNC_ls%%': '() { echo planted; }' }, /^planted/],
      BASH_ENV: [{ BASH_ENV: path.join(folder, 'start.sh') }, /^started/],
      'ENV in POSIX mode': [
        { ENV: path.join(folder, 'start.sh'), POSIXLY_CORRECT: '1' },
        /POSIXLY=posix/,
      ],
      'SHELLOPTS and PS4': [{ SHELLOPTS: 'xtrace', PS4: 'traced ' }, /(\+|traced) ls/],
      BASHOPTS: [{ BASHOPTS: 'failglob' }, /failglob/],
      GLOBIGNORE: [{ GLOBIGNORE: 'x' }, /ignored=x/],
      LD_PRELOAD: [{ LD_PRELOAD: '/no/such.so' }, /such\.so/],
      DYLD_INSERT_LIBRARIES: [{ DYLD_INSERT_LIBRARIES: '/no/such.dylib' }, /such\.dylib/],
      NODE_OPTIONS: [{ NODE_OPTIONS: '--require=/no/such.js' }, /such\.js/],
    });
    const look =
      'ls /proc/self/comm; shopt -o posix | grep -q on$ && echo POSIXLY=posix; echo "$BASHOPTS ignored=$GLOBIGNORE"; env';

    for (const name of Object.keys(plants())) {
      it(`has no effect: ${name}`, async () => {
        const [planted = {}, effect = /$./] = plants()[name] ?? [];
        const host = { PATH: process.env['PATH'], ...planted };
        const run = async (env: Record<string, string>): Promise<string> => {
          const { combined } = await runBash(look, { env });
          return combined;
        };
        assert.match(await run(definedOnly(host)), effect);
        assert.doesNotMatch(await run(commandEnvironment([host], 'linux')), effect);
      });
    }
  });
});

function definedOnly(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) kept[name] = value;
  return kept;
}

describe('the user’s terminal environment settings', () => {
  function read(setting: unknown, host: Record<string, string> = {}) {
    const logged: string[] = [];
    const env = userEnvironment(setting, host, (line) => logged.push(line));
    return { env, logged };
  }

  it('are used as they are, and null unsets a variable', () => {
    const { env, logged } = read({ A: 'one', B: null, C: '' });
    assert.deepEqual([env, logged], [{ A: 'one', B: undefined, C: '' }, []]);
    const merged = commandEnvironment([{ A: 'host', B: 'host' }, env], 'linux');
    assert.deepEqual([merged['A'], 'B' in merged, merged['C']], ['one', false, '']);
  });

  it('may refer to variables of the host', () => {
    const { env } = read({ PATH: '/mine:${env:PATH}', X: '${env:NONE}.' }, { PATH: '/bin' });
    assert.deepEqual(env, { PATH: '/mine:/bin', X: '.' });
  });

  it('are ignored and logged if only VS Code could resolve them', () => {
    const { env, logged } = read({ A: '${workspaceFolder}/bin', B: '${env:HOME}', C: '$HOME' });
    assert.deepEqual(env, { B: '', C: '$HOME' });
    assert.equal(logged.length, 1);
    assert.match(logged[0] ?? '', /\bA\b/);
  });

  it('treat a host value that looks like a variable as text', () => {
    assert.deepEqual(read({ A: '${env:B}' }, { B: '${workspaceFolder}' }).env, {
      A: '${workspaceFolder}',
    });
  });

  it('accept only strings', () => {
    for (const setting of [undefined, null, 'x', 1, ['A']]) {
      assert.deepEqual(read({ A: 1, B: {} }).env, {});
      assert.ok(Object.values(read(setting).env).every((value) => typeof value === 'string'));
    }
  });

  it('has one setting for each system', () => {
    const platforms = (['linux', 'darwin', 'win32', 'freebsd'] as const).map(settingPlatform);
    assert.deepEqual(platforms, ['linux', 'osx', 'windows', 'linux']);
  });
});
