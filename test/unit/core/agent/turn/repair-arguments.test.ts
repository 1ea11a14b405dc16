import assert from 'node:assert/strict';
import { failure, formatToolError, type Failure } from '../../../../../src/core/contracts/failure';
import type { CallOutcome } from '../../../../../src/core/contracts/calls/outcome';
import type { RawCall } from '../../../../../src/core/contracts/calls/call';
import { readCount } from '../../../../../src/core/wire/codec/json-fields';
import { callsFor, createFakeLlm, fakeFacts, says, type FakeAnswer } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { startAgent } from '../start-agent';

const catalog = [toolSpec('core__read', 'read_only'), toolSpec('core__write', 'state_change')];
const badArgs = failure('validation', 'path: is missing');

function fails(failed: Failure): Partial<CallOutcome> {
  return { status: 'failed', failure: failed, text: formatToolError(failed) };
}

interface Setup {
  readonly reply?: FakeAnswer;
  readonly failed?: Failure;
  readonly reformatModel?: string;
  readonly run?: (call: RawCall) => Partial<CallOutcome>;
}

/** A model that calls `core__read` wrongly, and one that corrects arguments. */
async function startWithReformat(setup: Setup = {}) {
  const helper = createFakeLlm(
    [setup.reply ?? says('{"arguments": {"path": "a.ts"}}')],
    fakeFacts({ id: 'helper' }),
  );
  const chat = await startAgent({
    answers: [callsFor({ id: 'c1', name: 'core__read', args: '{"file":"a.ts"}' }), says('Done.')],
    run:
      setup.run ??
      ((call) => (call.attempt === 0 ? fails(setup.failed ?? badArgs) : { text: 'let a;' })),
    catalog,
    settings: { reformatModel: setup.reformatModel ?? 'helper' },
    models: { helper },
  });
  return { chat, helper };
}

function answerOf(chat: Awaited<ReturnType<typeof startAgent>>, at = 0): string {
  return (
    chat
      .lastMessages()
      .filter(({ role }) => role === 'tool')
      .at(at)?.text ?? ''
  );
}

