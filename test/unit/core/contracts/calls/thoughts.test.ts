import assert from 'node:assert/strict';
import { withoutThoughts } from '../../../../../src/core/contracts/calls/thoughts';
import { callsFor, says } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { startAgent } from '../../agent/start-agent';

const secret = 'the plan is hidden';

describe('thoughts among the arguments of a call', () => {
  const cases: readonly (readonly [given: string, left: string])[] = [
    ['{"path":"a.ts"}', '{"path":"a.ts"}'],
    [`{"_tafc_think":"${secret}","path":"a.ts"}`, '{"path":"a.ts"}'],
    [`{"path":"a.ts","_TAFC_Think_2":{"a":["${secret}"]}}`, '{"path":"a.ts"}'],
    [`{"\\u005ftafc_think":"${secret}","path":"a.ts"}`, '{"path":"a.ts"}'],
    [`{"_tafc_think":"${secret}"}`, '{"_tafc_think":""}'],
    [`{"path":"a.ts","_tafc_think":"${secret}`, '{"path":"a.ts","'],
    ['{"text":"_tafc_think is a field"}', '{"text":"_tafc_think is a field"}'],
    ['{"text":"\\u00e9"}', '{"text":"\\u00e9"}'],
    ['', ''],
    ['not JSON', 'not JSON'],
  ];
  for (const [given, left] of cases) {
    it(`leaves of ${given || 'nothing'}: ${left || 'nothing'}`, () => {
      assert.equal(withoutThoughts(given), left);
      assert.equal(withoutThoughts(left), left);
    });
  }

  it('000-thoughts-6: thoughts are dropped where a call enters the agent', async () => {
    const calls = callsFor(
      { id: 'c1', name: 'core__read', args: `{"_tafc_think":"${secret}","path":"a.ts"}` },
      { id: 'c2', name: 'core__read', args: `{"_tafc_think":"${secret}"}` },
    );
    const chat = await startAgent({
      answers: [calls, says('Done.')],
      catalog: [toolSpec('core__read', 'read_only')],
    });
    assert.equal(await chat.say('Go'), 'end_turn');
    const asked = chat.runner.calls.map(({ args }) => args);
    assert.deepEqual(asked, ['{"path":"a.ts"}', '{"_tafc_think":""}']);
    const everything = [chat.llm.requests, chat.updates, chat.conversations.writes];
    assert.doesNotMatch(JSON.stringify(everything), new RegExp(secret));
  });
});
