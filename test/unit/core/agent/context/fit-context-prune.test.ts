import assert from 'node:assert/strict';
import type { ChatMessage, ToolMessage } from '../../../../../src/core/contracts/chats/messages';
import { failure, formatToolError } from '../../../../../src/core/contracts/failure';
import { estimateTokens } from '../../../../../src/core/base/estimate-tokens';
import { pruneResults } from '../../../../../src/core/agent/context/fit-context';
import { aCall, anAnswer, brokenPairs } from '../history/a-conversation';
import { longText } from './a-turn';

const uuid = '0a0b0c0d-1111-4222-8333-444455556666';

const tokensOf = ({ text }: ChatMessage) => estimateTokens(text);

/** A question and rounds of one call each: `c0` and on. */
function rounds(...results: readonly (Partial<ToolMessage> & { readonly text: string })[]) {
  const messages: ChatMessage[] = [{ role: 'user', text: 'go' }];
  results.forEach((result, index) => {
    const id = `c${String(index)}`;
    messages.push({ role: 'assistant', text: '', calls: [aCall(id)] });
    messages.push({ ...anAnswer(id), ...result });
  });
  return messages;
}

/** The text that takes the place of an old result. */
function stubOf(result: Partial<ToolMessage> & { readonly text: string }): string {
  const newest = ['a', 'b', 'c'].map((text) => ({ text }));
  const { messages } = pruneResults({
    messages: rounds(result, ...newest),
    tokensOf,
    toFree: Infinity,
    overflowReader: 'read_overflow',
  });
  return messages[2]?.text ?? '';
}

describe('results that are pruned', () => {
  it('go oldest first, and no more than is needed', () => {
    const messages = rounds(...Array.from({ length: 8 }, () => ({ text: longText(1_000) })));
    const { messages: after, removed, freed } = pruneResults({ messages, tokensOf, toFree: 1_500 });
    assert.deepEqual(
      removed.map(({ toolCallId }) => toolCallId),
      ['c0', 'c1'],
    );
    assert.ok(freed >= 1_500);
    assert.deepEqual(after.slice(5), messages.slice(5));
  });

  it('never touch the last three rounds', () => {
    const messages = rounds(...Array.from({ length: 5 }, () => ({ text: longText(1_000) })));
    const { messages: after, removed } = pruneResults({ messages, tokensOf, toFree: Infinity });
    assert.deepEqual(
      removed.map(({ toolCallId }) => toolCallId),
      ['c0', 'c1'],
    );
    assert.deepEqual(after.slice(5), messages.slice(5));
    const few = rounds(...Array.from({ length: 3 }, () => ({ text: longText(1_000) })));
    assert.equal(pruneResults({ messages: few, tokensOf, toFree: Infinity }).freed, 0);
  });

  it('stay answers: each call keeps its one', () => {
    const messages = rounds(...Array.from({ length: 9 }, () => ({ text: longText(500) })));
    const pruned = pruneResults({ messages, tokensOf, toFree: Infinity }).messages;
    assert.equal(pruned.length, messages.length);
    assert.deepEqual(brokenPairs(pruned), []);
  });

  it('are the same each time, and are not pruned again', () => {
    const messages = rounds(...Array.from({ length: 6 }, () => ({ text: longText(500) })));
    const once = pruneResults({ messages, tokensOf, toFree: Infinity });
    assert.deepEqual(pruneResults({ messages, tokensOf, toFree: Infinity }), once);
    const twice = pruneResults({ messages: once.messages, tokensOf, toFree: Infinity });
    assert.deepEqual([twice.freed, twice.removed], [0, []]);
  });

  it('stay when little would be saved', () => {
    const messages = rounds(...Array.from({ length: 6 }, () => ({ text: 'short' })));
    assert.deepEqual(pruneResults({ messages, tokensOf, toFree: Infinity }).messages, messages);
  });

  it('leave tool, status, exit code and first line', () => {
    const text = `\n  Compiling core v1.2\n${longText(500)}`;
    assert.equal(
      stubOf({ text, name: 'core__bash', status: 'failed', exitCode: 2 }),
      '[Removed to free context: the result of core__bash, failed with exit code 2. First line: Compiling core v1.2. Call the tool again if you need it.]',
    );
  });

  it('leave the reference by which read_overflow finds the output', () => {
    const text = `head\n${longText(500)}\n[cut; overflow:${uuid} has all of it]`;
    assert.match(
      stubOf({ text }),
      new RegExp(`stored; read it with read_overflow: overflow:${uuid}`),
    );
  });

  it('say of a failure what it was', () => {
    const text = formatToolError(failure('execution', `No such file. ${longText(500)}`));
    assert.match(stubOf({ text, status: 'failed' }), /First line: No such file\. word/);
  });

  it('leave a short stub of one long line', () => {
    assert.ok(stubOf({ text: '😀'.repeat(5_000) }).length < 400);
  });
});
