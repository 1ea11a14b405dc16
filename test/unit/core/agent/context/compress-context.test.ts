import assert from 'node:assert/strict';
import type { CompactionReport } from '../../../../../src/core/contracts/chats/conversation';
import { callsFor, says } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { startAgent } from '../start-agent';

const catalog = [
  toolSpec('core__bash', 'state_change'),
  // As if it only read: it must be alone all the same.
  toolSpec('core__compress_context', 'state_change'),
  toolSpec('core__read', 'read_only'),
];

describe('the tool compress_context in the loop', () => {
  it('decision 18: only its call is made in the phase autonomous', async () => {
    const names = ['core__compress_context', 'core__bash', 'core__read'];
    const chat = await startAgent({
      answers: [callsFor(...names.map((name) => ({ name }))), says('Done.')],
      catalog,
    });
    await chat.say('Go');
    assert.deepEqual(
      chat.runner.calls.map(({ tool, phase }) => [tool, phase]),
      [
        ['core__compress_context', 'autonomous'],
        ['core__bash', 'executor'],
        ['core__read', 'executor'],
      ],
    );
  });

  it('000-phases-1: the phase is determined at the call site: a call that the user types is no autonomous one', async () => {
    const chat = await startAgent({ catalog });
    await chat.say('/tool compress_context');
    assert.equal(chat.runner.calls[0]?.phase, 'executor');
  });

  it('runs alone, whatever other calls the answer has', async () => {
    const names = ['core__read', 'core__compress_context', 'core__read'];
    const chat = await startAgent({
      answers: [callsFor(...names.map((name) => ({ name }))), says('Done.')],
      run: () => Promise.resolve({}),
      catalog,
    });
    await chat.say('Go');
    assert.equal(chat.runner.atOnce(), 1);
  });

  it('000-compress-6: its own call stays paired, after the summary', async () => {
    const reports: CompactionReport[] = [];
    const chat = await startAgent({
      answers: [
        callsFor({ id: 'c0', name: 'core__bash' }),
        says('So far. '.repeat(200)),
        callsFor({ id: 'c1', name: 'core__compress_context' }),
        says('Goal: survive. Facts: 42.'),
        says('Done.'),
      ],
      run: async (call, { context, signal }) => {
        if (call.tool !== 'core__compress_context') return { text: 'long '.repeat(500) };
        const done = await chat.compactions.compress(context.sessionId, signal);
        if (done.ok) reports.push(done.value);
        return { text: done.ok ? 'compressed' : done.failure.message };
      },
      catalog,
    });
    await chat.say('Begin');
    await chat.say('Go on');
    assert.equal(reports[0]?.method, 'autonomous');
    const messages = chat.lastMessages();
    assert.deepEqual(
      messages.slice(-2).map((m) => (m.role === 'tool' ? m.toolCallId : m.role)),
      ['assistant', 'c1'],
    );
    assert.ok(!messages.some((m) => m.role === 'tool' && m.toolCallId === 'c0'));
  });

  it('nothing of a chat stays registered after its prompts', async () => {
    const chat = await startAgent({
      answers: [callsFor({ name: 'core__bash' }), says('Done.')],
      run: () => {
        assert.deepEqual(chat.compactions.sessions(), [chat.sessionId]);
        return {};
      },
      catalog,
    });
    await chat.say('Go');
    assert.equal(chat.runner.calls.length, 1);
    assert.deepEqual(chat.compactions.sessions(), []);
  });
});
