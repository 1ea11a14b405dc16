import assert from 'node:assert/strict';
import { inEnglish, say } from '../../../../../src/core/base/sentence';
import {
  costText,
  tokenCount,
  tokensText,
  Spending,
} from '../../../../../src/core/agent/conversation/spending';
import { gatehouseMeta } from '../../../../../src/core/contracts/chats/acp';
import type { TokenUsage } from '../../../../../src/core/contracts/chats/messages';
import { fakeFacts, type FakeAnswer } from '../../../fakes/llm';
import { startAgent } from '../start-agent';

const prices = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const priced = fakeFacts({ prices });
const noEstimate = { inputTokens: 0, outputTokens: 0 };
const noLimits = { tokensPerTurn: 0, tokensPerChat: 0, costPerTurn: 0, costPerChat: 0 };

describe('amounts', () => {
  const tokens = [
    [0, '0'],
    [950, '950'],
    [1000, '1k'],
    [12_345, '12.3k'],
    [999_960, '1M'],
    [1_250_000, '1.3M'],
  ] as const;
  for (const [count, text] of tokens) {
    it(`writes ${count} tokens as ${text}`, () => {
      assert.equal(inEnglish(tokenCount(count)), text);
    });
  }

  it('knows one token from many', () => {
    assert.deepEqual([tokensText(1), tokensText(2)].map(inEnglish), ['1 token', '2 tokens']);
  });

  const costs = [
    [0, '$0.00'],
    [0.00001, 'under $0.0001'],
    [0.0123, '$0.0123'],
    [0.5, '$0.50'],
    [1.239, '$1.24'],
  ] as const;
  for (const [cost, text] of costs) {
    it(`writes ${cost} dollars as ${text}`, () => {
      assert.equal(inEnglish(costText(cost)), text);
    });
  }
});

