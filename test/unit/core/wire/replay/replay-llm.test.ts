import assert from 'node:assert/strict';
import type { ChatMessage, ToolMessage } from '../../../../../src/core/contracts/chats/messages';
import type { LlmEvent } from '../../../../../src/core/ports/llm';
import type { RecordedCall, Recording } from '../../../../../src/core/wire/replay/recording';
import { createReplayLlm } from '../../../../../src/core/wire/replay/replay-llm';
import { createFakeClock } from '../../../fakes/clock';

const test: RecordedCall = {
  tool: 'core__bash',
  args: { command: 'npm test' },
  expect: { status: 'failed', exitCode: 1 },
};
const read: RecordedCall = {
  tool: 'core__read',
  args: { path: 'src/cart.js' },
  expect: { status: 'completed' },
};

const recording: Recording = {
  title: 'A demo',
  turns: [
    {
      user: 'Fix it',
      steps: [
        { text: 'I run the tests first.', calls: [test, read] },
        { text: 'Done.', calls: [] },
      ],
    },
    { user: 'Thanks', steps: [{ text: 'You are welcome.', calls: [] }] },
  ],
};

const user: ChatMessage = { role: 'user', text: 'anything at all' };
const asked: ChatMessage = {
  role: 'assistant',
  text: 'I run the tests first.',
  calls: [
    { toolCallId: 'r1', wireId: 'r1', name: 'core__bash', argsText: '{}' },
    { toolCallId: 'r2', wireId: 'r2', name: 'core__read', argsText: '{}' },
  ],
};

function answer(id: string, more: Partial<ToolMessage>): ToolMessage {
  const name = id === 'r1' ? 'core__bash' : 'core__read';
  return {
    role: 'tool',
    toolCallId: id,
    wireId: id,
    name,
    text: '',
    status: 'completed',
    ...more,
  };
}

const asRecorded = [answer('r1', { status: 'failed', exitCode: 1 }), answer('r2', {})];

async function play(
  messages: readonly ChatMessage[],
  signal = new AbortController().signal,
): Promise<LlmEvent[]> {
  const llm = createReplayLlm({ recording, clock: createFakeClock(), wordMs: 0 });
  const events: LlmEvent[] = [];
  for await (const event of llm.stream({ system: [], messages, tools: [] }, signal)) {
    events.push(event);
  }
  return events;
}

function textOf(events: readonly LlmEvent[]): string {
  return events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
}

async function stopMessage(answers: readonly ToolMessage[]): Promise<string> {
  const last = (await play([user, asked, ...answers])).at(-1);
  return last?.type === 'error' ? last.failure.message : '';
}

describe('replay', () => {
  it('leaves it to the panel to say that there is no model', async () => {
    const events = [...(await play([user])), ...(await play([user, asked, ...asRecorded]))];
    assert.deepEqual(
      events.filter((event) => event.type === 'notice'),
      [],
    );
  });

  it('says of itself that no model is asked', () => {
    const { facts } = createReplayLlm({ recording, clock: createFakeClock(), wordMs: 0 });
    assert.deepEqual([facts.id, facts.label, facts.tools], ['replay', 'Replay: A demo', 'native']);
    assert.deepEqual(facts.lacks, ['a model', 'token usage']);
  });

  it('streams the recorded text in small pieces and asks for the recorded calls', async () => {
    const events = await play([user]);
    assert.equal(textOf(events), 'I run the tests first.');
    assert.equal(events.filter((event) => event.type === 'text').length, 5);
    const end = events.at(-1);
    assert.equal(end?.type, 'finish');
    assert.equal(end.reason, 'tool_calls');
    assert.deepEqual(
      end.calls.map((call) => [call.wireId, call.name, call.argsText]),
      [
        ['replay-1-1-1', 'core__bash', '{"command":"npm test"}'],
        ['replay-1-1-2', 'core__read', '{"path":"src/cart.js"}'],
      ],
    );
  });

  it('continues when every call ended as recorded', async () => {
    assert.equal(textOf(await play([user, asked, ...asRecorded])), 'Done.');
  });

  it('plays the next turn at the next message, whatever it says', async () => {
    const messages = [user, asked, ...asRecorded, user];
    assert.equal(textOf(await play(messages)), 'You are welcome.');
  });

  it('says that the recording has ended', async () => {
    assert.match(textOf(await play([user, user, user])), /has ended/);
  });

  const mismatches: readonly (readonly [string, readonly ToolMessage[], string])[] = [
    [
      'another exit code',
      [answer('r1', { status: 'completed', exitCode: 0 }), answer('r2', {})],
      'Replay stopped: `npm test` was recorded with exit code 1 but ended with 0.',
    ],
    [
      'no exit code',
      [answer('r1', { status: 'failed' }), answer('r2', {})],
      'Replay stopped: `npm test` was recorded with exit code 1 but ended without one.',
    ],
    [
      'a cancelled call',
      [answer('r1', { status: 'cancelled' }), answer('r2', {})],
      'Replay stopped: `npm test` was recorded as failed but was cancelled.',
    ],
    [
      'a denied call',
      [answer('r1', { status: 'failed', exitCode: 1 }), answer('r2', { status: 'failed' })],
      'Replay stopped: `core__read src/cart.js` was recorded as completed but failed or was refused.',
    ],
    [
      'a call that was not run',
      [answer('r1', { status: 'failed', exitCode: 1 })],
      'Replay stopped: `core__read src/cart.js` was recorded as completed but was not run.',
    ],
  ];
  for (const [title, answers, message] of mismatches) {
    it(`stops visibly at ${title}`, async () => {
      assert.equal(await stopMessage(answers), message);
    });
  }

  it('stops between words when the user stops it', async () => {
    const controller = new AbortController();
    const clock = createFakeClock();
    const llm = createReplayLlm({ recording, clock, wordMs: 50 });
    const events: LlmEvent[] = [];
    for await (const event of llm.stream(
      { system: [], messages: [user], tools: [] },
      controller.signal,
    )) {
      events.push(event);
      if (event.type === 'text') controller.abort();
    }
    assert.equal(textOf(events), 'I ');
    assert.equal(events.at(-1)?.type, 'error');
  });

  it('waits between words by the clock', async () => {
    const clock = createFakeClock();
    const llm = createReplayLlm({ recording, clock, wordMs: 50 });
    const stream = llm.stream(
      { system: [], messages: [user], tools: [] },
      new AbortController().signal,
    );
    const items = stream[Symbol.asyncIterator]();
    await items.next();
    let second = '';
    const pending = items.next().then(({ value }: { value?: LlmEvent }) => {
      second = value?.type === 'text' ? value.text : '';
    });
    await Promise.resolve();
    assert.equal(second, '');
    clock.advance(50);
    await pending;
    assert.equal(second, 'run ');
  });
});
