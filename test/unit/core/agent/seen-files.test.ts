import assert from 'node:assert/strict';
import { failure } from '../../../../src/core/contracts/failure';
import { callsFor, createFakeLlm, says } from '../../fakes/llm';
import { outcomeOf, toolSpec, type FakeRun } from '../../fakes/runner';
import { longText } from './context/a-turn';
import { startAgent, type StartedAgent } from './start-agent';

const catalog = [toolSpec('core__read', 'read_only')];
const read = callsFor({ id: 'c1', name: 'core__read' });
const long = { text: longText(800) };

/** Ids that the pipeline was told to forget, in one session. */
function forgotten(chat: StartedAgent, session = chat.sessionId): readonly string[] {
  const begin = `forget ${session} `;
  return chat.runner.asked.flatMap((each) =>
    each.startsWith(begin) ? each.slice(begin.length).split(',') : [],
  );
}

function lastId(chat: StartedAgent): string {
  return chat.runner.calls.at(-1)?.toolCallId ?? '';
}

describe('decision 44: what leaves the context must be read again', () => {
  it('what ran in place of a call that the user edited', async () => {
    const run: FakeRun = (call) => (call.toolCallId === 'c1' ? { edited: { args: '{}' } } : long);
    const chat = await startAgent({
      answers: [read, says('ok'), says('ok'), says('Summary.')],
      run,
      catalog,
    });
    await chat.say('Read it');
    const edited = lastId(chat);
    await chat.say('And?');
    await chat.say('/compact');
    assert.notEqual(edited, 'c1');
    assert.deepEqual(forgotten(chat), ['c1', edited]);
  });

  it('what ran in place of a call whose arguments were corrected', async () => {
    const wrong = failure('validation', 'path: missing');
    const run: FakeRun = (call) =>
      call.attempt === 0 ? { ...outcomeOf(call, {}), status: 'failed', failure: wrong } : long;
    const chat = await startAgent({
      answers: [read, says('ok'), says('ok'), says('Summary.')],
      run,
      catalog,
      settings: { reformatModel: 'small' },
      models: { small: createFakeLlm([says('{"arguments":{"path":"a"}}')]) },
    });
    await chat.say('Read it');
    const corrected = lastId(chat);
    await chat.say('And?');
    await chat.say('/compact');
    assert.deepEqual(forgotten(chat), ['c1', corrected]);
  });

  it('calls that the user ran and sent with a message', async () => {
    const chat = await startAgent({
      answers: [says('ok'), says('ok'), says('Summary.')],
      run: () => long,
    });
    await chat.say('/tool read {"path":"a"}');
    await chat.say('Why?');
    await chat.say('And?');
    await chat.say('/compact');
    assert.deepEqual(forgotten(chat), [lastId(chat)]);
  });

  it('in a fork too, where it has left the context since the message was sent', async () => {
    const chat = await startAgent({
      answers: [read, says('ok'), says('ok'), says('Summary.')],
      run: () => long,
      catalog,
    });
    await chat.sayIn(chat.sessionId, 'Read it', { messageId: 'm1' });
    await chat.sayIn(chat.sessionId, 'And?', { messageId: 'm2' });
    await chat.say('/compact');
    const fork = await chat.fork('m2');
    assert.deepEqual(forgotten(chat, fork), ['c1']);
  });
});
