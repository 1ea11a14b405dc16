import { say } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type { ChatMessage } from '../../../../../src/core/contracts/chats/messages';
import type { ToolSpec } from '../../../../../src/core/contracts/tool-spec';
import { ContextBudget } from '../../../../../src/core/agent/conversation/context-budget';
import { aCall, anAnswer } from '../history/a-conversation';

const words = 'some words of a message '.repeat(100);

function requestOf(...messages: readonly ChatMessage[]) {
  return { system: ['You are an agent.', 'Rules.'], messages, tools: [] };
}

const tool: ToolSpec = {
  name: 'core__read',
  title: say`Do`,
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  effect: 'read_only',
  traits: [],
  redaction: [],
};

describe('the context budget', () => {
  it('counts system, messages, calls, answers, thinking, images and tools', () => {
    const budget = new ContextBudget();
    const user: ChatMessage = { role: 'user', text: words };
    const tokensOf = (message: ChatMessage) => budget.estimate(requestOf(message));
    const plain = tokensOf(user);
    const image = { mediaType: 'image/png', data: 'A'.repeat(100_000) };
    assert.ok(budget.estimate({ system: [words] }) > 400);
    assert.equal(tokensOf({ ...user, images: [image] }) - plain, 1_600);
    const answer: ChatMessage = { role: 'assistant', text: words, calls: [] };
    assert.equal(tokensOf(answer), plain);
    const call = aCall('a', 'core__write', JSON.stringify({ content: words }));
    assert.ok(tokensOf({ ...answer, calls: [call] }) > plain * 1.9);
    const thinking = [{ wire: 'anthropic', block: { type: 'thinking', thinking: words } }];
    assert.ok(tokensOf({ ...answer, thinking }) > plain * 1.9);
    assert.ok(tokensOf(anAnswer('a', words)) > plain);
    assert.ok(budget.estimate({ ...requestOf(user), tools: [tool] }) > plain + 30);
  });

  it('adds up: the parts of a request are its whole', () => {
    const budget = new ContextBudget();
    const messages = [anAnswer('a', words), anAnswer('b', 'short')];
    const parts = [{ system: ['Rules.'] }, ...messages.map((each) => ({ messages: [each] }))];
    const whole = { system: ['Rules.'], messages, tools: [] };
    const sum = parts.reduce((total, part) => total + budget.estimate(part), 0);
    assert.equal(budget.estimate(whole), sum);
  });

  it('reads a message once, however often it is asked', () => {
    const budget = new ContextBudget();
    let reads = 0;
    const watched: ChatMessage = {
      role: 'user',
      get text() {
        reads += 1;
        return words;
      },
    };
    const first = budget.estimate(requestOf(watched));
    for (let round = 0; round < 50; round += 1) budget.estimate(requestOf(watched));
    assert.equal(budget.estimate(requestOf(watched)), first);
    assert.equal(reads, 1);
  });

  it('comes near to what the provider reports', () => {
    const budget = new ContextBudget();
    const request = requestOf({ role: 'user', text: words });
    const raw = budget.estimate(request);
    for (let round = 0; round < 8; round += 1) {
      budget.learn(request, { inputTokens: Math.round(raw * 1.4) });
    }
    assert.ok(Math.abs(budget.estimate(request) / (raw * 1.4) - 1) < 0.01);
  });

  it('never doubts itself by more than twice', () => {
    const budget = new ContextBudget();
    const request = requestOf({ role: 'user', text: words });
    const raw = budget.estimate(request);
    for (let round = 0; round < 20; round += 1) budget.learn(request, { inputTokens: raw * 50 });
    assert.ok(budget.estimate(request) <= raw * 2);
  });

  it('learns nothing from numbers that are missing, or leave out what was cached', () => {
    const budget = new ContextBudget();
    const request = requestOf({ role: 'user', text: words });
    const raw = budget.estimate(request);
    for (const inputTokens of [0, -5, NaN, Infinity, 12]) budget.learn(request, { inputTokens });
    budget.learn(request, {});
    budget.learn({ system: [], messages: [], tools: [] }, { inputTokens: 900 });
    assert.equal(budget.estimate(request), raw);
  });
});
