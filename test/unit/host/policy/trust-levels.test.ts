import assert from 'node:assert/strict';
import { HostTrustLevels } from '../../../../src/host/policy/trust-levels';

const bash = 'core__bash';
const remote = 'mcp__files__read';

describe('decision 40: trust levels', () => {
  let levels: HostTrustLevels;
  const levelOf = (chat: string, tool: string) => levels.levelOf(chat, tool).level;

  beforeEach(() => {
    levels = new HostTrustLevels();
  });

  it('built-in tools start trusted, those of every other source untrusted', () => {
    assert.deepEqual(levels.levelOf('s1', bash), { level: 'trusted', setFor: 'source' });
    assert.deepEqual(levels.levelOf('s1', remote), { level: 'untrusted', setFor: 'source' });
    assert.deepEqual(levels.list('s1'), []);
  });

  it('are set per source and chat', async () => {
    await levels.set('s1', 'mcp:files', 'trusted');
    await levels.set('s1', 'built-in', 'provisional');
    assert.deepEqual(levels.list('s1'), [
      { target: 'built-in', level: 'provisional' },
      { target: 'mcp:files', level: 'trusted' },
    ]);
    assert.equal(levelOf('s1', remote), 'trusted');
    assert.equal(levelOf('s1', 'mcp__other__read'), 'untrusted');
    assert.equal(levelOf('s2', remote), 'untrusted');
  });

  it('decision 49: of a tool and its source, the stricter holds', async () => {
    await levels.set('s1', bash, 'provisional');
    assert.deepEqual(levels.levelOf('s1', bash), { level: 'provisional', setFor: 'tool' });
    assert.equal(levelOf('s1', 'core__read'), 'trusted');
    await levels.set('s1', 'built-in', 'untrusted');
    assert.deepEqual(levels.levelOf('s1', bash), { level: 'untrusted', setFor: 'source' });
    await levels.set('s1', remote, 'trusted');
    assert.equal(levelOf('s1', remote), 'untrusted', 'a tool is never freer than its source');
  });

  it('decision 57: are those of a chat that opens; each change is saved with it', async () => {
    const saved: unknown[] = [];
    levels.open('s1', { [bash]: 'untrusted' }, (now) => {
      saved.push(now);
      return Promise.resolve();
    });
    assert.equal(levelOf('s1', bash), 'untrusted');
    await levels.set('s1', 'mcp:files', 'provisional');
    assert.deepEqual(saved, [{ [bash]: 'untrusted', 'mcp:files': 'provisional' }]);
    levels.forget('s1');
    assert.equal(levelOf('s1', bash), 'trusted');
  });

  it('report what the user set, and in place of what; not what a chat opens with', async () => {
    const reported: unknown[] = [];
    levels.onDidSet((changed) => void reported.push(changed));
    levels.open('s1', { [bash]: 'untrusted' }, () => Promise.resolve());
    await levels.set('s1', bash, 'untrusted');
    await levels.set('s1', bash, 'provisional');
    levels.forget('s1');
    assert.deepEqual(reported, [
      { sessionId: 's1', target: bash, before: 'untrusted', level: 'provisional' },
    ]);
  });

  it('notify listeners of each change, and of nothing else', async () => {
    let heard = 0;
    const listening = levels.onDidChange(() => (heard += 1));
    await levels.set('s1', 'built-in', 'trusted');
    levels.forget('s1');
    assert.equal(heard, 0);
    await levels.set('s1', 'mcp:files', 'provisional');
    levels.forget('s1');
    assert.equal(heard, 2);
    listening.dispose();
    await levels.set('s1', 'mcp:files', 'provisional');
    assert.equal(heard, 2);
  });
});
