import assert from 'node:assert/strict';
import { commandEnvironment } from '../../../../src/adapters/process/environment';
import {
  settingPlatform,
  userEnvironment,
} from '../../../../src/adapters/process/user-environment';

describe('what the person has set for terminals', () => {
  function read(setting: unknown, host: Record<string, string> = {}) {
    const logged: string[] = [];
    const env = userEnvironment(setting, host, (line) => logged.push(line));
    return { env, logged };
  }

  it('is taken as it is, and null unsets', () => {
    const { env, logged } = read({ A: 'one', B: null, C: '' });
    assert.deepEqual([env, logged], [{ A: 'one', B: undefined, C: '' }, []]);
    const merged = commandEnvironment([{ A: 'host', B: 'host' }, env], 'linux');
    assert.deepEqual([merged['A'], 'B' in merged, merged['C']], ['one', false, '']);
  });

  it('names variables of the host', () => {
    const { env } = read({ PATH: '/mine:${env:PATH}', X: '${env:NONE}.' }, { PATH: '/bin' });
    assert.deepEqual(env, { PATH: '/mine:/bin', X: '.' });
  });

  it('is left out, and told, when only VS Code could resolve it', () => {
    const { env, logged } = read({ A: '${workspaceFolder}/bin', B: '${env:HOME}', C: '$HOME' });
    assert.deepEqual(env, { B: '', C: '$HOME' });
    assert.equal(logged.length, 1);
    assert.match(logged[0] ?? '', /\bA\b/);
  });

  it('a value of the host that looks like a variable is text', () => {
    assert.deepEqual(read({ A: '${env:B}' }, { B: '${workspaceFolder}' }).env, {
      A: '${workspaceFolder}',
    });
  });

  it('takes nothing but texts', () => {
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
