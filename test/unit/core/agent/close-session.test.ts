import assert from 'node:assert/strict';
import { says } from '../../fakes/llm';
import { startAgent } from './start-agent';

const { signal: never } = new AbortController();

describe('closing a session', () => {
  it('cancels what runs in it, and forgets it', async () => {
    let begun = (): void => undefined;
    const streaming = new Promise<void>((resolve) => (begun = resolve));
    const chat = await startAgent({
      answers: [
        async function* (_request, signal) {
          yield { type: 'text', text: 'I begin' };
          begun();
          await new Promise((resolve) => {
            signal.addEventListener('abort', resolve);
          });
        },
      ],
    });
    const turn = chat.say('Hello');
    await streaming;
    await chat.agent.closeSession({ sessionId: chat.sessionId });
    assert.equal(await turn, 'cancelled');
    await assert.rejects(chat.say('Still there?'), /Unknown session/);
    assert.equal((await chat.compactions.compress(chat.sessionId, never)).ok, false);
  });

  it('is no error for a session that is gone', async () => {
    const chat = await startAgent({ answers: [says('Hi.')] });
    assert.deepEqual(await chat.agent.closeSession({ sessionId: 'gone' }), {});
    assert.equal(await chat.say('Hello'), 'end_turn');
  });
});
