import assert from 'node:assert/strict';
import { callsFor, says } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { startAgent } from '../start-agent';

describe('a chat that is closed while it works', () => {
  it('is opened again only when that has ended: no call of it is called interrupted', async () => {
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    let runs = (): void => undefined;
    const running = new Promise<void>((resolve) => {
      runs = resolve;
    });
    const chat = await startAgent({
      catalog: [toolSpec('core__bash', 'state_change')],
      answers: [callsFor({ id: 'c', name: 'core__bash' }), says('Well.')],
      run: async () => {
        runs();
        await slow;
        return { status: 'cancelled', text: 'Stopped.' };
      },
    });
    const { sessionId } = chat;
    const turn = chat.sayIn(sessionId, 'Go', { messageId: 'm1' });
    await running;
    await chat.agent.closeSession({ sessionId });
    const loading = chat.load(sessionId);
    release();
    assert.equal(await turn, 'cancelled');
    await loading;
    assert.ok(!chat.runner.asked.some((each) => each.startsWith('interrupted')));
    assert.equal(await chat.sayIn(sessionId, '', { resume: true }), 'end_turn');
    assert.deepEqual(
      chat.lastMessages().map(({ text }) => text),
      ['Go', '', 'Stopped.'],
    );
  });

  it('can be closed twice, and an unknown one too', async () => {
    const chat = await startAgent({});
    for (const sessionId of [chat.sessionId, chat.sessionId, 'nobody']) {
      assert.deepEqual(await chat.agent.closeSession({ sessionId }), {});
    }
  });
});
