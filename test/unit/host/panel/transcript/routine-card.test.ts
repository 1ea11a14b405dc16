import assert from 'node:assert/strict';
import type { CardApproval } from '../../../../../src/core/contracts/panel/state';
import type { PendingApproval } from '../../../../../src/host/approvals/pending';
import { Transcript } from '../../../../../src/host/panel/transcript/transcript';
import { pendingApproval } from '../approvals';

function shown(pending: PendingApproval): CardApproval | undefined {
  const transcript = new Transcript(() => 1000);
  transcript.setApprovals([pending]);
  const [item] = transcript.items();
  return item?.type === 'call' ? item.approval : undefined;
}

describe('the card of a routine approval', () => {
  const { command, ...details } = { ...pendingApproval().details, isRoutine: true };
  const change = {
    title: '/w/a.ts',
    kind: 'edit',
    details: { ...details, writes: ['/w/a.ts'] },
  } as const;

  it('takes a key; a change may be allowed with others, although its title names the file', () => {
    const approval = shown(pendingApproval(change));
    assert.deepEqual(approval?.writes, []);
    assert.deepEqual([approval.isRoutine, approval.isRoutineChange], [true, true]);
  });

  it('of a command takes a key, but is not allowed with others', () => {
    assert.ok(command);
    const approval = shown(pendingApproval({ details: { ...details, command } }));
    assert.deepEqual([approval?.isRoutine, approval?.isRoutineChange], [true, undefined]);
  });

  it('takes neither if its characters may mislead', () => {
    const argsJson = '{"path":"a\u202e.ts"}';
    const marked = { ...change, details: { ...change.details, argsJson } };
    const approval = shown(pendingApproval(marked));
    assert.deepEqual([approval?.isRoutine, approval?.isRoutineChange], [undefined, undefined]);
  });
});
