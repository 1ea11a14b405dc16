import assert from 'node:assert/strict';
import type { LlmEvent } from '../../../../../src/core/ports/llm';
import { callsFor, says, type FakeAnswer } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { assertLives, assertPaired } from '../chat-invariants';
import { startAgent } from '../start-agent';

const catalog = [toolSpec('core__bash', 'state_change'), toolSpec('core__read', 'read_only')];

const script: readonly LlmEvent[][] = [
  [
    { type: 'thought', text: 'Hm.' },
    { type: 'text', text: 'I look ' },
    { type: 'text', text: 'at it. ' },
    ...callsFor(
      { id: 'c1', name: 'core__read' },
      { id: 'c2', name: 'core__read' },
      { id: 'c3', name: 'core__bash' },
    ),
  ],
  [{ type: 'text', text: 'And now ' }, ...callsFor({ id: 'c4', name: 'core__bash' })],
  [...says('that was it.')],
];

/** A chat that is stopped at one moment: of the model, of a call, or of the client. */
async function stopAt(stop: number) {
  let moment = 0;
  const next = async () => {
    moment += 1;
    if (moment === stop) await chat.cancel();
  };
  const answers = script.map(
    (events): FakeAnswer =>
      async function* () {
        for (const event of events) {
          await next();
          yield event;
        }
      },
  );
  const chat = await startAgent({
    answers: [...answers, says('Later.')],
    catalog,
    run: async (_call, { signal }) => {
      await next();
      return signal.aborted ? { status: 'cancelled', text: 'stopped' } : { text: 'done' };
    },
    onUpdate: next,
  });
  const reason = await chat.say('Go');
  return { chat, reason, moments: moment };
}

describe('Stop', () => {
  it('at any moment keeps the partial text and leaves each open call answered', async () => {
    const { moments } = await stopAt(0);
    assert.ok(moments > 25);
    for (let stop = 1; stop <= moments; stop += 1) {
      const { chat, reason } = await stopAt(stop);
      assert.match(reason, /^(cancelled|end_turn)$/, `stopped at ${stop}`);
      const said = chat.said();
      const asked = chat.llm.requests.length;
      assertLives(chat.updates);
      await chat.say('Next');
      const messages = chat.llm.requests[asked]?.messages ?? [];
      assertPaired(messages);
      const kept = messages.flatMap((each) => (each.role === 'assistant' ? [each.text] : []));
      assert.equal(kept.join(''), said, `stopped at ${stop}`);
    }
  });

  it('at any moment can be taken back: the turn continues and does no call again', async () => {
    const { moments } = await stopAt(0);
    for (let stop = 1; stop <= moments; stop += 1) {
      const { chat, reason } = await stopAt(stop);
      const ran = chat.runner.calls.map(({ toolCallId }) => toolCallId);
      if (reason === 'cancelled') await chat.resume();
      assertPaired(chat.lastMessages());
      assertLives(chat.updates);
      const users = chat.lastMessages().filter(({ role }) => role === 'user');
      assert.equal(users.length, 1);
      assert.equal(new Set(ran).size, ran.length);
    }
  });
});
