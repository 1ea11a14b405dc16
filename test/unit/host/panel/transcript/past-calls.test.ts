import { told } from '../../../fakes/told';
import assert from 'node:assert/strict';
import { verdicts } from '../../../../../src/core/contracts/calls/decision';
import type { SessionUpdate } from '../../../../../src/core/contracts/chats/acp';
import { pastCall, pastCalls } from '../../../../../src/host/panel/transcript/past-calls';
import { Transcript } from '../../../../../src/host/panel/transcript/transcript';
import { pendingApproval } from '../approvals';

const decision = {
  verdict: 'allow',
  approvedBy: 'auto',
  trace: [
    {
      slot: 'permission-rules',
      gate: 'permission-rules',
      verdict: 'allow',
      reason: 'rule matches',
      rule: {
        tool: 'core__bash',
        pattern: 'npm *',
        action: 'allow',
        source: 'user',
        place: 'permissions.bash[0]',
        added: '2026-01-31',
      },
      match: 'policy.rules[0] allow: tool=bash matched tool',
    },
  ],
  policyVersion: 3,
  trust: 'provisional',
} as const;

function announce(id: string, rawInput: unknown): SessionUpdate {
  return {
    sessionUpdate: 'tool_call',
    toolCallId: id,
    title: id,
    status: 'in_progress',
    rawInput,
    _meta: { gatehouse: { tool: 'core__bash', origin: 'model' } },
  };
}

describe('pastCalls', () => {
  let transcript: Transcript;
  beforeEach(() => {
    transcript = new Transcript(() => 0);
  });

  it('lists the announced calls, newest first, with whole arguments and decision', () => {
    const long = { command: `echo ${'x'.repeat(50_000)}` };
    transcript.update(announce('c1', long));
    transcript.update(announce('c2', { command: 'ls' }));
    transcript.update({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c1',
      status: 'completed',
      _meta: { gatehouse: { decision } },
    });
    const calls = pastCalls(transcript.allCards());
    assert.deepEqual(
      calls.map(({ id, tool }) => [id, tool]),
      [
        ['c2', 'core__bash'],
        ['c1', 'core__bash'],
      ],
    );
    assert.equal(calls[1]?.argsJson, JSON.stringify(long));
    assert.deepEqual(told(calls[1].decision), decision, 'of an older chat');
  });

  for (const verdict of verdicts) {
    it(`keeps a decision with a gate that answered ${verdict}`, () => {
      transcript.update(announce('c1', {}));
      const trace = [{ slot: 'blocklist', gate: 'shell-blocklist', verdict, reason: 'r' }];
      transcript.update({
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c1',
        status: 'completed',
        _meta: { gatehouse: { decision: { ...decision, trace } } },
      });
      assert.deepEqual(transcript.card('c1')?.item.decision?.trace, trace);
    });
  }

  it('is not changed by what the agent does with its objects afterwards', () => {
    const rawInput = { command: 'ls' };
    transcript.update(announce('c1', rawInput));
    rawInput.command = 'rm -rf /';
    assert.equal(pastCall(transcript.card('c1'))?.argsJson, '{"command":"ls"}');
  });

  it('knows nothing of a card whose call was not announced, or that is gone', () => {
    transcript.setApprovals([pendingApproval()]);
    assert.equal(pastCall(transcript.card('c1')), undefined);
    assert.equal(pastCall(undefined), undefined);
    assert.deepEqual(pastCalls(transcript.allCards()), []);
  });
});
