import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { MessageHistory } from '../../../../../src/core/agent/history/message-history';
import { aCall, anAnswer, brokenPairs, steps, take } from './a-conversation';

describe('the history', () => {
  it('answers every call exactly once, whatever happens (decision 21)', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        let history = new MessageHistory();
        taken.forEach((step, at) => {
          history = take(history, step, at);
          assert.deepEqual(brokenPairs(history.messages()), []);
        });
      }),
    );
  });

  it('fills a missing answer in neutral words, and takes the first of two', () => {
    const history = new MessageHistory();
    history.addUser({ text: 'go' });
    const answers = [anAnswer('b', 'first'), anAnswer('b', 'second'), anAnswer('z', 'of none')];
    history.addRound({ text: '' }, [aCall('a'), aCall('b')], answers);
    const [missing, given, ...more] = history.messages().slice(2);
    assert.equal(missing?.role === 'tool' && missing.status, 'cancelled');
    assert.match(missing?.text ?? '', /^\[tool_error\]\ncategory: cancelled\nerror: The result/);
    assert.equal(given?.text, 'first');
    assert.deepEqual(more, []);
  });

  it('keeps a call id that comes twice in one answer once', () => {
    const history = new MessageHistory();
    const calls = [aCall('a', 'core__read', '{"path":"1"}'), aCall('a', 'core__read', '{}')];
    history.addRound({ text: '' }, calls, [anAnswer('a')]);
    const [asked, ...answers] = history.messages();
    assert.deepEqual(asked?.role === 'assistant' && asked.calls, [calls[0]]);
    assert.deepEqual(answers, [anAnswer('a')]);
  });

  it('leaves no message of a blank answer, and keeps thinking with the one it belongs to', () => {
    const history = new MessageHistory();
    const thinking = [{ wire: 'anthropic', block: { type: 'thinking', signature: 's' } }];
    history.addAnswer({ text: ' \n' });
    history.addBroken({ text: '' });
    history.addAnswer({ text: 'hello', thinking });
    assert.deepEqual(history.messages(), [
      { role: 'assistant', text: 'hello', calls: [], thinking },
    ]);
  });

  it('gives the same array until something changes, and never changes one it gave', () => {
    const history = aTurn(new MessageHistory(), 1);
    const before = history.messages();
    const copy = [...before];
    assert.equal(history.messages(), before);
    aTurn(history, 2);
    history.compress(4, 'summary');
    assert.deepEqual(before, copy);
  });

  it('takes ten thousand messages without copying them for each', () => {
    const history = new MessageHistory();
    for (let turn = 0; turn < 2_500; turn += 1) aTurn(history, turn);
    assert.equal(history.messages().length, 10_000);
    assert.equal(history.before('m1250')?.messages().length, 5_000);
    history.compress(9_996, 'summary');
    assert.equal(history.messages().length, 4);
  });

  it('is empty after it is cleared', () => {
    const history = aTurn(aTurn(new MessageHistory(), 1), 2);
    history.compress(4, 'summary');
    history.clear();
    assert.deepEqual([history.messages(), history.knowledge()], [[], []]);
  });
});

describe('a history that is resumed', () => {
  it('takes back the answer that broke off', () => {
    const history = new MessageHistory();
    history.addUser({ id: 'm1', text: 'go' });
    history.addBroken({ text: 'I was about to' });
    assert.equal(history.messages().length, 2);
    assert.equal(history.resume(), true);
    assert.deepEqual(history.messages(), [{ role: 'user', id: 'm1', text: 'go' }]);
    assert.equal(history.resume(), true);
  });

  it('keeps the rounds that were completed', () => {
    const history = new MessageHistory();
    history.addUser({ text: 'go' });
    history.addRound({ text: '' }, [aCall('a')], [anAnswer('a')]);
    history.addBroken({ text: 'and then' });
    assert.equal(history.resume(), true);
    assert.deepEqual(history.messages().slice(2), [anAnswer('a')]);
  });

  it('keeps a broken answer that the user has answered', () => {
    const history = new MessageHistory();
    history.addUser({ text: 'go' });
    history.addBroken({ text: 'half' });
    history.addUser({ text: 'go on' });
    assert.equal(history.resume(), true);
    assert.equal(history.messages().length, 3);
  });

  it('has nothing to go on with when it is empty or answered', () => {
    const history = new MessageHistory();
    assert.equal(history.resume(), false);
    aTurn(history, 1);
    assert.equal(history.resume(), false);
    assert.equal(history.messages().length, 4);
  });
});

