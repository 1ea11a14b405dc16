import assert from 'node:assert/strict';
import { auditEntrySchema } from '../../../../src/core/contracts/audit/entry';
import { createWorld } from './fixture';

const context = { sessionId: 's1', actorId: 'user:ada', tenantId: 'file:///w' };
const call = { toolCallId: 'call_1', tool: 'core__echo', args: { command: 'npm test' } };

describe('a call that a crash cut short', () => {
  it('000-audit-1: every call has a row, and this one says how it ended', async () => {
    const world = createWorld();
    assert.equal((await world.pipeline.recordInterrupted(call, context)).ok, true);
    const [row] = world.entries;
    assert.deepEqual(auditEntrySchema.parse(row), row);
    assert.deepEqual(
      [row?.event, row?.result, row?.tool_call_id, row?.session, row?.actor],
      ['interrupted', 'cancelled', 'call_1', 's1', 'user:ada'],
    );
    assert.deepEqual(row?.call, { command: 'npm test' });
    assert.equal(row.approved_by, 'unknown');
  });

  it('000-envelope-1: shell calls always have an exit code, others never', async () => {
    const world = createWorld({ kind: 'execute' });
    await world.pipeline.recordInterrupted(call, context);
    await world.pipeline.recordInterrupted({ ...call, tool: 'core__read' }, context);
    assert.deepEqual(
      world.entries.map((row) => row.exit_code),
      [-1, undefined],
    );
  });

  it('answers the failure of a log that refuses or breaks its contract', async () => {
    for (const options of [{ auditFails: true }, { auditThrows: true }]) {
      const written = await createWorld(options).pipeline.recordInterrupted(call, context);
      assert.equal(written.ok, false);
    }
  });
});
