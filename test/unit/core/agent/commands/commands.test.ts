import assert from 'node:assert/strict';
import { inEnglish, say } from '../../../../../src/core/base/sentence';
import { readTypedText } from '../../../../../src/core/agent/commands/typed-text';
import { createAgent } from '../../../../../src/core/agent/agent';
import type { SessionNotification } from '../../../../../src/core/contracts/chats/acp';
import { callsFor, says, type FakeAnswer } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { startAgent } from '../start-agent';

const catalog = [toolSpec('core__bash', 'state_change')];
const uses: FakeAnswer = [
  { type: 'text', text: 'Hi.' },
  {
    type: 'finish',
    reason: 'stop',
    calls: [],
    usage: { inputTokens: 12_000, outputTokens: 300, cacheReadTokens: 4_000 },
  },
];

describe('commands of a chat', () => {
  it('are announced when a session opens', async () => {
    const { deps } = await startAgent({});
    const sent: SessionNotification[] = [];
    const agent = createAgent(deps)({
      sessionUpdate: (update) => Promise.resolve(void sent.push(update)),
      requestPermission: () => Promise.resolve({ outcome: { outcome: 'cancelled' } }),
    });
    const { sessionId } = await agent.newSession({ cwd: '/', mcpServers: [] });
    const [first] = sent;
    assert.equal(first?.sessionId, sessionId);
    assert.equal(first.update.sessionUpdate, 'available_commands_update');
    assert.deepEqual(
      first.update.availableCommands.map(({ name }) => name),
      ['clear', 'compact', 'context', 'cost'],
    );
  });

  it('take nothing after their name', () => {
    assert.deepEqual(readTypedText('/cost '), { type: 'command', name: 'cost' });
    assert.deepEqual(readTypedText('/cost of this'), {
      type: 'malformed',
      notice: say`${'/cost'} takes no arguments.`,
    });
  });

  it('a command that opens a view is not reported as unknown when text follows it', () => {
    assert.deepEqual(readTypedText('/status of this'), {
      type: 'malformed',
      notice: say`${'/status'} opens a view and takes no arguments.`,
    });
  });

  it('one that is not known is answered with all there are', () => {
    const typed = readTypedText('/cleer');
    assert.equal(typed.type, 'malformed');
    const names = ['!command', '/tool', '/clear', '/compact', '/context', '/cost', '/status'];
    for (const name of [...names, '/explain', '/rules', '/tools', '/trust', '/audit', '/model']) {
      assert.ok(inEnglish(typed.notice).includes(name), name);
    }
  });
});

describe('/clear', () => {
  it('000-clear-1: empties the conversation, and resets what the pipeline keeps of the chat', async () => {
    const chat = await startAgent({ answers: [uses, says('ok')] });
    await chat.say('Remember 42');
    await chat.say('!ls');
    assert.equal(await chat.say('/clear'), 'end_turn');
    assert.ok(chat.runner.asked.includes(`reset ${chat.sessionId}`));
    assert.match(chat.notices()[0] ?? '', /^Cleared\./);
    const usage = chat.usages().at(-1);
    assert.equal(usage?.used, 0);
    assert.match(JSON.stringify(usage._meta), /"inputTokens":0,"outputTokens":0/);
    await chat.say('What was it?');
    assert.deepEqual(chat.lastMessages(), [{ role: 'user', text: 'What was it?' }]);
  });

  it('drops what has ended in the background of the conversation that is forgotten', async () => {
    const chat = await startAgent({ answers: [says('ok'), says('ok')] });
    await chat.say('Go');
    chat.ended.push({
      id: 'bg1',
      command: 'npm run build',
      exit: { exitCodeKnown: true, exitCode: 0 },
      stopped: undefined,
      durationMs: 1000,
    });
    await chat.say('/clear');
    await chat.say('Hi');
    assert.deepEqual(chat.lastMessages(), [{ role: 'user', text: 'Hi' }]);
  });

  it('call ids stay unique after it', async () => {
    const round = callsFor({ id: 'c1', name: 'core__bash' });
    const chat = await startAgent({ answers: [round, says('ok'), round, says('ok')], catalog });
    await chat.say('Go');
    await chat.say('/clear');
    await chat.say('Go');
    const ids = chat.runner.calls.map(({ toolCallId }) => toolCallId);
    assert.equal(new Set(ids).size, 2);
  });

  it('says when there is nothing to clear', async () => {
    const chat = await startAgent({});
    await chat.say('/clear');
    assert.match(chat.notices()[0] ?? '', /already empty/);
  });

  it('leaves nothing to resume', async () => {
    const chat = await startAgent({ answers: [] });
    await chat.say('Go');
    await chat.say('/clear');
    await chat.resume();
    assert.match(chat.notices().at(-1) ?? '', /nothing to resume/);
  });
});

