import assert from 'node:assert/strict';
import { waitUntilQuiet } from '../../../../src/host/diagnostics/editor-diagnostics';
import { createFakeClock } from '../../fakes/clock';
import { createFakeActivity } from './fake-activity';

describe('waiting for language servers', () => {
  function world() {
    const clock = createFakeClock();
    clock.advance(60_000);
    const activity = createFakeActivity(clock);
    const stop = new AbortController();
    const begun = clock.monotonic();
    let settled: number | undefined;
    const wait = async (): Promise<void> => {
      await waitUntilQuiet(activity, clock, stop.signal);
      settled = clock.monotonic() - begun;
    };
    return { clock, activity, stop, wait, settledAt: () => settled };
  }

  it('is over at once when nothing has changed', async () => {
    const { wait, activity } = world();
    activity.publish();
    await wait();
    assert.equal(activity.waiting(), 0);
  });

  it('is over at once when the change is long ago', async () => {
    const { wait, activity, clock } = world();
    activity.change();
    clock.advance(3000);
    await wait();
    assert.equal(activity.waiting(), 0);
  });

  it('ends three seconds after the change when nothing is published', async () => {
    const { wait, activity, clock, settledAt } = world();
    activity.change();
    clock.advance(1000);
    const waiting = wait();
    clock.advance(2000);
    await waiting;
    assert.equal(settledAt(), 3000);
    assert.equal(activity.waiting(), 0);
  });

  it('continues until publishing has been quiet for half a second', async () => {
    const { wait, activity, clock, settledAt } = world();
    activity.change();
    const waiting = wait();
    clock.advance(800);
    let again = activity.waited();
    activity.publish();
    await again;
    clock.advance(400);
    again = activity.waited();
    activity.publish();
    await again;
    clock.advance(500);
    await waiting;
    assert.equal(settledAt(), 1700);
  });

  it('waits for an answer to the last change, not to one before it', async () => {
    const { wait, activity, clock, settledAt } = world();
    activity.publish();
    clock.advance(100);
    activity.change();
    const waiting = wait();
    clock.advance(3000);
    await waiting;
    assert.equal(settledAt(), 3100);
  });

  it('is over after three seconds even when publishing never ends', async () => {
    const { wait, activity, clock, settledAt } = world();
    activity.change();
    const waiting = wait();
    for (let at = 0; at < 9; at += 1) {
      clock.advance(300);
      const again = activity.waited();
      activity.publish();
      await again;
    }
    clock.advance(300);
    await waiting;
    assert.equal(settledAt(), 3000);
  });

  it('ends when the call is cancelled', async () => {
    const { wait, activity, stop, settledAt } = world();
    activity.change();
    const waiting = wait();
    stop.abort();
    await waiting;
    assert.equal(settledAt(), 0);
    assert.equal(activity.waiting(), 0);
  });
});
