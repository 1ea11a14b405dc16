import assert from 'node:assert/strict';
import { strictVendors } from '../../../fakes/strict-vendors';

const user = { role: 'user', content: 'Hi' };
const fn = { name: 'core__read', arguments: '{}' };
const called = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: fn }],
};
const answer = { role: 'tool', tool_call_id: 'a', content: 'ok' };

const block = (text: string) => ({ type: 'text', text });
const use = (id: string) => ({ type: 'tool_use', id, name: 'core__read', input: {} });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const says = (role: string, ...content: readonly unknown[]) => ({ role, content });
const hi = says('user', block('Hi'));
const mark = { cache_control: { type: 'ephemeral' } };

function openAi(...messages: readonly unknown[]) {
  return strictVendors['openai-chat']?.({ model: 'm', messages, stream: true });
}

function anthropic(messages: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) {
  return strictVendors['anthropic-messages']?.({ model: 'm', max_tokens: 9, messages, ...more });
}

function ollama(...messages: readonly unknown[]) {
  const body = { model: 'm', messages, think: false, options: { num_ctx: 9 } };
  return strictVendors['ollama-chat']?.(body);
}

describe('the strict fakes of vendors', () => {
  it('take what is right', () => {
    assert.equal(openAi(user, called, answer), undefined);
    assert.equal(
      anthropic([hi, says('assistant', use('a')), says('user', result('a'))]),
      undefined,
    );
    assert.equal(ollama(user), undefined);
  });

  const cases: readonly (readonly [string, string | undefined, RegExp])[] = [
    ['an unanswered call', openAi(user, called, user), /answered 0 times/],
    ['a call answered twice', openAi(user, called, answer, answer), /answered 2 times/],
    ['a stray answer', openAi(user, answer), /stray/],
    ['an answer too late', openAi(user, called, user, answer), /answered 0 times|stray/],
    ['an empty text', openAi({ role: 'user', content: ' ' }), /empty/],
    ['two of one role', openAi(user, user), /in a row/],
    ['the model first', openAi({ role: 'assistant', content: 'x' }, user), /first/],
    ['the model last', openAi(user, { role: 'assistant', content: 'x' }), /last/],
    [
      'reasoning without calls',
      openAi(user, { ...user, role: 'assistant', reasoning_content: 'x' }, user),
      /over/,
    ],
    ['an unknown key', openAi({ ...user, name: 'x' }), /unknown key name/],
    ['half a character', openAi({ role: 'user', content: '\ud83d' }), /half/],
    ['an unanswered use', anthropic([hi, says('assistant', use('a')), hi]), /answered by/],
    [
      'text before results',
      anthropic([hi, says('assistant', use('a')), says('user', block('x'), result('a'))]),
      /before the results/,
    ],
    [
      'an id twice',
      anthropic([
        hi,
        says('assistant', use('a')),
        says('user', result('a')),
        says('assistant', use('a')),
        says('user', result('a')),
      ]),
      /twice/,
    ],
    ['an unknown result', anthropic([says('user', result('a'))]), /answered by a/],
    ['blank blocks', anthropic([says('user', block(' '))]), /blank/],
    ['a message without blocks', anthropic([says('user')]), /empty/],
    [
      'five marks',
      anthropic([says('user', ...Array.from({ length: 5 }, () => ({ ...block('x'), ...mark })))]),
      /5 cache marks/,
    ],
    [
      'a mark before the last',
      anthropic([hi], { system: [{ ...block('a'), ...mark }, block('b')] }),
      /before the last/,
    ],
    [
      'a budget too large',
      anthropic([hi], { thinking: { type: 'enabled', budget_tokens: 2_000 } }),
      /does not fit/,
    ],
    [
      'a choice at the root',
      anthropic([hi], {
        tools: [{ name: 'x', description: 'x', input_schema: { type: 'object', anyOf: [] } }],
      }),
      /anyOf/,
    ],
    [
      'a long name',
      anthropic([hi], {
        tools: [{ name: 'x'.repeat(65), description: 'x', input_schema: { type: 'object' } }],
      }),
      /refused/,
    ],
    [
      'arguments as text',
      ollama(
        user,
        { role: 'assistant', content: '', tool_calls: [{ id: 'a', function: fn }] },
        { ...answer, tool_name: 'core__read' },
      ),
      /no object/,
    ],
    [
      'an image with a prefix',
      ollama({ ...user, images: ['data:image/png;base64,eA=='] }),
      /base64/,
    ],
  ];
  for (const [what, problem, expected] of cases) {
    it(`refuse ${what}`, () => {
      assert.match(problem ?? 'taken', expected);
    });
  }
});
