import assert from 'node:assert/strict';
import { failure, fail, succeed, type Result } from '../../../../src/core/contracts/failure';
import type { RolledBack, RollbackQuestion } from '../../../../src/core/ports/snapshots';
import { rollBackCard } from '../../../../src/host/transaction/rollback-card';

const call = { sessionId: 's', toolCallId: 'c' };
const question: RollbackQuestion = {
  restores: [],
  removes: [],
  changedSince: [],
  unsaved: [],
  hadOverlap: false,
};

async function press(answer: Result<RolledBack>, canRollBack = false) {
  const told: string[] = [];
  const end = await rollBackCard(call, {
    rollBack: async (asked, confirm) => {
      told.push(`${asked.sessionId} ${asked.toolCallId} ${String(await confirm(question))}`);
      return answer;
    },
    canRollBack: () => canRollBack,
    dialogs: {
      confirm: () => Promise.resolve(true),
      done: (text) => void told.push(text),
      failed: (text) => void told.push(text),
    },
  });
  return { end, told };
}

describe('"Roll back" on a card', () => {
  it('asks, and reports the result', async () => {
    const report = { restored: ['a'], removed: ['b', 'c'] };
    const { end, told } = await press(succeed({ report, notes: ['A note.'] }));
    assert.deepEqual(end, { state: 'done', report });
    assert.deepEqual(told, [
      's c true',
      'Gatehouse: rolled back. 1 file restored, 2 files removed. A note.',
    ]);
  });

  it('does not report a refusal, and stays offered', async () => {
    const { end, told } = await press(fail(failure('cancelled', 'no')), true);
    assert.deepEqual(end, { state: 'offered' });
    assert.deepEqual(told, ['s c true']);
  });

  it('reports a failure, and stays offered while the copies exist', async () => {
    const failed = fail(failure('execution', 'The folder is gone.'));
    const again = await press(failed, true);
    assert.deepEqual(again.told.at(-1), 'Gatehouse: The folder is gone.');
    assert.deepEqual(again.end, { state: 'offered' });
    assert.deepEqual((await press(failed, false)).end, { state: 'gone' });
  });

  it('nothing left to do is said', async () => {
    const { told } = await press(succeed({ report: { restored: [], removed: [] }, notes: [] }));
    assert.equal(told.at(-1), 'Gatehouse: rolled back. Nothing was left to roll back.');
  });
});