describe('spending', () => {
  it('counts what was cached at its own price', () => {
    const spending = new Spending();
    spending.add(
      priced,
      { inputTokens: 10_000, outputTokens: 1_000, cacheReadTokens: 6_000, cacheWriteTokens: 2_000 },
      noEstimate,
    );
    const { cost = 0, cacheReadTokens, estimated } = spending.totals();
    // 2,000 plain, 6,000 read, 2,000 written, 1,000 out.
    assert.equal(cost.toFixed(6), ((6000 + 1800 + 7500 + 15_000) / 1_000_000).toFixed(6));
    assert.equal(cacheReadTokens, 6_000);
    assert.equal(estimated, false);
  });

  it('counts what was cached as input where it has no price of its own', () => {
    const spending = new Spending();
    const facts = fakeFacts({ prices: { input: 2, output: 8 } });
    spending.add(facts, { inputTokens: 1000, cacheReadTokens: 900, outputTokens: 0 }, noEstimate);
    assert.equal(spending.totals().cost, 0.002);
  });

  it('replaces unknown numbers by estimates, and says so', () => {
    const spending = new Spending();
    spending.add(priced, { outputTokens: 5 }, { inputTokens: 70, outputTokens: 99 });
    const { inputTokens, outputTokens, estimated } = spending.totals();
    assert.deepEqual([inputTokens, outputTokens, estimated], [70, 5, true]);
  });

  for (const absurd of [Number.NaN, -5, Infinity]) {
    it(`takes ${absurd} tokens for a number that was not given`, () => {
      const spending = new Spending();
      const usage = { inputTokens: absurd, outputTokens: absurd, cacheReadTokens: absurd };
      spending.add(priced, usage, { inputTokens: 10, outputTokens: 2 });
      const { inputTokens, outputTokens, cacheReadTokens, cost, estimated } = spending.totals();
      assert.deepEqual([inputTokens, outputTokens, cacheReadTokens], [10, 2, 0]);
      assert.equal(cost, (10 * 3 + 2 * 15) / 1_000_000);
      assert.equal(estimated, true);
    });
  }

  it('counts no more from the cache than was read', () => {
    const spending = new Spending();
    const usage = { inputTokens: 10, outputTokens: 0, cacheReadTokens: 9e9, cacheWriteTokens: 9e9 };
    spending.add(priced, usage, noEstimate);
    assert.equal(spending.totals().cacheReadTokens, 10);
    assert.equal(spending.totals().cost, (10 * 0.3) / 1_000_000);
  });

  it('shows no cost once a model without a price has answered', () => {
    const spending = new Spending();
    const usage = { inputTokens: 1000, outputTokens: 0 };
    spending.add(priced, usage, noEstimate);
    assert.equal(spending.totals().cost, 0.003);
    spending.add(fakeFacts(), usage, noEstimate);
    assert.equal(spending.totals().cost, undefined);
    assert.equal(spending.totals().inputTokens, 2000);
  });

  it('counts each turn for itself', () => {
    const spending = new Spending();
    const usage = { inputTokens: 100, outputTokens: 10 };
    spending.beginTurn();
    spending.add(priced, usage, noEstimate);
    spending.beginTurn();
    spending.add(priced, usage, noEstimate);
    const { turnTokens, inputTokens } = spending.totals();
    assert.deepEqual([turnTokens, inputTokens], [110, 200]);
  });

  const limits = [
    ['tokensPerTurn', 1000, /this message has used 1.5k tokens; .*tokensPerTurn is 1k/],
    ['tokensPerChat', 1500, /this chat has used 1.5k tokens; .*tokensPerChat is 1.5k/],
    ['costPerTurn', 0.01, /this message has cost \$0.0105; .*costPerTurn is \$0.01/],
    ['costPerChat', 0.01, /this chat has cost \$0.0105; .*costPerChat is \$0.01/],
  ] as const;
  for (const [name, limit, words] of limits) {
    it(`stops at gatehouse.limits.${name}, and holds for as much again`, () => {
      const spending = new Spending();
      const set = { ...noLimits, [name]: limit };
      const usage: TokenUsage = { inputTokens: 1000, outputTokens: 500 };
      assert.equal(spending.reached(set), undefined);
      spending.add(priced, usage, noEstimate);
      assert.match(inEnglish(spending.reached(set) ?? say`none`), words);
      spending.allowMore(set);
      assert.equal(spending.reached(set), undefined);
      spending.add(priced, usage, noEstimate);
      assert.notEqual(spending.reached(set), undefined);
    });
  }

  it('what was allowed for one turn does not hold for the next, for the chat it does', () => {
    const spending = new Spending();
    const set = { ...noLimits, tokensPerTurn: 100, tokensPerChat: 150 };
    const usage = { inputTokens: 150, outputTokens: 0 };
    spending.add(priced, usage, noEstimate);
    spending.allowMore(set);
    spending.beginTurn();
    spending.add(priced, { inputTokens: 100, outputTokens: 0 }, noEstimate);
    assert.match(inEnglish(spending.reached(set) ?? say`none`), /tokensPerTurn/);
    assert.equal(spending.reached({ ...set, tokensPerTurn: 0 }), undefined);
  });

  it('forgets all when it is cleared', () => {
    const spending = new Spending();
    spending.add(priced, { inputTokens: 100, outputTokens: 10 }, noEstimate);
    spending.clear();
    const { inputTokens, cost } = spending.totals();
    assert.deepEqual([inputTokens, cost], [0, undefined]);
  });
});

