import assert from 'node:assert/strict';
import type { RawCall } from '../../../../src/core/contracts/calls/call';
import { allow, ask, baseContext, createWorld, deny, gate, type World } from './fixture';

function questionOf(world: World, more: Partial<RawCall> = {}) {
  const call: RawCall = {
    toolCallId: 'x',
    tool: 'echo',
    args: { text: `a AKIA${'A'.repeat(16)}` },
    phase: 'executor',
    origin: 'model',
    attempt: 0,
    ...more,
  };
  return world.pipeline.questionOf(call, { context: baseContext, signal: world.controller.signal });
}

describe('the question of a call', () => {
  it('is the one that the call then asks, and asking for it leaves no trace', async () => {
    const world = createWorld({ gates: [gate('permission-rules', () => ask)] });
    const question = await questionOf(world);
    assert.deepEqual(
      [world.asked, world.log, world.entries, world.pipeline.spent('s1')],
      [[], [], [], 0],
    );
    await world.call({ text: `a AKIA${'A'.repeat(16)}` });
    assert.ok(question);
    assert.deepEqual(question.details, world.asked[0]?.details);
    assert.doesNotMatch(JSON.stringify(question.details), /AKIAAA/);
  });

  it('is none for a call that runs, is denied or is no valid call', async () => {
    for (const verdict of [allow, deny]) {
      assert.equal(
        await questionOf(createWorld({ gates: [gate('permission-rules', () => verdict)] })),
        undefined,
      );
    }
    const asking = createWorld({ gates: [gate('permission-rules', () => ask)] });
    assert.equal(await questionOf(asking, { tool: 'no_such_tool' }), undefined);
    assert.equal(await questionOf(asking, { args: '{"text":' }), undefined);
    assert.equal(await questionOf(asking, { args: { nothing: 1 } }), undefined);
  });
});
