import assert from 'node:assert/strict';
import { failure } from '../../../../../src/core/contracts/failure';
import type { LlmEvent } from '../../../../../src/core/ports/llm';
import { callsFor, says, type FakeAnswer } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { startAgent } from '../start-agent';

const catalog = [toolSpec('core__bash', 'state_change'), toolSpec('core__read', 'read_only')];

/** A gate that a test opens by hand. */
function createLatch() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

async function* silent(signal: AbortSignal, ...first: LlmEvent[]): AsyncGenerator<LlmEvent> {
  for (const event of first) yield await Promise.resolve(event);
  await new Promise(() => signal.addEventListener('abort', () => undefined));
}

function ends(reason: 'length' | 'filtered', text: string): FakeAnswer {
  return [
    { type: 'text', text },
    { type: 'finish', reason, calls: [], usage: {} },
  ];
}

describe('agent turn', () => {
  it('001-loop-1: streams text under one message id and ends the turn', async () => {
    const chat = await startAgent({
      answers: [
        [
          { type: 'thought', text: 'Hm.' },
          { type: 'text', text: 'Hello ' },
          { type: 'text', text: 'there.' },
          { type: 'finish', reason: 'stop', calls: [], usage: {} },
        ],
      ],
    });
    assert.equal(await chat.say('Hi'), 'end_turn');
    assert.equal(chat.said(), 'Hello there.');
    const ids = chat.updates.flatMap((update) => ('messageId' in update ? [update.messageId] : []));
    assert.equal(new Set(ids).size, 2);
    assert.equal(chat.updates[0]?.sessionUpdate, 'agent_thought_chunk');
  });

  it('sends the model its roots, system and rules, and the tools of the catalog', async () => {
    const chat = await startAgent({ answers: [says('ok')], catalog });
    await chat.say('Hi');
    const [request] = chat.llm.requests;
    const system = request?.system.join('\n') ?? '';
    assert.match(system, /Workspace folder: \/repo\n/);
    assert.match(system, /Operating system: Linux/);
    assert.deepEqual(request?.tools, catalog);
  });

  it('001-loop-2: ends at an answer that announces calls and holds none', async () => {
    const chat = await startAgent({ answers: [callsFor(), says('again')], catalog });
    assert.equal(await chat.say('Hi'), 'end_turn');
    assert.equal(chat.llm.requests.length, 1);
  });

  it('001-loop-3: answers every call in order and asks the model again', async () => {
    const chat = await startAgent({
      answers: [callsFor({ name: 'core__bash' }, { name: 'core__read' }), says('Done.')],
      run: (call) => ({
        text: `ran ${call.tool}`,
        presentation: { diffs: [], locations: [], exitCode: 3 },
      }),
      catalog,
    });
    assert.equal(await chat.say('Go'), 'end_turn');
    assert.deepEqual(
      chat
        .lastMessages()
        .map((m) => (m.role === 'tool' ? [m.toolCallId, m.text, m.exitCode] : m.role)),
      ['user', 'assistant', ['c1', 'ran core__bash', 3], ['c2', 'ran core__read', 3]],
    );
  });

  it('decision 20: calls of one tool run at once only if each of them only reads', async () => {
    const args = ['{}', '{"kind":"check"}', '{"kind":"check"}'];
    const chat = await startAgent({
      answers: [callsFor(...args.map((each) => ({ name: 'core__read', args: each }))), says('ok')],
      run: () => new Promise((resolve) => setImmediate(() => resolve({}))),
      catalog,
      effectOf: (call) => (call.args === '{}' ? 'read_only' : 'state_change'),
    });
    await chat.say('Go');
    assert.equal(chat.runner.atOnce(), 1);
  });

  it('decision 20: neighbors that only read run at once, others alone', async () => {
    const latch = createLatch();
    const order: string[] = [];
    const names = ['core__read', 'core__read', 'core__bash', 'core__read'];
    const chat = await startAgent({
      answers: [callsFor(...names.map((name) => ({ name }))), says('Done.')],
      run: async (call) => {
        order.push(call.toolCallId);
        if (call.toolCallId === 'c1') await latch.opened;
        if (call.toolCallId === 'c2') latch.open();
        return { text: call.toolCallId };
      },
      catalog,
    });
    await chat.say('Go');
    assert.deepEqual(order, ['c1', 'c2', 'c3', 'c4']);
    assert.equal(chat.runner.atOnce(), 2);
    const answers = chat.lastMessages().flatMap((m) => (m.role === 'tool' ? [m.text] : []));
    assert.deepEqual(answers, ['c1', 'c2', 'c3', 'c4']);
  });

  it('decision 34: a tool error does not end the turn', async () => {
    const chat = await startAgent({
      answers: [callsFor({ name: 'core__bash' }), says('I see.')],
      run: () => ({ status: 'failed', text: '[tool_error]' }),
      catalog,
    });
    assert.equal(await chat.say('Go'), 'end_turn');
    assert.equal(chat.said(), 'I see.');
  });

  it('decision 36: repeated and ill-formed ids get new ones, the wire keeps its own', async () => {
    const ids = ['same', 'same', '', 'not well formed'];
    const round = callsFor(...ids.map((id) => ({ id, name: 'core__bash' })));
    const chat = await startAgent({ answers: [round, round, says('Done.')], catalog });
    await chat.say('Go');
    const calls = chat.lastMessages().flatMap((m) => (m.role === 'assistant' ? m.calls : []));
    assert.deepEqual(
      calls.map((call) => call.wireId),
      [...ids, ...ids],
    );
    assert.equal(new Set(calls.map((call) => call.toolCallId)).size, 8);
    assert.equal(calls[0]?.toolCallId, 'same');
  });

  it('003-loop-1: stops after the iteration cap, with every call answered', async () => {
    const round = (n: number) => callsFor({ id: `c${n}`, name: 'core__bash', args: `{"n":${n}}` });
    const chat = await startAgent({
      answers: [round(1), round(2), says('Going on.')],
      catalog,
      settings: { maxIterations: 2 },
    });
    assert.equal(await chat.say('Go'), 'max_turn_requests');
    assert.equal(chat.runner.calls.length, 2);
    assert.match(chat.notices()[0] ?? '', /2 rounds .*maxToolIterations/);
    assert.equal(await chat.say('Go on'), 'end_turn');
    assert.deepEqual(
      chat.lastMessages().map((m) => m.role),
      ['user', 'assistant', 'tool', 'assistant', 'tool', 'user'],
    );
  });

  it('decision 24: warns the model at the second identical round, stops at the third', async () => {
    const round = callsFor({ name: 'core__bash' });
    const chat = await startAgent({ answers: [round, round, round, says('no')], catalog });
    assert.equal(await chat.say('Go'), 'end_turn');
    assert.equal(chat.runner.calls.length, 3);
    assert.match(chat.notices()[0] ?? '', /three times in a row/);
    const answers = chat.lastMessages().flatMap((m) => (m.role === 'tool' ? [m.text] : []));
    assert.equal(answers[0], 'done');
    assert.match(answers[1] ?? '', /^done\n\n.*the same result/s);
  });

  it('decision 24: identical calls with other results go on', async () => {
    const round = callsFor({ name: 'core__bash' });
    let n = 0;
    const chat = await startAgent({
      answers: [round, round, round, round, says('Done.')],
      run: () => ({ text: String((n += 1)) }),
      catalog,
    });
    assert.equal(await chat.say('Go'), 'end_turn');
    assert.equal(chat.said(), 'Done.');
  });

  it('G6: an answer cut at its length runs nothing and keeps its text', async () => {
    const chat = await startAgent({ answers: [ends('length', 'Half'), says('ok')] });
    assert.equal(await chat.say('Go'), 'max_tokens');
    assert.match(chat.notices()[0] ?? '', /length limit/);
    await chat.say('go on');
    assert.deepEqual(chat.lastMessages()[1], { role: 'assistant', text: 'Half', calls: [] });
  });

  it('stops an answer at 4 million characters, thoughts included, and keeps what it has', async () => {
    let isClosed = false;
    async function* endless(): AsyncGenerator<LlmEvent> {
      try {
        yield await Promise.resolve({ type: 'thought', text: 't'.repeat(3_000_000) });
        for (;;) yield await Promise.resolve({ type: 'text', text: 'x'.repeat(300_000) });
      } finally {
        isClosed = true;
      }
    }
    const chat = await startAgent({ answers: [endless] });
    assert.equal(await chat.say('Go'), 'max_tokens');
    assert.match(chat.notices()[0] ?? '', /length limit/);
    assert.equal(chat.said().length, 1_000_000);
    assert.equal(isClosed, true);
  });

  it('notifies the user about a content filter', async () => {
    const chat = await startAgent({ answers: [ends('filtered', '')] });
    assert.equal(await chat.say('Go'), 'refusal');
    assert.match(chat.notices()[0] ?? '', /content filter/);
  });

  it('shows a failure of the model, keeps partial text, and takes the next message', async () => {
    const broken: FakeAnswer = [
      { type: 'text', text: 'I was about' },
      {
        type: 'error',
        failure: failure('execution', 'The line is dead.', { category: 'network_error' }),
      },
    ];
    const chat = await startAgent({ answers: [broken, says('Again.')] });
    assert.equal(await chat.say('Go'), 'end_turn');
    assert.deepEqual(chat.notices(), ['The line is dead.']);
    await chat.say('Again');
    assert.deepEqual(
      chat.lastMessages().map((m) => [m.role, m.text]),
      [
        ['user', 'Go'],
        ['assistant', 'I was about'],
        ['user', 'Again'],
      ],
    );
  });

  it('takes a stream without an end for a failure', async () => {
    const chat = await startAgent({ answers: [[{ type: 'text', text: 'Hm' }]] });
    assert.equal(await chat.say('Go'), 'end_turn');
    assert.match(chat.notices()[0] ?? '', /ended without a finish reason/);
  });

  it('Stop while the model is silent answers cancelled and keeps what was said', async () => {
    const chat = await startAgent({
      answers: [
        (_request, signal) => silent(signal, { type: 'text', text: 'Well' }),
        says('Hello again.'),
      ],
      onUpdate: () => chat.cancel(),
    });
    assert.equal(await chat.say('Go'), 'cancelled');
    await chat.say('And now?');
    assert.equal(chat.lastMessages()[1]?.text, 'Well');
  });

  it('Stop while a call runs: it and the rest answer cancelled, nothing more starts', async () => {
    const chat = await startAgent({
      answers: [callsFor({ name: 'core__bash' }, { name: 'core__bash' }), says('ok')],
      run: async (_call, { signal }) => {
        await chat.cancel();
        return signal.aborted ? { status: 'cancelled', text: 'stopped' } : {};
      },
      catalog,
    });
    assert.equal(await chat.say('Go'), 'cancelled');
    await chat.say('Go on');
    const answers = chat.lastMessages().flatMap((m) => (m.role === 'tool' ? [m.status] : []));
    assert.deepEqual(answers, ['cancelled', 'cancelled']);
    const [, second] = chat.updates.filter((update) => update.sessionUpdate === 'tool_call');
    assert.equal(second?.status, 'failed');
  });

  it('an edited call runs as a new call of the user and answers the old id', async () => {
    const chat = await startAgent({
      answers: [callsFor({ name: 'core__bash', args: '{"command":"rm"}' }), says('ok')],
      run: (call) =>
        call.origin === 'model'
          ? { status: 'cancelled', edited: { args: '{"command":"ls"}', token: 't1' } }
          : { text: 'a.js', presentation: { diffs: [], locations: [], exitCode: 0 } },
      catalog,
    });
    await chat.say('Go');
    const edited = chat.runner.calls[1];
    assert.equal(edited?.origin, 'user');
    assert.deepEqual(chat.runner.tokens, ['t1']);
    assert.notEqual(edited.toolCallId, 'c1');
    assert.deepEqual(chat.lastMessages()[2], {
      role: 'tool',
      toolCallId: 'c1',
      ranAs: edited.toolCallId,
      wireId: 'c1',
      name: 'core__bash',
      text: 'The user edited the arguments of this call; this ran instead: core__bash {"json":"{\\"command\\":\\"ls\\"}"}\na.js',
      status: 'completed',
      exitCode: 0,
    });
  });

  it('refuses a second message while it works', async () => {
    const latch = createLatch();
    const chat = await startAgent({
      answers: [callsFor({ name: 'core__bash' }), says('Done.')],
      run: async () => {
        await latch.opened;
        return {};
      },
      catalog,
    });
    const first = chat.say('Go');
    assert.equal(await chat.say('Faster'), 'end_turn');
    assert.match(chat.notices()[0] ?? '', /still working/);
    latch.open();
    assert.equal(await first, 'end_turn');
  });

  it('a message after a stopped turn waits for its end, and is not lost', async () => {
    const latch = createLatch();
    const started = createLatch();
    const chat = await startAgent({
      answers: [callsFor({ name: 'core__bash' }), says('Done.')],
      run: async () => {
        started.open();
        await latch.opened;
        return {};
      },
      catalog,
    });
    const first = chat.say('Go');
    await started.opened;
    await chat.cancel();
    const second = chat.say('Now this');
    assert.equal(await chat.say('And this'), 'end_turn');
    const [waits, refused] = chat.notices();
    assert.match(waits ?? '', /^The stopped turn is still ending/);
    assert.match(refused ?? '', /still working/);
    latch.open();
    assert.deepEqual(await Promise.all([first, second]), ['cancelled', 'end_turn']);
    assert.deepEqual(
      chat.lastMessages().map(({ role }) => role),
      ['user', 'assistant', 'tool', 'user'],
    );
  });
});
