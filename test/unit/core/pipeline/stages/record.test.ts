import assert from 'node:assert/strict';
import { failure, fail } from '../../../../../src/core/contracts/failure';
import { allow, createWorld, deny, gate } from '../fixture';

const failed = fail(failure('execution', 'It broke.'));

describe('the ends of calls, by tool', () => {
  it('counts success, failure, denial and cancellation, each in its chat', async () => {
    let verdict = allow;
    const world = createWorld({
      gates: [gate('permission-rules', () => verdict)],
      run: (text) =>
        Promise.resolve(text === 'fail' ? failed : { ok: true, value: { said: text } }),
    });
    const { pipeline } = world;
    await world.call({ text: 'a' });
    await world.call({ text: 'b' });
    await world.call({ text: 'fail' });
    verdict = deny;
    await world.call({ text: 'a' });
    world.controller.abort();
    verdict = allow;
    await world.call({ text: 'a' });
    const ends = { success: 2, error: 1, denied: 1, cancelled: 1 };
    assert.deepEqual(pipeline.ends('s1'), [['core__echo', ends]]);
    assert.deepEqual(pipeline.ends('s2'), []);
    pipeline.reset('s1');
    assert.deepEqual(pipeline.ends('s1'), []);
  });

  it('counts no tool that does not exist: a model may make up any number of names', async () => {
    const world = createWorld();
    await world.call({}, { tool: 'core__nothing' });
    assert.deepEqual(world.pipeline.ends('s1'), []);
  });

  it('does not count in a chat that was reset while the call ran', async () => {
    const world = createWorld({
      run: (text) => {
        world.pipeline.reset('s1');
        return Promise.resolve({ ok: true, value: { said: text } });
      },
    });
    await world.call({ text: 'a' });
    assert.deepEqual(world.pipeline.ends('s1'), []);
  });

  it('keeps the counts when a snapshot of the chat is restored', async () => {
    const world = createWorld();
    await world.call({ text: 'a' });
    world.pipeline.restore('s1', world.pipeline.snapshot('s1'));
    assert.deepEqual(world.pipeline.ends('s1'), [['core__echo', { success: 1 }]]);
  });
});
