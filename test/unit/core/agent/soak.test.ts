import assert from 'node:assert/strict';
import fc from 'fast-check';
import { failure } from '../../../../src/core/contracts/failure';
import type { LlmEvent } from '../../../../src/core/ports/llm';
import { callsFor, says, type FakeAnswer } from '../../fakes/llm';
import { toolSpec } from '../../fakes/runner';
import { assertAccepted, assertLives, assertPaired } from './chat-invariants';
import { startAgent } from './start-agent';

const catalog = [toolSpec('core__bash', 'state_change'), toolSpec('core__read', 'read_only')];

const request = fc.record({
  id: fc.constantFrom('a', 'b', '', 'not well formed', 'x'.repeat(70)),
  name: fc.constantFrom('core__bash', 'core__read', 'nope'),
  args: fc.constantFrom('{}', '{"a":1}', 'broken', '[1]'),
});
const error: readonly LlmEvent[] = [
  { type: 'text', text: 'Hm' },
  { type: 'error', failure: failure('execution', 'broken') },
];
const answer = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(request, { minLength: 1, maxLength: 4 }).map((r) => callsFor(...r)),
  },
  { weight: 1, arbitrary: fc.constantFrom<FakeAnswer>(says('Done.'), error, []) },
);
const outcome = fc.constantFrom('completed', 'failed', 'edited');
const script = fc.record({
  answers: fc.array(answer, { minLength: 1, maxLength: 12 }),
  outcomes: fc.array(outcome, { minLength: 1, maxLength: 8 }),
  /** At which updates and calls the user stops. */
  stopsAt: fc.array(fc.nat(30), { maxLength: 3 }),
  messages: fc.array(fc.constantFrom('Go', '!ls', '/tool read {}', '/nope', '/clear', 'resume'), {
    minLength: 1,
    maxLength: 5,
  }),
});

describe('agent soak', () => {
  it('decision 21: random scripts with random stops answer every call exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(script, async ({ answers, outcomes, stopsAt, messages }) => {
        let tick = 0;
        const step = async () => {
          tick += 1;
          if (stopsAt.includes(tick)) await chat.cancel();
        };
        const chat = await startAgent({
          answers: [...answers, says('The last.')],
          catalog,
          settings: { maxIterations: 4 },
          onUpdate: step,
          run: async (call) => {
            await step();
            const result = outcomes[tick % outcomes.length];
            if (result === 'edited' && call.origin === 'model') {
              return { status: 'cancelled', edited: { args: '{"b":2}', token: 't' } };
            }
            return { status: result === 'failed' ? 'failed' : 'completed', text: String(tick) };
          },
        });
        for (const message of messages) {
          const reason = await (message === 'resume' ? chat.resume() : chat.say(message));
          assert.match(reason, /^(end_turn|cancelled|max_turn_requests)$/);
        }
        await chat.say('One more');
        for (const { messages: sent } of chat.llm.requests) assertPaired(sent);
        assertLives(chat.updates);
        for (const sent of chat.llm.requests) assertAccepted(sent);
      }),
      { numRuns: 150 },
    );
  });
});
