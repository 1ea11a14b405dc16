import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { bindGate } from '../../../../src/core/contracts/policy/define-gate';
import pathSandbox from '../../../../src/core/gates/path-sandbox';
import { fakeWorkspace } from '../../fakes/gate-call';
import { ask, createWorld, gate, type WorldOptions } from './fixture';

/** Never settles. */
const hangs = (): Promise<never> => new Promise<never>(() => undefined);

describe('stopping a call before it runs', () => {
  const holding: Record<string, WorldOptions> = {
    'a gate': { gates: [gate('sequence-policies', hangs)] },
    'the authorization': { authorization: { check: hangs } },
    'the person': { gates: [gate('permission-rules', () => ask)], onAsk: hangs },
  };
  for (const [what, options] of Object.entries(holding)) {
    it(`answers cancelled at once while ${what} hangs, and records it`, async () => {
      const world = createWorld(options);
      const running = world.call({ text: 'a' });
      await setImmediate();
      world.controller.abort();
      const outcome = await running;
      assert.equal(outcome.status, 'cancelled');
      assert.equal(world.entries[0]?.result, 'cancelled');
      assert.equal(world.runs, 0);
      assert.deepEqual(
        world.events.filter(({ type }) => type === 'running'),
        [],
      );
    });
  }

  it('a call that is stopped while it is judged again never runs, nor says so', async () => {
    let asked = 0;
    const world = createWorld({
      gates: [
        gate('permission-rules', async () => {
          asked += 1;
          if (asked === 1) return ask;
          world.controller.abort();
          await setImmediate();
          return ask;
        }),
      ],
      answer: { answer: 'allow' },
    });
    const outcome = await world.call({ text: 'a' });
    await setImmediate();
    await setImmediate();
    assert.equal(outcome.status, 'cancelled');
    assert.equal(world.runs, 0);
    assert.deepEqual(
      world.events.filter(({ type }) => type === 'running'),
      [],
    );
  });

  it('a disk that does not say where a path leads refuses the call', async () => {
    const world = createWorld({
      realPath: hangs,
      gates: [bindGate(pathSandbox, { workspace: fakeWorkspace() })],
    });
    const running = world.call({ text: 'a' });
    await setImmediate();
    world.clock.advance(5000);
    const outcome = await running;
    assert.equal(outcome.status, 'failed');
    assert.equal(world.runs, 0);
  });
});
