import { say } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type { GateCall } from '../../../../src/core/contracts/policy/define-gate';
import type { ToolEffect } from '../../../../src/core/contracts/tool-spec';
import { failure } from '../../../../src/core/contracts/failure';
import { boundGate } from '../../fakes/gate-call';
import { allow, createWorld, type WorldOptions } from './fixture';

const effectOf = (text: string): ToolEffect => (text === 'build' ? 'state_change' : 'read_only');

/** A tool that only reads, unless it is told to build. */
function createBuilder(options: WorldOptions = {}) {
  const seen: GateCall['tool']['effect'][] = [];
  const look = boundGate({
    name: 'look',
    slot: 'permission-rules',
    check: ({ tool }: GateCall) => {
      seen.push(tool.effect);
      return allow;
    },
  });
  return { seen, world: createWorld({ effectOf, gates: [look], ...options }) };
}

describe('effect of a call', () => {
  it('decision 33: a call is judged by the effect of its own arguments', async () => {
    const { seen, world } = createBuilder();
    await world.call({ text: 'look' });
    await world.call({ text: 'build' });
    assert.deepEqual(seen, ['read_only', 'state_change']);
  });

  it('card and audit show the effect of the call', async () => {
    const { world } = createBuilder();
    assert.equal((await world.call({ text: 'build' })).effect, 'state_change');
    assert.equal((await world.call({ text: 'look' })).effect, 'read_only');
  });

  it('a refused call reports it too', async () => {
    const { world } = createBuilder({
      gates: [
        boundGate({
          slot: 'permission-rules',
          check: () => ({ verdict: 'deny', reason: say`No.`, errorCode: 'policy_denied' }),
        }),
      ],
    });
    assert.equal((await world.call({ text: 'build' })).effect, 'state_change');
  });

  it('decision 20: before it runs, the effect of a call is known by its arguments', () => {
    const { pipeline } = createBuilder().world;
    assert.equal(pipeline.effectOf({ tool: 'core__echo', args: '{"text":"look"}' }), 'read_only');
    assert.equal(pipeline.effectOf({ tool: 'echo', args: { text: 'build' } }), 'state_change');
    for (const args of ['{"text":', '{"words":1}', '[]']) {
      assert.equal(pipeline.effectOf({ tool: 'echo', args }), undefined, args);
    }
    assert.equal(pipeline.effectOf({ tool: 'no_such_tool', args: '{}' }), undefined);
  });

  it('003-retry-2: what changes something is not tried again, though its tool mostly reads', async () => {
    const failed = failure('execution', 'gone', { category: 'network_error' });
    const { world } = createBuilder({
      retry: { maxAttempts: 2, baseMs: 1, maxMs: 1, budgetSecs: 60 },
      run: () => Promise.resolve({ ok: false, failure: failed }),
    });
    await world.call({ text: 'build' });
    assert.equal(world.runs, 1);
  });
});
