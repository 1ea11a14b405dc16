import assert from 'node:assert/strict';
import { alwaysRules } from '../../../../src/core/pipeline/stages/always-rules';

const subject = { text: '', reads: [], writes: [] };
const roots = ['/home/me/w'];
const on = (...all: string[]) => ({ all, cwd: undefined, roots });

describe('rules that "Always allow" offers', () => {
  it('the exact command when it is plain words, nothing otherwise', () => {
    const offered = (command: string, cwd = '/home/me/w') =>
      alwaysRules('bash', { ...subject, command }, { all: [], cwd, roots });
    assert.deepEqual(offered('npm test'), [{ tool: 'bash', pattern: 'npm test' }]);
    for (const command of ['npm test && rm x', 'echo $HOME', 'ls *', 'a\nb', 'X=1 ls']) {
      assert.deepEqual(offered(command), [], command);
    }
    assert.deepEqual(offered('npm test', '/home/me/w/vendor'), []);
  });

  it('the path, then its folder, for a call on one file', () => {
    assert.deepEqual(alwaysRules('edit', subject, on('/home/me/w/src/a.ts')), [
      { tool: 'edit', pattern: '/home/me/w/src/a.ts' },
      { tool: 'edit', pattern: '/home/me/w/src/*' },
    ]);
  });

  it('nothing for a call on several files, or for a path that reads as a pattern', () => {
    assert.deepEqual(alwaysRules('move', subject, on('/home/me/w/a', '/home/me/w/b')), []);
    assert.deepEqual(alwaysRules('edit', subject, on('/home/me/w/[a].ts')), []);
  });

  it('never the folder around the workspace', () => {
    const offered = alwaysRules('list_directory', subject, on('/home/me/w'));
    assert.deepEqual(offered, [{ tool: 'list_directory', pattern: '/home/me/w' }]);
  });

  it('none that would write a credential into the settings', () => {
    const command = `deploy --key=AKIA${'A'.repeat(16)}`;
    const place = { all: [], cwd: '/home/me/w', roots };
    assert.deepEqual(alwaysRules('bash', { ...subject, command }, place), []);
  });
});