describe('arguments that another model corrects', () => {
  it('003-retry-2: what may have changed something before it failed is not run again', async () => {
    const failed = failure('execution', 'bad input', { category: 'invalid_parameters' });
    for (const [name, runs] of [
      ['core__write', 1],
      ['core__read', 2],
    ] as const) {
      const helper = createFakeLlm([says('{"arguments": {}}')]);
      const chat = await startAgent({
        answers: [callsFor({ name }), says('Done.')],
        run: () => fails(failed),
        catalog,
        settings: { reformatModel: 'helper' },
        models: { helper },
      });
      await chat.say('Go');
      assert.equal(chat.runner.calls.length, runs, name);
    }
  });

  it('003-errors-7: a single repair is tried before the failure is final', async () => {
    const { chat, helper } = await startWithReformat();
    assert.equal(await chat.say('Go'), 'end_turn');
    const [first, second] = chat.runner.calls;
    assert.equal(chat.runner.calls.length, 2);
    assert.equal(second?.tool, 'core__read');
    assert.equal(second.args, '{"path":"a.ts"}');
    assert.deepEqual([first?.attempt, second.attempt], [0, 1]);
    assert.notEqual(second.toolCallId, first?.toolCallId);
    assert.equal(
      answerOf(chat),
      'The arguments did not fit the schema; this ran instead: core__read {"json":"{\\"path\\":\\"a.ts\\"}"}\nlet a;',
    );
    const [request] = helper.requests;
    const asked: unknown = JSON.parse(request?.messages[0]?.text ?? '');
    assert.deepEqual(asked, {
      tool: 'core__read',
      schema: { type: 'object' },
      arguments: '{"file":"a.ts"}',
      error: 'path: is missing',
    });
    assert.deepEqual(request?.tools, []);
  });

  it('decision 3: wrong calls count for the model and tool, unknown tools together, and no others', async () => {
    const notFound = failure('unavailable', 'no such tool', { category: 'tool_not_found' });
    const timeout = failure('execution', 'late', { category: 'timeout' });
    const outcomes = [badArgs, notFound, timeout].map(fails);
    const chat = await startAgent({
      answers: [
        callsFor({ name: 'core__read' }),
        callsFor({ name: 'no_such' }),
        callsFor({ name: 'core__write' }),
        callsFor({ name: 'core__read' }),
        says('Done.'),
      ],
      run: () => outcomes.shift() ?? {},
      catalog,
    });
    await chat.say('Go');
    assert.deepEqual(chat.counted, [
      { model: 'fake', tool: 'core__read', isWrong: true },
      { model: 'fake', tool: undefined, isWrong: true },
      { model: 'fake', tool: 'core__write', isWrong: false },
      { model: 'fake', tool: 'core__read', isWrong: false },
    ]);
  });

  it('a second failure is final', async () => {
    const { chat, helper } = await startWithReformat({ run: () => fails(badArgs) });
    await chat.say('Go');
    assert.equal(chat.runner.calls.length, 2);
    assert.equal(helper.requests.length, 1);
    assert.match(answerOf(chat), /this ran instead: .*\n\[tool_error\]/);
  });

  it('003-errors-8: without such a model, the model of the chat gets error and schema once', async () => {
    const wrong = callsFor({ name: 'core__read' });
    const chat = await startAgent({
      answers: [wrong, wrong, says('Done.'), wrong, says('Done.')],
      run: () => fails(badArgs),
      catalog,
    });
    await chat.say('Go');
    assert.equal(chat.llm.requests.length, 3);
    const answers = chat.lastMessages().flatMap((m) => (m.role === 'tool' ? [m.text] : []));
    const schema = 'The arguments of core__read must fit this schema: {"type":"object"}';
    const failed = formatToolError(badArgs);
    assert.deepEqual(answers, [`${failed}\n${schema}`, failed]);
    await chat.say('Again');
    assert.match(answerOf(chat, -1), /must fit this schema/);
  });

  it('a tool that ran and refused its arguments shows no schema', async () => {
    const failed = failure('execution', 'old text is not there', {
      category: 'invalid_parameters',
    });
    const answers = [callsFor({ name: 'core__write' }), says('Done.')];
    const chat = await startAgent({ answers, run: () => fails(failed), catalog });
    await chat.say('Go');
    assert.equal(answerOf(chat), formatToolError(failed));
  });

  const never = [
    ['000-errors-2: a failure of infrastructure causes no repair (rate)', 'rate_limited'],
    ['000-errors-2: a failure of infrastructure causes no repair (server)', 'server_error'],
    ['000-errors-2: a failure of infrastructure causes no repair (network)', 'network_error'],
    ['000-errors-2: a failure of infrastructure causes no repair (timeout)', 'timeout'],
    ['000-errors-2: a policy denial causes no repair', 'policy_blocked'],
    ['decision 3: a tool that is not found is not reformatted', 'tool_not_found'],
    ['000-errors-2: a permanent failure causes no repair', 'permanent_failure'],
    ['an unapproved call is not reformatted', 'confirmation_required'],
  ] as const;
  for (const [title, category] of never) {
    it(title, async () => {
      const failed = failure('execution', 'no', { category });
      const { chat, helper } = await startWithReformat({ failed });
      await chat.say('Go');
      assert.equal(helper.requests.length, 0);
      assert.equal(chat.runner.calls.length, 1);
      assert.equal(answerOf(chat), formatToolError(failed));
    });
  }

  const useless: readonly (readonly [string, FakeAnswer])[] = [
    ['prose', says('Use path.')],
    ['bare arguments', says('{"path":"a.ts"}')],
    ['more than arguments', says('{"arguments":{},"tool":"core__write"}')],
    ['arguments that are no object', says('{"arguments":["a.ts"]}')],
    ['nothing', says('')],
    ['an error', [{ type: 'error', failure: failure('execution', 'down') }]],
    [
      'a reply that was cut',
      [
        { type: 'text', text: '{"arguments":{}}' },
        { type: 'finish', reason: 'length', calls: [], usage: {} },
      ],
    ],
  ];
  for (const [what, reply] of useless) {
    it(`${what} keeps the original error`, async () => {
      const { chat } = await startWithReformat({ reply });
      await chat.say('Go');
      assert.equal(chat.runner.calls.length, 1);
      assert.equal(answerOf(chat), formatToolError(badArgs));
    });
  }

  it('takes a reply in a block of code', async () => {
    const { chat } = await startWithReformat({
      reply: says('```json\n{"arguments":{"n":1}}\n```'),
    });
    await chat.say('Go');
    assert.equal(chat.runner.calls[1]?.args, '{"n":1}');
  });

  it('000-errors-6: a model that cannot be opened is not replaced by that of the chat', async () => {
    const { chat } = await startWithReformat({ reformatModel: 'gone' });
    await chat.say('Go');
    assert.equal(chat.llm.requests.length, 2);
    assert.equal(answerOf(chat), formatToolError(badArgs));
  });

  it('000-errors-6: without a configured model nothing is asked', async () => {
    const { chat, helper } = await startWithReformat({ reformatModel: '' });
    await chat.say('Go');
    assert.equal(helper.requests.length, 0);
    assert.equal(chat.runner.calls.length, 1);
  });

  it('is given up after 30 seconds', async () => {
    const { chat } = await startWithReformat({
      async *reply() {
        yield await Promise.resolve({ type: 'text', text: '{' } as const);
        chat.clock.advance(30_000);
        await new Promise(() => undefined);
      },
    });
    assert.equal(await chat.say('Go'), 'end_turn');
    assert.equal(answerOf(chat), formatToolError(badArgs));
  });

  it('Stop ends it, and the call stays answered', async () => {
    const { chat } = await startWithReformat({
      async *reply() {
        yield await Promise.resolve({ type: 'text', text: '{' } as const);
        await chat.cancel();
        await new Promise(() => undefined);
      },
    });
    assert.equal(await chat.say('Go'), 'cancelled');
    await chat.resume();
    assert.equal(answerOf(chat), formatToolError(badArgs));
    assert.equal(chat.runner.calls.length, 1);
  });

  it('counts as usage of the chat', async () => {
    const usage = { inputTokens: 700, outputTokens: 7 };
    const { chat } = await startWithReformat({
      reply: [
        { type: 'text', text: '{"arguments":{}}' },
        { type: 'finish', reason: 'stop', calls: [], usage },
      ],
    });
    await chat.say('Go');
    const inputs = chat.usages().map(({ _meta }) => readCount(_meta?.['gatehouse'], 'inputTokens'));
    assert.ok((inputs[0] ?? 0) >= 700);
  });

  it('a call that the user edited is not reformatted', async () => {
    const { chat, helper } = await startWithReformat({
      run: (call) =>
        call.origin === 'model'
          ? { status: 'cancelled', edited: { args: '{}', token: 't' } }
          : fails(badArgs),
    });
    await chat.say('Go');
    assert.equal(helper.requests.length, 0);
    assert.equal(chat.runner.calls.length, 2);
  });
});
