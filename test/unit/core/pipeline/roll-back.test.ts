import assert from 'node:assert/strict';
import type { RollbackQuestion } from '../../../../src/core/ports/snapshots';
import { createTransactionWorld, question } from './transaction-world';

const secret = `ghp_${'a1B2'.repeat(9)}`;
const report = { restored: ['a.txt', `${secret}.txt`], removed: [] };
const done = { state: 'rolled-back', report, notes: ['A note.'] } as const;
const call = { sessionId: 's1', toolCallId: 'call_1' };
const yes = () => Promise.resolve(true);
const no = () => Promise.resolve(false);

describe('a rollback by hand', () => {
  it('asks what the copies say, and answers what was done', async () => {
    const world = createTransactionWorld({ answer: done });
    const outcome = await world.command('rm a.txt');
    assert.equal(outcome.canRollBack, true);
    const asked: RollbackQuestion[] = [];
    const answer = await world.pipeline.rollBack(call, (shown) => {
      asked.push(shown);
      return yes();
    });
    assert.deepEqual(asked, [question]);
    assert.deepEqual(answer.ok && answer.value.notes, ['A note.']);
    assert.equal(JSON.stringify(answer).includes(secret), false);
    assert.equal(world.pipeline.canRollBack(call), false);
  });

  it('000-transaction-6: writes an entry of the same call, by the user, before it returns', async () => {
    const world = createTransactionWorld({ answer: done });
    await world.command('rm a.txt');
    const [own] = world.entries;
    await world.pipeline.rollBack(call, yes);
    const row = world.entries[1];
    assert.equal(row?.event, 'rollback');
    assert.equal(row.result, 'rollback');
    assert.equal(row.rollback?.restored.length, 2);
    assert.match(row.summary, /Restored: a\.txt/);
    assert.equal(JSON.stringify(row).includes(secret), false);
    for (const key of ['session', 'tool_call_id', 'tool', 'call', 'actor', 'tenant'] as const) {
      assert.deepEqual(row[key], own?.[key], key);
    }
    assert.deepEqual([row.origin, row.approved_by, row.enforcement], ['user', 'user', 'enforced']);
    assert.equal(row.exit_code, undefined);
  });

  it('a no changes nothing, is no row, and can be said again', async () => {
    const world = createTransactionWorld({ answer: done });
    await world.command('rm a.txt');
    const answer = await world.pipeline.rollBack(call, no);
    assert.equal(answer.ok ? undefined : answer.failure.errorCode, 'cancelled');
    assert.equal(world.entries.length, 1);
    assert.equal((await world.pipeline.rollBack(call, yes)).ok, true);
  });

  it('an audit that cannot be written fails it, and says what was done all the same', async () => {
    const world = createTransactionWorld({ answer: done, auditFails: true });
    await world.command('rm a.txt');
    const answer = await world.pipeline.rollBack(call, yes);
    assert.match(answer.ok ? '' : answer.failure.message, /audit log .*Restored: a\.txt/);
  });

  it('000-transaction-3: partial restore is a hard error, on record, and cannot be tried again', async () => {
    const message = 'The rollback broke off. Restored: a.txt.';
    const answer = { state: 'failed', isHard: true, message, report } as const;
    const world = createTransactionWorld({ answer });
    await world.command('rm a.txt');
    const failed = await world.pipeline.rollBack(call, yes);
    assert.equal(failed.ok ? undefined : failed.failure.message, message);
    assert.equal(world.entries[1]?.event, 'rollback');
    assert.equal(world.entries[1].result, 'error');
    assert.equal(world.pipeline.canRollBack(call), false);
  });

  it('one that was not begun can be tried again', async () => {
    const answer = { state: 'failed', isHard: false, message: 'Nothing.', report } as const;
    const world = createTransactionWorld({ answer });
    await world.command('rm a.txt');
    assert.equal((await world.pipeline.rollBack(call, yes)).ok, false);
    assert.equal(world.pipeline.canRollBack(call), true);
  });

  it('of a call without copies, or of another chat, is unavailable', async () => {
    const world = createTransactionWorld({ answer: done });
    await world.command('rm a.txt');
    for (const other of [
      { ...call, toolCallId: 'call_2' },
      { ...call, sessionId: 's2' },
    ]) {
      const answer = await world.pipeline.rollBack(other, yes);
      assert.equal(answer.ok ? undefined : answer.failure.errorCode, 'unavailable');
    }
    assert.equal(world.entries.length, 1);
  });

  it('decision 42: the copies of a chat are deleted with it', async () => {
    const world = createTransactionWorld({ answer: done });
    await world.command('rm a.txt');
    await world.command('rm b.txt', 'call_2', 's2');
    world.pipeline.reset('s1');
    assert.deepEqual(world.steps.filter((step) => step === 'drop').length, 1);
    assert.equal(world.pipeline.canRollBack(call), false);
    assert.equal(world.pipeline.canRollBack({ sessionId: 's2', toolCallId: 'call_2' }), true);
  });

  it('the copies of the newest twenty commands are kept', async () => {
    const world = createTransactionWorld({ answer: done });
    for (let count = 1; count <= 21; count += 1) {
      await world.command('rm a.txt', `call_${String(count)}`);
    }
    assert.equal(world.pipeline.canRollBack({ ...call, toolCallId: 'call_1' }), false);
    assert.equal(world.pipeline.canRollBack({ ...call, toolCallId: 'call_2' }), true);
    assert.equal(world.steps.filter((step) => step === 'drop').length, 1);
  });

  it('takes with it the copies of later commands that changed the same files', async () => {
    const world = createTransactionWorld({ answer: done });
    const ids = ['call_1', 'call_2', 'call_3'];
    for (const id of ids) await world.command('rm a.txt', id);
    await world.pipeline.rollBack({ ...call, toolCallId: 'call_2' }, yes);
    assert.deepEqual(
      ids.map((toolCallId) => world.pipeline.canRollBack({ ...call, toolCallId })),
      [true, false, false],
    );
  });
});
