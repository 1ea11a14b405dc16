import assert from 'node:assert/strict';
import { failure } from '../../../../../src/core/contracts/failure';
import { callsFor, says, type FakeAnswer } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { longText } from '../context/a-turn';
import { startAgent } from '../start-agent';

const catalog = [toolSpec('core__read', 'read_only')];
const category = 'invalid_parameters';
const cause = failure('execution', 'The conversation is too long.', { category });
const refused: FakeAnswer = [{ type: 'error', failure: cause, tooLong: true }];

function start(...answers: readonly FakeAnswer[]) {
  return startAgent({
    answers: [callsFor({ name: 'core__read' }), says('Read.'), ...answers],
    run: () => ({ text: longText(2000) }),
    catalog,
  });
}

describe('a provider that refuses a request as too long', () => {
  it('is sent a compressed one, once, and the turn continues', async () => {
    const chat = await start(refused, says('Summary.'), says('Here.'));
    await chat.say('Read it');
    assert.equal(await chat.say('And now?'), 'end_turn');
    assert.equal(chat.said(), 'Read.Here.');
    assert.deepEqual(
      chat.lastMessages().map(({ text }) => text),
      ['And now?'],
    );
    assert.match(chat.notices().at(-1) ?? '', /^Compressed, because the context was/);
    assert.ok(!chat.notices().includes(cause.message));
  });

  it('that refuses the smaller one too ends the turn with the remedy', async () => {
    const chat = await start(refused, says('Summary.'), refused, says('not asked'));
    await chat.say('Read it');
    await chat.say('And now?');
    assert.equal(chat.llm.requests.length, 5);
    assert.match(chat.notices().at(-1) ?? '', /^The conversation is too long\. .*\/compact/);
    assert.deepEqual(chat.noticeMetas().at(-1), { notice: 'error', action: 'retry' });
  });

  it('ends the turn where there is nothing to compress, and nothing of it is lost', async () => {
    const chat = await startAgent({ answers: [refused, says('Done.')] });
    await chat.say('Go');
    assert.equal(chat.llm.requests.length, 1);
    assert.match(chat.notices()[0] ?? '', /^The conversation is too long\./);
    await chat.resume();
    assert.deepEqual(chat.lastMessages(), [{ role: 'user', text: 'Go' }]);
  });

  it('Stop during that compression ends the turn as stopped', async () => {
    const chat = await start(refused, async function* () {
      await chat.cancel();
      yield* says('Summary.');
    });
    await chat.say('Read it');
    assert.equal(await chat.say('And now?'), 'cancelled');
    assert.equal(chat.llm.requests.length, 4);
    assert.ok(!chat.notices().includes(cause.message));
  });
});
