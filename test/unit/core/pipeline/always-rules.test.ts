import assert from 'node:assert/strict';
import { alwaysRules } from '../../../../src/core/pipeline/stages/always-rules';

const subject = { text: '', reads: [], writes: [] };

describe('rules that "Always allow" offers', () => {
  it('the exact command when it is plain words, nothing otherwise', () => {
    const offered = (command: string) => alwaysRules('bash', { ...subject, command }, []);
    assert.deepEqual(offered('npm test'), [{ tool: 'bash', pattern: 'npm test' }]);
    for (const command of ['npm test && rm x', 'echo $HOME', 'ls *', 'a\nb', 'X=1 ls']) {
      assert.deepEqual(offered(command), [], command);
    }
  });

  it('the path, then its folder, for a call on one file', () => {
    assert.deepEqual(alwaysRules('edit', subject, ['/w/src/a.ts']), [
      { tool: 'edit', pattern: '/w/src/a.ts' },
      { tool: 'edit', pattern: '/w/src/*' },
    ]);
  });

  it('nothing for a call on several files, or for a path that reads as a pattern', () => {
    assert.deepEqual(alwaysRules('move', subject, ['/w/a', '/w/b']), []);
    assert.deepEqual(alwaysRules('edit', subject, ['/w/[a].ts']), []);
  });
});
