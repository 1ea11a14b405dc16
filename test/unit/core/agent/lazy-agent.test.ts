import assert from 'node:assert/strict';
import { createLazyAgent } from '../../../../src/core/agent/lazy-agent';
import { createFakeAgent } from '../../fakes/acp-agent';

const request = { cwd: '/ws', mcpServers: [] };

describe('an agent that is loaded when it is first asked for', () => {
  it('is loaded once, and asked everything', async () => {
    const fake = createFakeAgent();
    let loads = 0;
    const agent = createLazyAgent(
      () => {
        loads += 1;
        return Promise.resolve(fake);
      },
      () => undefined,
    );
    assert.equal(loads, 0);
    assert.deepEqual(await agent.newSession(request), { sessionId: 's1' });
    const turn = agent.prompt({ sessionId: 's1', prompt: [] });
    await agent.cancel({ sessionId: 's1' });
    fake.turns[0]?.end('cancelled');
    assert.deepEqual(await turn, { stopReason: 'cancelled' });
    assert.equal(loads, 1);
  });

  it('rejects with a remedy when it does not load, and tries again', async () => {
    const errors: unknown[] = [];
    const broken = new Error('/opt/extensions/agent.js is missing');
    const loads = [Promise.reject(broken), Promise.resolve(createFakeAgent())];
    const agent = createLazyAgent(
      () => loads.shift() ?? Promise.reject(broken),
      (error) => errors.push(error),
    );
    await assert.rejects(agent.newSession(request), {
      message: 'The agent did not load. Reload the window or reinstall Gatehouse.',
    });
    assert.deepEqual(errors, [broken]);
    assert.deepEqual(await agent.newSession(request), { sessionId: 's1' });
  });
});
