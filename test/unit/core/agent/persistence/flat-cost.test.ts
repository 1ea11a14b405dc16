import assert from 'node:assert/strict';
import { succeed } from '../../../../../src/core/contracts/failure';
import type { SeenMark } from '../../../../../src/core/contracts/chats/session-snapshot';
import { callsFor, says } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { startAgent } from '../start-agent';

const rounds = 200;
const pad = (n: number) => String(n).padStart(4, '0');

describe('the cost of storing a chat', () => {
  it('is the same bytes in each of 200 rounds, whatever the chat has seen before', async () => {
    const round = (n: number) =>
      callsFor({ id: `call${pad(n)}`, name: 'core__read', args: `{"path":"f${pad(n)}.ts"}` });
    const chat = await startAgent({
      answers: [...Array.from({ length: rounds }, (_, n) => round(n)), says('Done.')],
      catalog: [toolSpec('core__read', 'read_only')],
      settings: { maxIterations: rounds + 1 },
    });
    // What the pipeline knows of files grows with each round, and so does what it knows of one.
    Object.assign(chat.runner, {
      snapshot: () => {
        const calls = chat.runner.calls.map(({ toolCallId }) => toolCallId);
        const mark = (ids: readonly string[]): SeenMark => ({
          stamp: 's',
          tools: ['t'],
          calls: ids,
        });
        const own = calls.map((id) => [`/repo/${id}.ts`, mark([id])] as const);
        const marks = [['/repo/same.ts', mark(calls)] as const, ...own];
        return { schema: 2, tools: ['t'], marks, own: [], slices: [['log', { calls }]] };
      },
      restore: () => succeed(undefined),
    });
    await chat.sayIn(chat.sessionId, 'Go', { messageId: 'm1' });
    const sizes = new Map<number, number>();
    for (const { change } of chat.conversations.writes) {
      const text = JSON.stringify(change);
      const n = Number(/call(\d{4})/.exec(text)?.[1] ?? '-1');
      // Counters of names and tokens grow by digits.
      const bytes = text.replace(/\d+/g, '0').length;
      sizes.set(n, (sizes.get(n) ?? 0) + bytes);
    }
    const perRound = [...sizes].filter(([n]) => n > 0 && n < rounds - 1).map(([, size]) => size);
    assert.equal(perRound.length, rounds - 2);
    assert.deepEqual([...new Set(perRound)], [perRound[0]]);
  });
});
