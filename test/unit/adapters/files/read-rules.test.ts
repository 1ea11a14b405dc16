import { told } from '../../fakes/told';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { minimatch } from 'minimatch';
import { compileReadRules } from '../../../../src/adapters/files/read-rules';
import {
  defaultAskRead,
  defaultDenyRead,
  shippedAskRead,
  shippedDenyRead,
} from '../../../../src/core/contracts/policy/read-lists';
import type { PathStyle } from '../../../../src/core/base/paths';

const posix: PathStyle = { separator: '/', caseSensitive: true };
const windows: PathStyle = { separator: '\\', caseSensitive: false };

function mayRead(deny: readonly string[], path: string, style = posix): boolean {
  return compileReadRules({ deny, ask: [], allow: [] }, style).limitOf(path) === undefined;
}

describe('deny globs', () => {
  for (const [glob, path] of [
    ['**/.env', '/ws/.env'],
    ['**/.env', '/.env'],
    ['/etc/shadow', '/etc/shadow'],
    ['/root/*', '/root/a'],
    ['/root/*', '/root/a/b/c'],
    ['/root/*', '/root/.hidden/x'],
    ['/home/*/.ssh/*', '/home/me/.ssh/keys/id'],
    ['**/secrets/**', '/ws/secrets'],
    ['**/secrets/**', '/ws/secrets/a/b'],
    ['**/secrets', '/ws/secrets/a/b'],
    ['**/secrets/', '/ws/secrets/a'],
    ['*.pem', '/ws/deep/x.pem'],
    ['keys/*', '/ws/keys/a/b'],
    ['!important', '/ws/!important'],
    ['#notes', '/ws/#notes'],
    ['**/*.{pem,key}', '/ws/a.key'],
    ['/{a/b/c,d}', '/d'],
    ['**/.GIT/config', '/ws/.git/CONFIG'],
  ] as const) {
    it(`${glob} covers ${path}`, () => {
      assert.equal(mayRead([glob], path), false);
    });
  }

  for (const [glob, path] of [
    ['**/.env', '/ws/.envrc'],
    ['/root/*', '/root'],
    ['/root/*', '/rooted/a'],
    ['**/secrets/**', '/ws/secrets.txt'],
    ['!important', '/ws/other'],
  ] as const) {
    it(`${glob} does not cover ${path}`, () => {
      assert.equal(mayRead([glob], path), true);
    });
  }

  it('judges a name at any depth like the same glob from the root', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '{a,b}'),
      minLength: 1,
      maxLength: 4,
    });
    const glob = fc
      .tuple(
        fc.constantFrom('', '**/', '**/**/'),
        name.filter((text) => !text.startsWith('**')),
        fc.constantFrom('', '/', '/**'),
      )
      .map((parts) => parts.join(''));
    const part = fc.string({
      unit: fc.constantFrom('a', 'b', '.', 'A'),
      minLength: 1,
      maxLength: 3,
    });
    const path = fc
      .array(
        part.filter((text) => text !== '.' && text !== '..'),
        { minLength: 1, maxLength: 4 },
      )
      .map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(glob, path, (denied, real) => {
        // From the root it is matched against the whole path.
        const anchored = `/**/${denied.replace(/^(?:\*\*\/)+/, '')}`;
        assert.equal(mayRead([denied], real), mayRead([anchored], real));
      }),
      { numRuns: 1000 },
    );
  });

  it('cover what minimatch matches with each of them, and everything below', () => {
    const part = fc.constantFrom('a', '.a', 'ab', '.{a,b}', '{a,b/a}', '*', '[ab]', 'A', '.');
    const glob = fc.tuple(
      fc.constantFrom('**/', '/'),
      fc.array(part, { minLength: 2, maxLength: 3 }),
    );
    const globs = fc.array(
      glob.map(([start, parts]) => start + parts.join('/')),
      { minLength: 1, maxLength: 3 },
    );
    const names = fc.array(fc.constantFrom('a', 'b', '.a', '.B', 'ab'), { minLength: 1 });
    const options = { dot: true, nocase: true, platform: 'linux' } as const;
    fc.assert(
      fc.property(globs, names, (deny, path) => {
        const tops = path.map((_, at) => `/${path.slice(0, at + 1).join('/')}`);
        const isDenied = tops.some((top) => deny.some((one) => minimatch(top, one, options)));
        assert.equal(mayRead(deny, `/${path.join('/')}`), !isDenied);
      }),
      { numRuns: 1000 },
    );
  });

  it('ignore case everywhere: a Windows disk under Linux is case-insensitive', () => {
    assert.equal(mayRead(['**/.env', '**/id_*'], '/mnt/c/ws/.ENV'), false);
    assert.equal(mayRead(['**/.env', '**/id_*'], '/mnt/c/ws/ID_RSA'), false);
  });

  it('ignore the case of drives and accept either separator on Windows', () => {
    assert.equal(mayRead(['**/.env'], 'C:\\ws\\.ENV', windows), false);
    assert.equal(mayRead(['c:\\keys\\*'], 'C:\\Keys\\a\\b', windows), false);
  });

  it('deny everything if a glob cannot be compiled', () => {
    assert.equal(mayRead(['x'.repeat(100_000)], '/ws/a'), false);
    assert.equal(mayRead([`/etc/${'x'.repeat(100_000)}`], '/ws/a'), false);
  });

  for (const path of [
    ...['/ws/.env', '/ws/.env.local', '/ws/.env.production', '/ws/a/.env.example.local'],
    ...['/ws/.git/config', '/ws/secrets', '/ws/secrets/a/b', '/ws/tls.pem', '/ws/a/server.key'],
    ...['/h/id_rsa', '/h/id_ed25519', '/h/.ssh/known_hosts', '/h/.gnupg/x/y', '/ws/x.jks'],
    ...['/h/.netrc', '/h/.git-credentials', '/h/.pgpass', '/h/.aws/credentials', '/h/.kube/config'],
    ...['/h/.docker/config.json', '/h/.config/gcloud/a.db', '/h/.config/gh/hosts.yml'],
    ...['/h/.cargo/credentials.toml', '/h/.gem/credentials', '/h/x/credentials.tfrc.json'],
  ]) {
    it(`decision 61: the default list covers ${path}`, () => {
      assert.equal(mayRead(defaultDenyRead, path), false);
    });
  }

  for (const path of [
    ...['/ws/.env.example', '/ws/.env.sample', '/ws/.env.template', '/ws/.envrc', '/ws/.npmrc'],
    ...['/ws/id_card.ts', '/h/id_rsa.pub', '/ws/src/keys.ts', '/ws/.cargo/config.toml'],
    ...['/ws/.config/x.json', '/ws/docker/config.json', '/ws/credentials.ts', '/ws/secrets.ts'],
  ]) {
    it(`decision 61: the default list leaves ${path} readable`, () => {
      assert.equal(mayRead(defaultDenyRead, path), true);
    });
  }
});

