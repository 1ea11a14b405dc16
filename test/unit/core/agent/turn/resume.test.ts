import assert from 'node:assert/strict';
import { asIs } from '../../../../../src/core/base/sentence';
import { failure } from '../../../../../src/core/contracts/failure';
import { callsFor, says, type FakeAnswer } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { startAgent, type StartedAgent } from '../start-agent';

const catalog = [toolSpec('core__bash', 'state_change')];
const fails: FakeAnswer = [{ type: 'error', failure: failure('execution', 'It broke.') }];

function breaks(text: string, category: 'server_error' | 'policy_blocked' = 'server_error') {
  return [
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    { type: 'error', failure: failure('execution', 'It broke.', { category }) },
  ] as const satisfies FakeAnswer;
}

function transcript(chat: StartedAgent) {
  return chat.lastMessages().map(({ role, text }) => [role, text]);
}

describe('a turn that is resumed', () => {
  it('offers Retry after a failure and sends the same conversation again, without what broke off', async () => {
    const chat = await startAgent({ answers: [breaks('I was ab'), says('Done.')] });
    await chat.say('Go');
    assert.deepEqual(chat.notices(), ['It broke.']);
    assert.deepEqual(chat.noticeMetas(), [{ notice: 'error', action: 'retry' }]);
    assert.equal(await chat.resume(), 'end_turn');
    assert.deepEqual(transcript(chat), [['user', 'Go']]);
    assert.equal(chat.said(), 'I was abDone.');
  });

  it('does not run completed calls again', async () => {
    const chat = await startAgent({
      answers: [callsFor({ name: 'core__bash' }), breaks(''), says('Done.')],
      catalog,
    });
    await chat.say('Go');
    await chat.resume();
    assert.equal(chat.runner.calls.length, 1);
    assert.deepEqual(
      chat.lastMessages().map(({ role }) => role),
      ['user', 'assistant', 'tool'],
    );
  });

  it('a message instead of Retry continues after the partial text', async () => {
    const chat = await startAgent({ answers: [breaks('I was ab'), says('Done.')] });
    await chat.say('Go');
    await chat.say('Shorter, please');
    assert.deepEqual(transcript(chat), [
      ['user', 'Go'],
      ['assistant', 'I was ab'],
      ['user', 'Shorter, please'],
    ]);
  });

  it('keeps the message when the model cannot be opened, once, and can go on with another', async () => {
    const chat = await startAgent({ answers: [says('Done.')] });
    assert.equal(await chat.say('Go', 'gone'), 'end_turn');
    assert.match(chat.notices()[0] ?? '', /No model "gone"\. Retry after changing/);
    await chat.resume('gone');
    await chat.resume('fake');
    assert.deepEqual(transcript(chat), [['user', 'Go']]);
  });

  it('says what helps where the same request would fail again', async () => {
    const chat = await startAgent({ answers: [breaks('', 'policy_blocked')] });
    await chat.say('Go');
    assert.match(chat.notices()[0] ?? '', /^It broke\. Retry after changing that/);
    assert.deepEqual(chat.noticeMetas(), [{ notice: 'error', action: 'retry' }]);
  });

  it('003-loop-1: offers Continue at the iteration cap, which allows as many rounds again', async () => {
    const round = (n: number) => callsFor({ id: `c${n}`, name: 'core__bash', args: `{"n":${n}}` });
    const chat = await startAgent({
      answers: [round(1), round(2), round(3), round(4), says('Done.')],
      catalog,
      settings: { maxIterations: 2 },
    });
    assert.equal(await chat.say('Go'), 'max_turn_requests');
    assert.deepEqual(chat.noticeMetas(), [{ notice: 'warning', action: 'continue' }]);
    assert.equal(await chat.resume(), 'max_turn_requests');
    assert.equal(await chat.resume(), 'end_turn');
    assert.equal(chat.runner.calls.length, 4);
    assert.equal(chat.lastMessages().filter(({ role }) => role === 'user').length, 1);
  });

  it('says that there is nothing to go on with', async () => {
    const chat = await startAgent({ answers: [says('Done.')] });
    assert.equal(await chat.resume(), 'end_turn');
    await chat.say('Go');
    await chat.resume();
    assert.equal(chat.llm.requests.length, 1);
    assert.match(chat.notices()[1] ?? '', /nothing to resume/);
  });

  it('continues after Stop', async () => {
    const chat = await startAgent({
      answers: [callsFor({ name: 'core__bash' }), says('Done.')],
      run: async () => {
        await chat.cancel();
        return { status: 'cancelled' };
      },
      catalog,
    });
    assert.equal(await chat.say('Go'), 'cancelled');
    assert.equal(await chat.resume(), 'end_turn');
    assert.equal(chat.lastMessages().length, 3);
  });
});

