import assert from 'node:assert/strict';
import { inEnglish } from '../../../../../src/core/base/sentence';
import { contextReport, contextShares } from '../../../../../src/core/agent/context/fit-context';
import { nextRequest } from '../../../../../src/core/agent/context/next-request';
import { toolSpec } from '../../../fakes/runner';
import { aTurn, addTurn, longText, type TurnSetup } from './a-turn';

const rules = [
  { path: 'AGENTS.md', scope: '.', text: longText(300), version: '1' },
  { path: 'a|b_c.md', scope: '.', text: longText(200), version: '1' },
];

function fullChat(setup: TurnSetup = {}) {
  const catalog = [toolSpec('core__read', 'read_only')];
  const chat = aTurn({ catalog, workspace: { rules }, ...setup });
  addTurn(chat.history, 1);
  addTurn(chat.history, 2, longText(2_000));
  chat.history.compress(4, longText(100));
  const image = { mediaType: 'image/png', data: 'AAAA' };
  chat.history.addUser({ text: 'look', images: [image] });
  return chat;
}

describe('the report of the context', () => {
  it('names each part that fills it, rules files by their names', () => {
    const chat = fullChat();
    assert.deepEqual(
      contextShares(chat.turn).map(({ name }) => inEnglish(name)),
      [
        'Instructions',
        'Rules: AGENTS.md',
        'Rules: a|b_c.md',
        'Knowledge (summaries)',
        'Tool definitions',
        'Your messages',
        'Images',
        'Answers and calls',
        'Tool results',
      ],
    );
  });

  it('has parts that add up to the request', () => {
    const chat = fullChat();
    const parts = contextShares(chat.turn).reduce((sum, { tokens }) => sum + tokens, 0);
    const whole = chat.budget.estimate(nextRequest(chat.turn));
    assert.ok(Math.abs(parts / whole - 1) < 0.05);
  });

  it('is a table with tokens and shares', () => {
    const chat = fullChat();
    const lines = inEnglish(contextReport(chat.turn)).split('\n');
    assert.match(lines[0] ?? '', /^Context of fake: about 4\.\dk of 91\.8k tokens$/);
    assert.equal(lines[2], '| What fills it | Tokens | Share |');
    assert.ok(lines.includes('| Images | 1.6k | 2% |'));
    assert.ok(lines.some((line) => /^\| Rules: a\\\|b\\_c\.md \| \d+ \| < 1% \|$/.test(line)));
    assert.ok(lines.some((line) => /^\| Free \| 87\.\dk \| 95% \|$/.test(line)));
    for (const line of lines.slice(2, -3)) assert.equal(line.match(/(?<!\\)\|/g)?.length, 4, line);
  });

  const sources: Readonly<Record<string, readonly [TurnSetup, RegExp]>> = {
    'the settings': [{}, /is 100k tokens \(as set in gatehouse\.models\.options\)\. 8\.2k of them/],
    'the provider': [{ facts: { contextSource: 'provider' } }, /\(as reported by its provider\)/],
    nobody: [{ facts: { contextSource: 'assumed' } }, /\(assumed; to change it, set context/],
    'the budget of the user': [
      { budgetTokens: 20_000 },
      /gatehouse\.agent\.contextBudgetTokens limits a request to 20k tokens\./,
    ],
  };
  for (const [name, [setup, words]] of Object.entries(sources)) {
    it(`says where the size comes from: ${name}`, () => {
      const chat = fullChat(setup);
      assert.match(inEnglish(contextReport(chat.turn)), words);
    });
  }

  it('is one sentence when a recording answers', () => {
    const chat = fullChat({ facts: { id: 'replay' } });
    assert.match(inEnglish(contextReport(chat.turn)), /^Replies are recorded[^|]*$/);
  });

  it('is sound for an empty chat', () => {
    const chat = aTurn();
    assert.match(inEnglish(contextReport(chat.turn)), /\| Instructions \|[^|]*\|[^|]*\|\n\| Free/);
  });
});
