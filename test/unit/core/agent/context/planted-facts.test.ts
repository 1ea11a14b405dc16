import assert from 'node:assert/strict';
import type { CompactionMethod } from '../../../../../src/core/contracts/chats/conversation';
import { nextRequest } from '../../../../../src/core/agent/context/next-request';
import type { LlmEvent, LlmRequest } from '../../../../../src/core/ports/llm';
import { createFakeLlm, fakeFacts, says, type FakeLlm } from '../../../fakes/llm';
import { aCall, anAnswer } from '../history/a-conversation';
import { aTurn, addRounds, longText } from './a-turn';

/** Where the prompt asks for facts of a kind, and how one looks in the transcript. */
const sections = [
  { heading: '## Decisions', fact: /we decided[^.]*\./g },
  { heading: '## Files', fact: /\/src\/[\w/-]+\.ts/g },
  { heading: '## Open calls', fact: /\[result of call_\w+: \w+ cancelled\]|\bbg\d+\b/g },
];

/** Writes down the facts that it was sent and asked for, and nothing else. */
function summarise({ system, messages }: LlmRequest): readonly LlmEvent[] {
  const asked = system.join('\n');
  const sent = messages.map(({ text }) => text).join('\n');
  const written = sections
    .filter(({ heading }) => asked.includes(heading))
    .map(({ heading, fact }) => [heading, ...new Set(sent.match(fact) ?? [])].join('\n- '));
  return says(written.join('\n'));
}

function summariser(contextTokens: number): FakeLlm {
  async function* answer(request: LlmRequest): AsyncGenerator<LlmEvent> {
    for (const event of summarise(request)) yield await Promise.resolve(event);
  }
  return createFakeLlm(
    Array.from({ length: 100 }, () => answer),
    fakeFacts({ id: 'writer', contextTokens }),
  );
}

const facts = [
  '/src/core/ledger.ts',
  'we decided to keep cents as integers.',
  'call_ledger1',
  'bg7',
  '/src/core/rounding/half-even.ts',
  'we decided that rounding is half even.',
  'call_round2',
  '/src/api/invoice.ts',
  'we decided against a new dependency.',
  'call_invoice3',
];

function plantedChat(contextTokens: number) {
  const writer = summariser(contextTokens);
  const chat = aTurn({ compressModel: 'writer', models: { writer } });
  const { history } = chat;
  const noise = () => longText(1_500, 'noise');
  const epoch = (request: string, said: string, id: string, result: string) => {
    history.addUser({ text: request });
    history.addRound(
      { text: said },
      [aCall(id)],
      [{ ...anAnswer(id, result), status: 'cancelled' }],
    );
    addRounds(history, history.messages().length + 100, [noise(), `${noise()} ${noise()}`]);
    history.addAnswer({ text: 'On.' });
  };
  const compress = async (method: CompactionMethod) => {
    history.addUser({ text: 'And now?' });
    const done = await chat.compact(method);
    assert.ok(done.ok, done.ok ? '' : done.failure.message);
    history.addAnswer({ text: 'See above.' });
  };
  const fill = async () => {
    epoch(
      `Make the ledger exact. ${noise()}`,
      `In /src/core/ledger.ts we decided to keep cents as integers. ${noise()}`,
      'call_ledger1',
      `${noise()} bg7 runs on ${noise()}`,
    );
    await compress('triggered');
    epoch(
      'Rounding is wrong.',
      `${noise()} See /src/core/rounding/half-even.ts: we decided that rounding is half even.`,
      'call_round2',
      noise(),
    );
    await compress('autonomous');
    epoch(
      'Now the invoice.',
      `Changed /src/api/invoice.ts; we decided against a new dependency. ${noise()}`,
      'call_invoice3',
      noise(),
    );
    await compress('manual');
  };
  return { ...chat, writer, fill };
}

describe('three compressions', () => {
  for (const contextTokens of [100_000, 4_000]) {
    const size = `a compressing model of ${String(contextTokens)} tokens`;
    it(`keep ten planted facts in the next request, with ${size}`, async () => {
      const chat = plantedChat(contextTokens);
      await chat.fill();
      const { system, messages } = nextRequest(chat.turn);
      assert.equal(chat.history.knowledge().length, 3);
      assert.ok(!JSON.stringify(messages).includes('noise'));
      const sent = system.join('\n') + JSON.stringify(messages);
      assert.deepEqual(
        facts.filter((fact) => !sent.includes(fact)),
        [],
      );
      assert.deepEqual(
        chat.records.map(({ method }) => method),
        ['triggered', 'autonomous', 'manual'],
      );
    });

    it(`keep what the user asked for, word for word, with ${size}`, async () => {
      const chat = plantedChat(contextTokens);
      await chat.fill();
      const knowledge = chat.history.knowledge().join('\n');
      for (const request of ['Make the ledger exact.', 'Rounding is wrong.', 'Now the invoice.']) {
        assert.ok(knowledge.includes(`> ${request}`), request);
      }
    });
  }

  it('send a small model no more than it takes, and ask it about each part', async () => {
    const chat = plantedChat(4_000);
    await chat.fill();
    assert.ok(chat.writer.requests.length > 3);
    for (const request of chat.writer.requests) {
      assert.ok(chat.budget.estimate(request) < 4_000);
    }
    assert.match(chat.records[0]?.text ?? '', /^\(Part 1 of \d+\)/);
  });
});