describe('a model that pauses', () => {
  const pauses = (text: string): FakeAnswer => [
    { type: 'text', text },
    { type: 'finish', reason: 'paused', calls: [], usage: {} },
  ];

  it('is sent what it said so far, and continues', async () => {
    const chat = await startAgent({ answers: [pauses('First, '), says('then.')] });
    assert.equal(await chat.say('Go'), 'end_turn');
    assert.deepEqual(transcript(chat), [
      ['user', 'Go'],
      ['assistant', 'First, '],
    ]);
  });

  it('is continued a few times only, then the user is asked', async () => {
    const chat = await startAgent({
      answers: [...Array.from({ length: 6 }, () => pauses('.')), says('Done.')],
    });
    await chat.say('Go');
    assert.equal(chat.llm.requests.length, 6);
    assert.deepEqual(chat.noticeMetas(), [{ notice: 'warning', action: 'continue' }]);
    await chat.resume();
    assert.equal(chat.said(), '......Done.');
  });
});

describe('a server that asks to wait', () => {
  const wait = (text: string, untilMs: number) =>
    ({ type: 'wait', text: asIs(text), untilMs }) as const;

  it('is one notice that counts down, until the answer comes', async () => {
    const chat = await startAgent({
      answers: [[wait('Busy.', 1000), wait('Still busy.', 2000), ...says('Done.')]],
    });
    await chat.say('Go');
    assert.deepEqual(chat.notices(), ['Busy.', 'Still busy.', 'Still busy.']);
    assert.deepEqual(chat.noticeMetas(), [
      { notice: 'info', waitUntil: 1000 },
      { notice: 'info', waitUntil: 2000 },
      { notice: 'info' },
    ]);
    const ids = chat.updates.flatMap((each) =>
      'messageId' in each && each._meta !== undefined ? [each.messageId] : [],
    );
    assert.equal(new Set(ids).size, 1);
  });

  it('Cancel of the wait is the cancel of the turn; then Retry is offered', async () => {
    const chat = await startAgent({
      answers: [
        async function* () {
          yield await Promise.resolve(wait('Busy.', 1000));
          await new Promise(() => undefined);
        },
        says('Done.'),
      ],
      onUpdate: () => chat.cancel(),
    });
    assert.equal(await chat.say('Go'), 'cancelled');
    assert.deepEqual(chat.noticeMetas().at(-1), { notice: 'info', action: 'retry' });
    await chat.resume();
    assert.deepEqual(transcript(chat), [['user', 'Go']]);
  });
});

describe('what a turn offered', () => {
  it('is offered again after a command, which may have fixed the problem', async () => {
    const chat = await startAgent({ answers: [fails, says('Done.')] });
    await chat.say('Go');
    for (const typed of ['/cost', '/context', '!ls', '/nonsense']) {
      await chat.say(typed);
      assert.deepEqual(chat.noticeMetas().at(-1), { notice: 'info', action: 'retry' }, typed);
    }
    await chat.resume();
    await chat.say('/cost');
    assert.deepEqual(chat.noticeMetas().at(-1), { notice: 'info' });
  });

  it('is Continue after a limit, and nothing once the chat is cleared', async () => {
    const chat = await startAgent({
      answers: [callsFor({ name: 'core__bash' })],
      settings: { maxIterations: 1 },
    });
    await chat.say('Go');
    await chat.say('/cost');
    assert.deepEqual(chat.noticeMetas().at(-1), { notice: 'info', action: 'continue' });
    await chat.say('/clear');
    await chat.say('/cost');
    assert.deepEqual(chat.noticeMetas().at(-1), { notice: 'info' });
  });
});
