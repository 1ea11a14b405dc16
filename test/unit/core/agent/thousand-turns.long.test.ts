import assert from 'node:assert/strict';
import { createFakeLlm } from '../../fakes/llm';
import { toolSpec } from '../../fakes/runner';
import { assertAccepted, assertLives, assertPaired } from './chat-invariants';
import { createChance, createRandomAnswer, randomOutcome } from './random-chat';
import { startAgent, type StartedAgent } from './start-agent';
import { times } from '../../../soak';

const turns = times(1_000);

const catalog = [
  toolSpec('core__bash', 'state_change'),
  toolSpec('core__compress_context', 'state_change'),
  toolSpec('core__read', 'read_only'),
];

/** A chat, and those that fork off it, with the ids of its messages. */
interface Branch {
  readonly sessionId: string;
  readonly messageIds: string[];
}

describe(`${turns} turns`, () => {
  it('decision 21: whatever fails, stops, forks or is compressed, each call is answered once and each request is accepted', async () => {
    const soak = await startSoak(20_261_121);
    for (let turn = 0; turn < turns; turn += 1) await soak.turn();
    const { chat, seen } = soak;
    assert.ok(
      seen.forks > times(20) && seen.stops > times(50) && seen.resumes > times(50),
      JSON.stringify(seen),
    );
    assert.ok(chat.summaries.records.length > times(20), 'compressions happened');
    for (const { sessionId } of soak.branches) assertLives(chat.updatesOf(sessionId));
  }).timeout(600_000);
});

async function startSoak(seed: number) {
  const chance = createChance(seed);
  const seen = { forks: 0, stops: 0, resumes: 0, requests: 0 };
  let active = '';
  const moment = async () => {
    if (!chance.once(150)) return;
    seen.stops += 1;
    await chat.agent.cancel({ sessionId: active });
  };
  const answer = createRandomAnswer({ chance, moment });
  const helper = createFakeLlm(Array.from({ length: 5_000 }, () => answer));
  const chat: StartedAgent = await startAgent({
    answers: Array.from({ length: 20_000 }, () => answer),
    catalog,
    facts: { contextTokens: 8_000, contextSource: 'settings' },
    settings: { maxIterations: 6, reformatModel: 'helper' },
    models: { helper },
    onUpdate: moment,
    run: async (call, { context, signal }) => {
      await moment();
      if (call.tool !== 'core__compress_context') return randomOutcome(chance, call);
      const done = await chat.compactions.compress(context.sessionId, signal);
      return { status: done.ok ? 'completed' : 'failed', text: done.ok ? 'Compressed.' : 'No.' };
    },
  });
  const branches: Branch[] = [{ sessionId: chat.sessionId, messageIds: [] }];
  const turn = async () => {
    const branch = branches[chance.below(branches.length)] ?? { sessionId: '', messageIds: [] };
    active = branch.sessionId;
    const reason = await act(branch);
    assert.match(reason, /^(end_turn|cancelled|max_turn_requests|max_tokens|refusal)$/);
    for (const request of chat.llm.requests.slice(seen.requests)) {
      assertPaired(request.messages);
      assertAccepted(request);
    }
    seen.requests = chat.llm.requests.length;
  };
  const act = async (branch: Branch): Promise<string> => {
    const { sessionId, messageIds } = branch;
    if (chance.once(5)) {
      seen.resumes += 1;
      return chat.sayIn(sessionId, '', { resume: true });
    }
    if (chance.once(6)) {
      return chat.sayIn(sessionId, chance.pick(['!ls', '/compact', '/context', '/nope']));
    }
    if (chance.once(60)) return chat.sayIn(sessionId, '/clear');
    if (chance.once(6)) await fork(branch);
    const messageId = `m${String(chance.below(1_000_000_000))}`;
    messageIds.push(messageId);
    const model = chance.once(25) ? 'gone' : 'fake';
    return chat.sayIn(sessionId, 'Do something. '.repeat(1 + chance.below(5)), {
      messageId,
      model,
    });
  };
  const fork = async ({ sessionId, messageIds }: Branch) => {
    const at = messageIds.length - chance.below(4);
    try {
      const forked = await chat.fork(messageIds[at] ?? 'none', sessionId);
      branches.push({ sessionId: forked, messageIds: messageIds.slice(0, at) });
      seen.forks += 1;
    } catch (error) {
      assert.match(String(error), /no longer in the context of the chat/);
    }
  };
  return { chat, branches, seen, turn };
}
