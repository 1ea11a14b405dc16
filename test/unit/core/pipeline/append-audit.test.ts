import assert from 'node:assert/strict';
import { auditEntrySchema } from '../../../../src/core/contracts/audit/entry';
import type { RollbackReport } from '../../../../src/core/contracts/calls/outcome';
import { failure, fail, succeed, type Result } from '../../../../src/core/contracts/failure';
import type { UserEvent } from '../../../../src/core/pipeline/append-audit';
import type { AnnouncedCall } from '../../../../src/core/ports/runner';
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

describe('a call that the user undid', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const undone = (done: Result<RollbackReport>) => ({ type: 'undo', done }) as const;
  const report = { restored: ['a.txt', `${secret}.txt`], removed: ['b.txt'] };

  it('000-transaction-6: has an entry of the same call, by the user', async () => {
    const world = createWorld();
    assert.equal(
      (await world.pipeline.recordUserEvent(call, undone(succeed(report)), context)).ok,
      true,
    );
    const [row] = world.entries;
    assert.deepEqual(auditEntrySchema.parse(row), row);
    assert.deepEqual([row?.event, row?.result], ['rollback', 'rollback']);
    assert.deepEqual(
      [row?.origin, row?.approved_by, row?.enforcement],
      ['user', 'user', 'enforced'],
    );
    assert.deepEqual([row?.session, row?.tool_call_id, row?.tool], ['s1', 'call_1', 'core__echo']);
    assert.deepEqual(row?.rollback?.removed, ['b.txt']);
    assert.equal(row.rollback.restored.length, 2);
    assert.match(row.summary, /Restored: a\.txt.*Removed: b\.txt/);
    assert.equal(row.exit_code, undefined);
    assert.equal(JSON.stringify(row).includes(secret), false);
  });

  it('000-transaction-3: partial restore is a hard error, on record', async () => {
    const world = createWorld();
    const failed = fail(failure('execution', `Half of it: ${secret}.`));
    await world.pipeline.recordUserEvent(call, undone(failed), context);
    const [row] = world.entries;
    assert.deepEqual(
      [row?.event, row?.result, row?.error_code],
      ['rollback', 'error', 'execution'],
    );
    assert.equal(JSON.stringify(row).includes(secret), false);
  });

  it('answers the failure of a log that refuses', async () => {
    const world = createWorld({ auditFails: true });
    assert.equal(
      (await world.pipeline.recordUserEvent(call, undone(succeed(report)), context)).ok,
      false,
    );
  });
});

describe('a command that the user answered', () => {
  it('has an entry with the length of the answer', async () => {
    const world = createWorld();
    for (const length of [14, 1, 0, undefined]) {
      await world.pipeline.recordUserEvent(call, { type: 'input', length }, context);
    }
    const [row] = world.entries;
    assert.deepEqual(auditEntrySchema.parse(row), row);
    assert.deepEqual(
      [row?.event, row?.result, row?.origin, row?.approved_by, row?.tool_call_id],
      ['input', 'success', 'user', 'user', 'call_1'],
    );
    assert.deepEqual(
      world.entries.map(({ summary }) => summary),
      [
        'The user typed 14 characters for the command.',
        'The user typed 1 character for the command.',
        'The user typed 0 characters for the command.',
        'The user ended the input of the command.',
      ],
    );
  });
});

describe('a question of an MCP server', () => {
  it('003-mcp-7: has an entry with the answer, and says whether the user gave it', async () => {
    const world = createWorld();
    const answers = [
      ['accept', true],
      ['decline', true],
      ['cancel', false],
    ] as const;
    for (const [action, byUser] of answers) {
      const event = { type: 'answer', server: 'desk', action, byUser } as const;
      await world.pipeline.recordUserEvent(call, event, context);
    }
    for (const row of world.entries) assert.deepEqual(auditEntrySchema.parse(row), row);
    assert.deepEqual(
      world.entries.map((row) => [row.event, row.result, row.approved_by, row.mcp_server_id]),
      [
        ['input', 'success', 'user', 'desk'],
        ['input', 'denied', 'user', 'desk'],
        ['input', 'cancelled', 'unknown', 'desk'],
      ],
    );
    assert.equal(world.entries[0]?.summary, 'The user accepted a question of the MCP server.');
  });
});

describe('what the user did by itself', () => {
  const act = (tool: string, args = {}) => ({ toolCallId: 'id-1', tool, args });

  it('has entries of what was kept and changed, by the user', async () => {
    const world = createWorld();
    const record = (call: AnnouncedCall, event: UserEvent) =>
      world.pipeline.recordUserEvent(call, event, context);
    await record(act('gatehouse.keep', { paths: ['a.txt'] }), { type: 'keep' });
    const summary = `gatehouse.model was set, ghp_${'a1B2'.repeat(9)}.`;
    const setting = { type: 'setting', summary } as const;
    await record(act('gatehouse.settings'), { ...setting, byUser: true });
    await record(act('gatehouse.settings'), { ...setting, byUser: false });
    for (const row of world.entries) assert.deepEqual(auditEntrySchema.parse(row), row);
    assert.deepEqual(
      world.entries.map((row) => [row.tool, row.event, row.result, row.approved_by, row.origin]),
      [
        ['gatehouse.keep', 'keep', 'success', 'user', 'user'],
        ['gatehouse.settings', 'setting', 'success', 'user', 'user'],
        ['gatehouse.settings', 'setting', 'success', 'unknown', 'unknown'],
      ],
    );
    assert.equal(JSON.stringify(world.entries).includes('ghp_'), false);
  });
});
