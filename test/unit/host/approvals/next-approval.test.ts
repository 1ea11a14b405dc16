import assert from 'node:assert/strict';
import { createNextApproval } from '../../../../src/host/approvals/next-approval';
import type { PendingApproval } from '../../../../src/host/approvals/pending';
import { bashItem } from './items';

function item(id: string): PendingApproval {
  return { ...bashItem('ls'), approvalId: id, toolCallId: `call of ${id}`, sessionId: 's1' };
}

function setUp(ids: readonly string[], isThere = true) {
  const shown: string[] = [];
  const told: string[] = [];
  let items = ids.map(item);
  const next = createNextApproval({
    pending: { list: () => items },
    showCall: ({ session, toolCallId }) => {
      shown.push(`${session} ${toolCallId}`);
      return Promise.resolve(isThere);
    },
    inform: (text) => told.push(text),
  });
  const keep = (...kept: readonly string[]) => {
    items = kept.map(item);
  };
  return { next, shown, told, keep };
}

describe('the command "Next Approval"', () => {
  it('goes through the pending approvals, oldest first, and begins again', async () => {
    const { next, shown } = setUp(['a', 'b']);
    for (let times = 0; times < 3; times++) await next();
    assert.deepEqual(shown, ['s1 call of a', 's1 call of b', 's1 call of a']);
  });

  it('begins with the oldest when the last one was answered', async () => {
    const { next, shown, keep } = setUp(['a', 'b']);
    await next();
    keep('b', 'c');
    await next();
    assert.deepEqual(shown, ['s1 call of a', 's1 call of b']);
  });

  it('says so when nothing is pending, or the chat is gone', async () => {
    const none = setUp([]);
    await none.next();
    assert.deepEqual([none.shown.length, none.told.length], [0, 1]);
    const gone = setUp(['a'], false);
    await gone.next();
    assert.equal(gone.told.length, 1);
  });
});
