import assert from 'node:assert/strict';
import { fitContext } from '../../../../../src/core/agent/context/fit-context';
import { nextRequest } from '../../../../../src/core/agent/context/next-request';
import { says } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { aTurn, addRounds, addTurn, longText, type TurnSetup } from './a-turn';

/** A model that takes 10,000 tokens, of which 2,500 are for the answer. */
function smallChat(setup: TurnSetup = {}) {
  const chat = aTurn({ ...setup, facts: { contextTokens: 10_000, ...setup.facts } });
  return {
    ...chat,
    limit: 7_500,
    size: () => chat.budget.estimate(nextRequest(chat.turn)),
    fit: () => fitContext(chat.turn),
  };
}

function results(count: number, tokens: number): readonly string[] {
  return Array.from({ length: count }, () => longText(tokens));
}

describe('a request that has to fit', () => {
  it('is left alone below 80 %', async () => {
    const chat = smallChat();
    addTurn(chat.history, 1, longText(5_000));
    const before = chat.history.messages();
    assert.deepEqual(await chat.fit(), { ok: true, value: undefined });
    assert.equal(chat.history.messages(), before);
    assert.deepEqual([chat.llm.requests, await chat.notices()], [[], []]);
  });

  it('decision 25: over 80 % old results give way first, down to 60 %', async () => {
    const chat = smallChat();
    chat.history.addUser({ text: 'go' });
    addRounds(chat.history, 1, results(8, 800));
    assert.ok(chat.size() > chat.limit * 0.8);
    assert.ok((await chat.fit()).ok);
    assert.ok(chat.size() <= chat.limit * 0.6);
    assert.deepEqual(chat.llm.requests, []);
    assert.deepEqual(await chat.notices(), [
      'The context was nearly full, so the agent removed 4 old tool results (about 2.9k tokens). The model can read them again.',
    ]);
  });

  it('decision 44: forgets what pruned reads have shown, not what was written', async () => {
    const catalog = [toolSpec('core__read', 'read_only'), toolSpec('core__write', 'state_change')];
    const chat = smallChat({ catalog });
    chat.history.addUser({ text: 'go' });
    addRounds(chat.history, 1, results(8, 800));
    const written = chat.history
      .messages()
      .map((each) =>
        each.role === 'tool' && each.toolCallId === 'c2' ? { ...each, name: 'core__write' } : each,
      );
    chat.history.replace(written);
    await chat.fit();
    assert.deepEqual(chat.runner.asked, ['forget s1 c1,c3,c4']);
  });

  it('decision 25: then older messages become a summary, once', async () => {
    const workspace = { rules: [rulesFile(longText(1_000))] };
    const chat = smallChat({ workspace, answers: [says('What was before.')] });
    for (let turn = 1; turn <= 5; turn += 1) {
      chat.history.addUser({ text: longText(500) });
      chat.history.addAnswer({ text: longText(500) });
    }
    chat.history.addUser({ id: 'now', text: 'go on' });
    assert.ok((await chat.fit()).ok);
    assert.equal(chat.llm.requests.length, 1);
    assert.equal(chat.records[0]?.method, 'triggered');
    assert.deepEqual(chat.history.messages(), [{ role: 'user', id: 'now', text: 'go on' }]);
    assert.ok(chat.size() < chat.limit * 0.6);
  });

  it('a long turn is compressed after its message', async () => {
    const chat = smallChat({ answers: [says('What was done.'), says('And then.')] });
    chat.history.addUser({ id: 'task', text: 'do it all' });
    for (let round = 1; round <= 8; round += 1) {
      addRounds(chat.history, round, ['ok']);
      chat.history.addAnswer({ text: longText(900) });
    }
    addRounds(chat.history, 20, ['the newest']);
    const newest = chat.history.messages().slice(-2);
    assert.ok((await chat.fit()).ok);
    assert.equal(chat.history.messages()[0]?.text, 'do it all');
    assert.deepEqual(chat.history.messages().slice(-2), newest);
    assert.ok(chat.size() < chat.limit * 0.8);
  });

  it('prunes, where the summary was not enough', async () => {
    const chat = smallChat({ answers: [says(longText(30))] });
    addTurn(chat.history, 1, longText(1_500));
    chat.history.addUser({ text: longText(1_500) });
    addRounds(chat.history, 10, [...results(2, 900), ...results(3, 1_000)]);
    assert.ok((await chat.fit()).ok);
    assert.ok(chat.size() <= chat.limit);
  });

  it('keeps to the budget that the user set', async () => {
    const chat = smallChat({ budgetTokens: 3_000, answers: [says('A summary.')] });
    addTurn(chat.history, 1, longText(2_500));
    addTurn(chat.history, 2);
    await chat.fit();
    assert.ok(chat.size() < 3_000 * 0.8);
    const wide = smallChat({ budgetTokens: 1_000_000, answers: [says('One.'), says('Two.')] });
    addTurn(wide.history, 1, longText(6_500));
    addTurn(wide.history, 2);
    await wide.fit();
    assert.equal(wide.records.length, 1);
  });
});

describe('a request that cannot be made to fit', () => {
  it('fails, says what fills the context and what to do, and loses nothing', async () => {
    const chat = smallChat({ workspace: { rules: [rulesFile(longText(2_000))] } });
    chat.history.addUser({ text: longText(9_000) });
    const before = chat.history.messages();
    const done = await chat.fit();
    const message = done.ok ? '' : done.failure.message;
    assert.match(message, /takes about 11\.\dk tokens, and fake takes 7\.5k tokens with room/);
    assert.match(
      message,
      /Most of it: Your messages \(9k tokens\), Rules: AGENTS\.md \(2\.1k tokens\), /,
    );
    assert.match(message, /\/compact or \/clear, or choose a model with a larger context/);
    assert.equal(chat.history.messages(), before);
  });

  it('names the failure of the compression too', async () => {
    const chat = smallChat({ answers: [says('')] });
    addTurn(chat.history, 1, longText(8_000));
    addTurn(chat.history, 2);
    const done = await chat.fit();
    assert.match(done.ok ? '' : done.failure.message, /The summary of fake was empty\./);
  });

  it('continues with a warning while it still fits, and is not tried again in each round', async () => {
    const chat = smallChat({ answers: [says(''), says(''), says('')] });
    addTurn(chat.history, 1, longText(6_000));
    addTurn(chat.history, 2);
    for (let round = 0; round < 3; round += 1) assert.ok((await chat.fit()).ok);
    assert.equal(chat.llm.requests.length, 1);
    assert.equal(
      (await chat.notices()).filter((text) => text.includes('the turn continues')).length,
      1,
    );
    chat.history.addAnswer({ text: longText(800) });
    assert.ok((await chat.fit()).ok);
    assert.equal(chat.llm.requests.length, 2);
  });

  it('ends as cancelled when the user stops it', async () => {
    const chat = smallChat({
      answers: [
        async function* () {
          chat.stop();
          yield await Promise.resolve({ type: 'text' as const, text: 'half' });
        },
      ],
    });
    addTurn(chat.history, 1, longText(8_000));
    addTurn(chat.history, 2);
    const before = chat.history.messages();
    const done = await chat.fit();
    assert.equal(done.ok ? '' : done.failure.errorCode, 'cancelled');
    assert.equal(chat.history.messages(), before);
  });
});

function rulesFile(text: string) {
  return { path: 'AGENTS.md', scope: '.', text, version: '1' };
}