describe('usage of a chat', () => {
  const uses = (text: string, usage: TokenUsage): FakeAnswer => [
    { type: 'text', text },
    { type: 'finish', reason: 'stop', calls: [], usage },
  ];

  it('names what is reserved for the answer, unless the limit of the user is lower', async () => {
    const reserved = async (contextBudgetTokens: number) => {
      const answers = [uses('Hi.', {})];
      const chat = await startAgent({ answers, settings: { contextBudgetTokens } });
      await chat.say('Go');
      return gatehouseMeta(chat.usages()[0]?._meta)?.['reservedTokens'];
    };
    assert.deepEqual([await reserved(0), await reserved(50_000)], [8192, undefined]);
  });

  it('is reported after each answer, with context, cost and totals', async () => {
    const chat = await startAgent({
      answers: [uses('Hi.', { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 500 })],
      facts: { prices },
      settings: { contextBudgetTokens: 50_000 },
    });
    await chat.say('Go');
    const [usage] = chat.usages();
    assert.equal(usage?.size, 50_000);
    assert.ok(usage.used > 0);
    assert.equal(usage.cost?.currency, 'USD');
    assert.equal(usage.cost.amount.toFixed(5), '0.00315');
    assert.deepEqual(usage._meta?.['gatehouse'], {
      inputTokens: 1000,
      outputTokens: 100,
      cacheReadTokens: 500,
      turnTokens: 1100,
      turnCost: usage.cost.amount,
      estimated: false,
    });
  });

  it('has no cost where the model has no price, and estimates where nothing is reported', async () => {
    const chat = await startAgent({ answers: [uses('Hello there.', {})] });
    await chat.say('Go');
    const [usage] = chat.usages();
    assert.equal(usage?.cost, undefined);
    assert.match(JSON.stringify(usage?._meta), /"estimated":true/);
    assert.doesNotMatch(JSON.stringify(usage?._meta), /"outputTokens":0/);
  });

  it('stops before the next round at a limit and continues when the user allows more', async () => {
    const usage = { inputTokens: 900, outputTokens: 200 };
    const chat = await startAgent({
      answers: [uses('One.', usage), uses('Two.', usage), uses('Three.', usage)],
      settings: { limits: { ...noLimits, tokensPerChat: 1000 } },
    });
    assert.equal(await chat.say('Go'), 'end_turn');
    assert.equal(await chat.say('More'), 'max_turn_requests');
    assert.match(chat.notices()[0] ?? '', /this chat has used 1.1k tokens; .*tokensPerChat is 1k/);
    assert.deepEqual(chat.noticeMetas(), [{ notice: 'warning', action: 'continue' }]);
    assert.equal(await chat.resume(), 'end_turn');
    assert.equal(chat.said(), 'One.Two.');
    assert.equal(await chat.say('And more'), 'max_turn_requests');
  });

  it('Retry after a failure allows nothing more', async () => {
    const broken: FakeAnswer = [
      { type: 'text', text: 'Hm' },
      {
        type: 'error',
        failure: {
          errorCode: 'execution',
          category: 'server_error',
          message: 'Broke.',
          suggestion: '',
          retryable: true,
        },
        usage: { inputTokens: 2000, outputTokens: 10 },
      },
    ];
    const chat = await startAgent({
      answers: [broken, uses('Done.', {})],
      settings: { limits: { ...noLimits, tokensPerTurn: 1000 } },
    });
    await chat.say('Go');
    assert.equal(await chat.resume(), 'max_turn_requests');
    assert.equal(await chat.resume(), 'end_turn');
  });

  it('says once that a limit in dollars cannot hold for a model without prices', async () => {
    const chat = await startAgent({
      answers: [uses('One.', {}), uses('Two.', {})],
      settings: { limits: { ...noLimits, costPerTurn: 1 } },
    });
    await chat.say('Go');
    await chat.say('More');
    assert.equal(chat.notices().length, 1);
    assert.match(chat.notices()[0] ?? '', /gatehouse\.limits\.costPerTurn .*"prices" for "fake"/);
  });

  it('says nothing of that where no dollars are limited, or prices are known', async () => {
    for (const [limits, facts] of [
      [{ ...noLimits, tokensPerTurn: 9e9 }, {}],
      [{ ...noLimits, costPerChat: 1 }, { prices }],
    ] as const) {
      const chat = await startAgent({ answers: [uses('One.', {})], settings: { limits }, facts });
      await chat.say('Go');
      assert.deepEqual(chat.notices(), []);
    }
  });
});