describe('a history before a message', () => {
  it('is a copy of its own', () => {
    const history = aTurn(aTurn(new MessageHistory(), 1), 2);
    const fork = history.before('m2');
    assert.deepEqual(fork?.messages(), history.messages().slice(0, 4));
    fork.addUser({ text: 'another way' });
    history.addUser({ text: 'on' });
    assert.deepEqual([fork.messages().length, history.messages().length], [5, 9]);
  });

  it('is undefined for a message that is not there, or was compressed', () => {
    const history = aTurn(aTurn(new MessageHistory(), 1), 2);
    history.compress(4, 'turn 1');
    assert.equal(history.before('m9'), undefined);
    assert.equal(history.before('m1'), undefined);
  });

  it('knows the summaries of what was before it, and no other', () => {
    const history = aTurn(aTurn(new MessageHistory(), 1), 2);
    history.compress(4, 'turn 1');
    history.compress(3, 'the round of turn 2', 1);
    assert.deepEqual(history.before('m2')?.knowledge(), ['turn 1']);
    aTurn(history, 3);
    assert.deepEqual(history.before('m3')?.knowledge(), ['turn 1', 'the round of turn 2']);
    assert.deepEqual(history.before('m2')?.knowledge(), ['turn 1']);
  });

  it('leaves out summaries of later rounds when earlier messages are still there', () => {
    const history = aTurn(aTurn(new MessageHistory(), 1), 2);
    history.compress(7, 'the round of turn 2', 5);
    const { length } = history.messages();
    assert.equal(length, 6);
    assert.deepEqual(history.before('m1')?.knowledge(), []);
    assert.deepEqual(history.before('m2')?.knowledge(), []);
    assert.equal(history.before('m2')?.messages().length, 4);
    history.compress(4, 'turn 1');
    assert.deepEqual(history.before('m2')?.knowledge(), ['turn 1']);
  });
});

describe('a history that is compressed', () => {
  it('000-compress-2: appends to the Knowledge block, never replaces it', () => {
    const history = aTurn(aTurn(aTurn(new MessageHistory(), 1), 2), 3);
    history.compress(4, 'one');
    history.compress(4, 'two');
    assert.deepEqual(history.knowledge(), ['one', 'two']);
    assert.deepEqual(history.messages()[0], { role: 'user', id: 'm3', text: 'question 3' });
  });

  it('refuses to split a call from its answer, and ranges that are none', () => {
    const history = aTurn(aTurn(new MessageHistory(), 1), 2);
    const messages = history.messages();
    for (const count of [2, 0, -1, 9, 1.5, NaN]) {
      assert.throws(() => history.compress(count, 'summary'), /complete rounds/);
    }
    assert.throws(() => history.compress(6, 'summary', 5), /complete rounds/);
    assert.throws(() => history.compress(8, 'summary', 6), /complete rounds/);
    assert.deepEqual([history.messages(), history.knowledge()], [messages, []]);
  });

  it('never removes the last message of the user', () => {
    const history = aTurn(aTurn(new MessageHistory(), 1), 2);
    for (const [count, from] of [
      [8, 0],
      [5, 0],
      [5, 4],
      [4, 1],
    ]) {
      assert.throws(() => history.compress(count ?? 0, 'summary', from), /last message/);
    }
    assert.equal(history.messages().length, 8);
  });
});

describe('answers that are put in place of others', () => {
  it('changes answers of the same calls', () => {
    const history = aTurn(new MessageHistory(), 1);
    const pruned = history
      .messages()
      .map((each) => (each.role === 'tool' ? { ...each, text: 'pruned' } : each));
    history.replace(pruned);
    assert.equal(history.messages()[2]?.text, 'pruned');
  });

  it('refuses another length, another call and another message', () => {
    const history = aTurn(new MessageHistory(), 1);
    const messages = history.messages();
    const others = [
      messages.slice(1),
      messages.map((each) => (each.role === 'tool' ? anAnswer('other') : each)),
      messages.map((each) => (each.role === 'user' ? { ...each, text: 'x' } : each)),
    ];
    for (const other of others) assert.throws(() => history.replace(other), /same calls/);
    assert.equal(history.messages(), messages);
  });
});

/** Four messages: a question, a call and its result, an answer. */
function aTurn(history: MessageHistory, number: number): MessageHistory {
  const id = String(number);
  history.addUser({ id: `m${id}`, text: `question ${id}` });
  history.addRound({ text: '' }, [aCall(`c${id}`)], [anAnswer(`c${id}`)]);
  history.addAnswer({ text: `answer ${id}` });
  return history;
}