describe('allow globs', () => {
  const only = (allow: readonly string[], path: string): boolean =>
    compileReadRules({ deny: [], ask: [], allow }, posix).limitOf(path) === undefined;

  it('cover the tree they name and its folder', () => {
    assert.equal(only(['/ws/src/**'], '/ws/src/a/b'), true);
    assert.equal(only(['/ws/src/**'], '/ws/src'), true);
    assert.equal(only(['/ws/src/*'], '/ws/src/a/b'), true);
    assert.equal(only(['/etc/hostname'], '/etc/hostname'), true);
  });

  it('000-files-4: exclude everything else', () => {
    assert.equal(only(['/ws/src/**'], '/ws/a'), false);
    assert.equal(only(['/etc/hostname'], '/etc/hostname/below'), false);
    assert.equal(only(['x'.repeat(100_000)], '/ws/a'), false);
  });

  it('000-files-1: a path that matches both lists is denied', () => {
    const rules = compileReadRules({ deny: ['**/a'], ask: [], allow: ['/ws/**'] }, posix);
    assert.equal(rules.limitOf('/ws/a')?.verdict, 'deny');
    assert.equal(rules.limitOf('/ws/b'), undefined);
  });
});

describe('ask globs', () => {
  const limitOf = (path: string, lists: { deny?: string[]; allow?: string[] } = {}) =>
    compileReadRules({ deny: [], allow: [], ask: defaultAskRead, ...lists }, posix).limitOf(path);

  for (const path of [
    ...['/ws/.npmrc', '/ws/a/.NPMRC', '/ws/.yarnrc.yml', '/ws/bunfig.toml', '/ws/pip.conf'],
    ...[
      '/ws/.cargo/config.toml',
      '/ws/.cargo/config',
      '/ws/x/nuget.config',
      '/ws/.m2/settings.xml',
    ],
    ...['/ws/.envrc', '/ws/prod.tfvars', '/ws/.mcp.json', '/ws/.vscode/mcp.json', '/ws/.my.cnf'],
    ...['/ws/.bash_history', '/ws/.composer/auth.json', '/ws/mise.local.toml', '/ws/.condarc'],
  ]) {
    it(`decision 61: reading ${path} asks`, () => {
      assert.equal(limitOf(path)?.verdict, 'ask');
    });
  }

  for (const path of [
    '/ws/package.json',
    '/ws/config.toml',
    '/ws/locales/auth.json',
    '/ws/npmrc',
  ]) {
    it(`decision 61: ${path} is read freely`, () => {
      assert.equal(limitOf(path), undefined);
    });
  }

  it('decision 61: a deny beats an ask, and each row gives its reason', () => {
    assert.deepEqual(told(limitOf('/ws/.npmrc', { deny: ['**/.npmrc'] })), {
      verdict: 'deny',
      why: ' may hold the token of a package registry',
    });
    assert.equal(limitOf('/ws/.npmrc', { allow: ['/other/**'] })?.verdict, 'deny');
    const own = compileReadRules({ deny: [], allow: [], ask: ['*.sql'] }, posix);
    assert.equal(told(own.limitOf('/ws/a.sql'))?.why, ' matches *.sql in gatehouse.file.askRead');
  });

  it('decision 61: every shipped row has a reason', () => {
    for (const { why } of [...shippedDenyRead, ...shippedAskRead]) {
      assert.match(why.message, /^\{0\} [a-z].{10}/);
    }
  });
});
