import assert from 'node:assert/strict';
import { readObject } from '../../../../../src/core/wire/codec/json-fields';
import { callsFor, says } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { startAgent } from '../start-agent';

const catalog = [toolSpec('core__bash', 'state_change')];
const bash = (id: string) => callsFor({ id, name: 'core__bash' });
const sessionIn = (value: unknown) =>
  readObject(readObject(value, '_meta'), 'gatehouse')?.['session'];

describe('a fork that is stored', () => {
  it('decision 42: names the session of each call it took over, and of no other', async () => {
    const answers = [bash('c1'), says('A'), says('B'), bash('c2'), says('C'), says('D')];
    const chat = await startAgent({ answers, catalog });
    const first = chat.sessionId;
    await chat.sayIn(first, 'One', { messageId: 'm1' });
    await chat.sayIn(first, 'Two', { messageId: 'm2' });
    const second = await chat.fork('m2');
    await chat.sayIn(second, 'Two, better', { messageId: 'm3' });
    await chat.sayIn(second, 'Three', { messageId: 'm4' });
    const third = await chat.fork('m4', second);
    const calls = (id: string) =>
      chat.conversations
        .stored(id)
        ?.entries.filter(({ key }) => key.startsWith('call:'))
        .map(({ key, value }) => [key, sessionIn(value)]);
    assert.deepEqual(calls(first), [['call:c1', undefined]]);
    assert.deepEqual(calls(third), [
      ['call:c1', first],
      ['call:c2', second],
    ]);
    const { conversations } = chat;
    const next = await startAgent({ conversations, catalog, idPrefix: 'next' });
    await next.load(third);
    const sent = next.updatesOf(third).filter((each) => 'toolCallId' in each);
    assert.deepEqual(sent.map(sessionIn), [first, second]);
  });
});
