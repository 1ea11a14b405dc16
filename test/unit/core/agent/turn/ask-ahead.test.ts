import { asIs } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type { RequestPermissionRequest } from '../../../../../src/core/contracts/chats/acp';
import type { RawCall } from '../../../../../src/core/contracts/calls/call';
import type { ApprovalRequest } from '../../../../../src/core/ports/runner';
import { callsFor, says } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { startAgent } from '../start-agent';

const catalog = [toolSpec('core__write', 'state_change'), toolSpec('core__read', 'read_only')];

function question(call: RawCall, why = 'no rule matches'): ApprovalRequest {
  const details = {
    tool: call.tool,
    reads: [],
    writes: [],
    deletes: [],
    argsJson: JSON.stringify(call.args),
    reasons: [asIs(why)],
    isRoutine: true,
    alwaysOffers: [],
    alwaysLeft: [],
  };
  return { call, sessionId: 's', title: call.toolCallId, kind: 'edit', diffs: [], details };
}

interface Setup {
  readonly tools: readonly string[];
  /** What the call asks ahead, if not the question that it asks itself. */
  readonly asksAhead?: (call: RawCall) => ApprovalRequest | undefined;
  readonly asks?: (call: RawCall) => boolean;
}

/** Every call asks; what happens is logged, and answers are given by the test. */
async function start({ tools, asksAhead = question, asks = () => true }: Setup) {
  const log: string[] = [];
  const open = new Map<string, (option: 'allow_once' | 'reject_once') => void>();
  const chat = await startAgent({
    answers: [callsFor(...tools.map((name) => ({ name }))), says('Done.')],
    catalog,
    run: async (call, { approver, signal }) => {
      log.push(`begin ${call.toolCallId}`);
      const said = asks(call) ? await approver.ask(question(call), signal) : { answer: 'auto' };
      log.push(`${said.answer} ${call.toolCallId}`);
      return { text: said.answer };
    },
    questionOf: (call) => Promise.resolve(asksAhead(call)),
    onPermission: ({ toolCall: { toolCallId } }: RequestPermissionRequest) => {
      log.push(`ask ${toolCallId}`);
      return new Promise((settle) => {
        open.set(toolCallId, (optionId) => settle({ outcome: { outcome: 'selected', optionId } }));
      });
    },
  });
  /** All that happens without another answer has happened. */
  const settled = async () => {
    for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
  };
  return {
    log,
    /** The calls that are shown as answered ahead, and how. */
    shown: () =>
      chat.updates.flatMap((update) =>
        update.sessionUpdate === 'tool_call_update' && update.status === 'pending'
          ? [[update.toolCallId, update._meta?.['gatehouse']]]
          : [],
      ),
    said: chat.say('Go'),
    settled,
    answer: async (id: string, option: 'allow_once' | 'reject_once' = 'allow_once') => {
      open.get(id)?.(option);
      await settled();
    },
  };
}

describe('calls of one answer that ask', () => {
  it('are asked about together, and run one after another', async () => {
    const { log, said, answer, settled } = await start({
      tools: ['core__write', 'core__write', 'core__write'],
    });
    await settled();
    assert.deepEqual(log, ['begin c1', 'ask c1', 'ask c2', 'ask c3']);
    await answer('c3');
    await answer('c2', 'reject_once');
    assert.equal(log.length, 4, 'nothing runs before its turn');
    await answer('c1');
    await said;
    assert.deepEqual(log.slice(4), ['allow c1', 'begin c2', 'deny c2', 'begin c3', 'allow c3']);
  });

  it('are shown as answered until their turn comes', async () => {
    const { said, answer, settled, shown } = await start({
      tools: ['core__write', 'core__write', 'core__write'],
    });
    await settled();
    await answer('c3');
    await answer('c2', 'reject_once');
    const all = [
      ['c3', { answered: 'allowed' }],
      ['c2', { answered: 'denied' }],
    ];
    assert.deepEqual(shown(), all);
    await answer('c1');
    await said;
    assert.deepEqual(shown(), all, 'one whose turn has come is not');
  });

  it('are asked about again if the question is another one by then', async () => {
    const asksAhead = (call: RawCall) => question(call, 'the file was another one');
    const { log, said, answer, settled } = await start({
      tools: ['core__write', 'core__write'],
      asksAhead,
    });
    await settled();
    await answer('c2');
    await answer('c1');
    assert.deepEqual(log.slice(-2), ['begin c2', 'ask c2']);
    await answer('c2', 'reject_once');
    await said;
    assert.equal(log.at(-1), 'deny c2');
  });

  it('are asked about again if a file has changed where the diff hides it', async () => {
    const asksAhead = (call: RawCall) => ({ ...question(call), basis: 'another state' });
    const { log, said, answer, settled } = await start({
      tools: ['core__write', 'core__write'],
      asksAhead,
    });
    await settled();
    await answer('c2');
    await answer('c1');
    assert.deepEqual(log.slice(-2), ['begin c2', 'ask c2']);
    await answer('c2', 'reject_once');
    await said;
    assert.equal(log.at(-1), 'deny c2');
  });

  it('are not asked about ahead where they would not ask, or where that cannot be told', async () => {
    for (const asksAhead of [
      () => undefined,
      () => {
        throw new Error('the gates failed');
      },
    ]) {
      const { log, said, answer, settled } = await start({
        tools: ['core__write', 'core__write'],
        asksAhead,
      });
      await settled();
      assert.deepEqual(log, ['begin c1', 'ask c1']);
      await answer('c1');
      assert.deepEqual(log.slice(2), ['allow c1', 'begin c2', 'ask c2']);
      await answer('c2');
      await said;
    }
  });

  it('ask nothing ahead while nothing waits for the user', async () => {
    const asks = ({ toolCallId }: RawCall) => toolCallId === 'c2';
    const { log, said, answer, settled } = await start({
      tools: ['core__write', 'core__write'],
      asks,
    });
    await settled();
    assert.deepEqual(log, ['begin c1', 'auto c1', 'begin c2', 'ask c2']);
    await answer('c2');
    await said;
  });
});
