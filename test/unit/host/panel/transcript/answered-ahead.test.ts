import assert from 'node:assert/strict';
import type { ToolCallUpdate } from '../../../../../src/core/contracts/chats/acp';
import type { CallItem } from '../../../../../src/core/contracts/panel/state';
import { Transcript } from '../../../../../src/host/panel/transcript/transcript';
import { pendingApproval } from '../approvals';

describe('the card of a call that was answered ahead', () => {
  let transcript: Transcript;
  beforeEach(() => {
    transcript = new Transcript(() => 1000);
    transcript.setApprovals([pendingApproval()]);
    transcript.setApprovals([]);
  });

  function after(update: Partial<ToolCallUpdate>): CallItem | undefined {
    transcript.update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', ...update });
    const [item] = transcript.items();
    return item?.type === 'call' ? item : undefined;
  }

  for (const answered of ['allowed', 'denied'] as const) {
    it(`is ${answered} and does not run until its turn comes`, () => {
      const waiting = after({ status: 'pending', _meta: { gatehouse: { answered } } });
      assert.deepEqual([waiting?.status, waiting?.startedAt], [answered, undefined]);
      assert.equal(after({ status: 'in_progress' })?.status, 'running');
      assert.equal(after({ status: 'completed' })?.status, 'completed');
    });
  }

  it('asks again where its question is another one by then', () => {
    after({ status: 'pending', _meta: { gatehouse: { answered: 'allowed' } } });
    transcript.setApprovals([pendingApproval({ approvalId: 'approval-2' })]);
    assert.equal(after({})?.status, 'asking');
  });

  it('is cancelled with the turn', () => {
    after({ status: 'pending', _meta: { gatehouse: { answered: 'allowed' } } });
    transcript.endTurn();
    assert.equal(after({})?.status, 'cancelled');
  });

  it('is not claimed for one that is only pending', () => {
    assert.equal(after({ status: 'pending' })?.status, 'running');
  });
});