describe('/cost', () => {
  it('shows tokens and dollars in the usual notation, with the limits that are set', async () => {
    const chat = await startAgent({
      answers: [uses],
      facts: { prices: { input: 1, output: 10, cacheRead: 0.1 } },
      settings: {
        limits: { tokensPerTurn: 0, tokensPerChat: 200_000, costPerTurn: 0, costPerChat: 2.5 },
      },
    });
    await chat.say('Hi');
    await chat.say('/cost', '');
    assert.equal(
      chat.notices()[0],
      [
        '|  | Tokens | Cost |',
        '| --- | ---: | ---: |',
        '| Last turn | 12.3k | $0.0114 |',
        '| This chat | 12.3k of 200k | $0.0114 of $2.50 |',
        '',
        'This chat: 12k tokens in, 4k of them from the cache, and 300 tokens out.',
      ].join('\n'),
    );
  });

  it('says why there is no cost, and what is estimated', async () => {
    const chat = await startAgent({ answers: [says('Hi.')] });
    await chat.say('Hi');
    await chat.say('/cost');
    const [said = ''] = chat.notices();
    assert.match(said, /\n\nSome numbers are estimates/);
    assert.match(said, /^\| {2}\| Tokens \|\n\| --- \| ---: \|\n/);
    assert.match(said, /\n\nThe cost is unknown: .* set "prices" for the model/);
  });

  it('names the source of prices that the user did not set', async () => {
    const facts = { prices: { input: 1, output: 1 }, priceSource: 'genai-prices 0 (2026-01-01)' };
    const chat = await startAgent({ answers: [says('Hi.')], facts });
    await chat.say('Hi');
    await chat.say('/cost');
    assert.match(chat.notices()[0] ?? '', /\n\nPrices from genai-prices 0 \(2026-01-01\)\.$/);
  });

  it('says when nothing was used', async () => {
    const chat = await startAgent({});
    await chat.say('/cost');
    assert.deepEqual(chat.notices(), ['Nothing has been used in this chat yet.']);
  });
});

describe('/context and /compact', () => {
  it('/context shows what fills the context and sends nothing to the model', async () => {
    const chat = await startAgent({});
    assert.equal(await chat.say('/context'), 'end_turn');
    assert.equal(chat.llm.requests.length, 0);
    assert.equal(chat.notices().length, 1);
    assert.deepEqual(chat.noticeMetas(), [{ notice: 'info' }]);
  });

  for (const command of ['/context', '/compact']) {
    it(`${command} says what is missing when no model can be opened`, async () => {
      const chat = await startAgent({ answers: [uses] });
      await chat.say('Hi');
      await chat.say(command, 'gone');
      assert.match(chat.notices()[0] ?? '', /No model "gone"/);
    });
  }

  it('/compact says when there is nothing to compress', async () => {
    const chat = await startAgent({});
    await chat.say('/compact');
    assert.match(chat.notices()[0] ?? '', /nothing to compress/);
  });

  it('/compact twice is no error: the second time nothing is left to compress', async () => {
    const long = 'word '.repeat(2000);
    const chat = await startAgent({ answers: [says(long), says('ok'), says('Summary.')] });
    await chat.say('Hi');
    await chat.say('And?');
    await chat.say('/compact');
    await chat.say('/compact');
    assert.match(chat.notices().at(-1) ?? '', /nothing to compress yet/);
    assert.deepEqual(chat.noticeMetas().at(-1), { notice: 'info' });
  });
});
