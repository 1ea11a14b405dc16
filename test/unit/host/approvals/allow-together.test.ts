import assert from 'node:assert/strict';
import type { ApprovalMeta } from '../../../../src/core/contracts/chats/acp';
import { succeed } from '../../../../src/core/contracts/failure';
import { createApprovalActions } from '../../../../src/host/approvals/actions';
import type { PendingApproval } from '../../../../src/host/approvals/pending';
import { bashItem, editItem } from './items';

describe('allowTogether', () => {
  function setUpMany(items: readonly PendingApproval[]) {
    const open = new Map(items.map((item) => [item.approvalId, item]));
    const allowed: string[] = [];
    const told: string[] = [];
    const none = () => Promise.resolve(undefined);
    const actions = createApprovalActions({
      pending: {
        get: (id) => open.get(id),
        answer: (id, { answer }) => open.delete(id) && allowed.push(`${answer} ${id}`) > 0,
      },
      grants: { add: () => Promise.resolve(succeed(undefined)) },
      movesOldLists: () => false,
      dialogs: {
        chooseRule: none,
        confirmRule: () => Promise.resolve(false),
        editLine: none,
        editDocument: () => Promise.resolve(),
        inform: (text) => told.push(text),
        warn: (text) => told.push(text),
      },
    });
    return { actions, allowed, told };
  }

  function change(approvalId: string, more: Partial<ApprovalMeta> = {}): PendingApproval {
    const item = editItem('/repo/a.ts');
    return { ...item, approvalId, details: { ...item.details, isRoutine: true, ...more } };
  }

  it('decision 66: allows exactly the changes that are named', () => {
    const { actions, allowed } = setUpMany([change('a'), change('b'), change('c')]);
    actions.allowTogether(['a', 'c']);
    assert.deepEqual(allowed, ['allow a', 'allow c']);
  });

  const others: readonly (readonly [string, PendingApproval])[] = [
    ['is not routine', change('b', { isRoutine: false })],
    [
      'runs a command',
      { ...bashItem('ls', { isRoutine: true, writes: ['/repo/x'] }), approvalId: 'b' },
    ],
    ['writes nothing', change('b', { writes: [] })],
    ['has characters that may mislead', change('b', { argsJson: '{"path":"p\\u0430ss"}' })],
    [
      'shows no diff because it is too large',
      {
        ...change('b'),
        diffs: [{ path: '/repo/a.ts', oldText: '', newText: 'x'.repeat(200_001) }],
      },
    ],
    ['is no longer pending', change('gone')],
  ];
  for (const [what, other] of others) {
    it(`decision 66: allows nothing if one of them ${what}, and says so`, () => {
      const { actions, allowed, told } = setUpMany([change('a'), other]);
      actions.allowTogether(['a', 'b']);
      assert.deepEqual(allowed, []);
      assert.match(told.join(), /Nothing was allowed/);
    });
  }

  it('allows nothing if one is named twice', () => {
    const { actions, allowed } = setUpMany([change('a')]);
    actions.allowTogether(['a', 'a']);
    assert.deepEqual(allowed, []);
  });
});
