import assert from 'node:assert/strict';
import { HostTrustLevels } from '../../../../src/host/policy/trust-levels';

describe('decision 40: trust levels', () => {
  it('built-in tools start trusted, every other source untrusted', () => {
    const levels = new HostTrustLevels();
    assert.equal(levels.levelOf('s1', 'built-in'), 'trusted');
    assert.equal(levels.levelOf('s1', 'mcp:files'), 'untrusted');
    assert.deepEqual(levels.list('s1'), []);
  });

  it('are set per source and chat', () => {
    const levels = new HostTrustLevels();
    levels.set('s1', 'mcp:files', 'trusted');
    levels.set('s1', 'built-in', 'provisional');
    assert.deepEqual(levels.list('s1'), [
      { source: 'built-in', level: 'provisional' },
      { source: 'mcp:files', level: 'trusted' },
    ]);
    assert.equal(levels.levelOf('s1', 'mcp:files'), 'trusted');
    assert.equal(levels.levelOf('s1', 'mcp:other'), 'untrusted');
    assert.equal(levels.levelOf('s2', 'mcp:files'), 'untrusted');
  });

  it('end with their chat', () => {
    const levels = new HostTrustLevels();
    levels.set('s1', 'mcp:files', 'trusted');
    levels.endSession('s1');
    assert.equal(levels.levelOf('s1', 'mcp:files'), 'untrusted');
  });

  it('notify listeners of each change, and of nothing else', () => {
    const levels = new HostTrustLevels();
    let heard = 0;
    const listening = levels.onDidChange(() => (heard += 1));
    levels.set('s1', 'built-in', 'trusted');
    levels.endSession('s1');
    assert.equal(heard, 0);
    levels.set('s1', 'mcp:files', 'provisional');
    levels.endSession('s1');
    assert.equal(heard, 2);
    listening.dispose();
    levels.set('s1', 'mcp:files', 'provisional');
    assert.equal(heard, 2);
  });
});
