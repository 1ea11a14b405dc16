import assert from 'node:assert/strict';
import { Reload } from '../../../../src/host/filters/reload';
import { createFakeClock } from '../../fakes/clock';

function world() {
  const clock = createFakeClock();
  const ends: (() => void)[] = [];
  let loads = 0;
  const reload = new Reload(() => {
    loads += 1;
    return new Promise((resolve) => ends.push(resolve));
  }, clock);
  /** Ends the load that was begun first. */
  const end = (): void => ends.shift()?.();
  return { clock, reload, end, loads: () => loads };
}

describe('loading again', () => {
  it('waits until an editor has done: several events are one load', () => {
    const { clock, reload, loads } = world();
    reload.soon();
    clock.advance(100);
    reload.soon();
    clock.advance(100);
    assert.equal(loads(), 0);
    clock.advance(50);
    assert.equal(loads(), 1);
  });

  it('does one after the other, and the last one knows everything', async () => {
    const { reload, end, loads } = world();
    reload.now();
    reload.now();
    reload.now();
    assert.equal(loads(), 1);
    const settled = reload.settled();
    end();
    await Promise.resolve();
    assert.equal(loads(), 2);
    end();
    await settled;
    assert.equal(loads(), 2);
  });

  it('takes a load at once in place of one that was to come', () => {
    const { clock, reload, loads } = world();
    reload.soon();
    reload.now();
    clock.advance(1000);
    assert.equal(loads(), 1);
  });

  it('loads nothing any more once it is disposed', async () => {
    const { clock, reload, end, loads } = world();
    reload.soon();
    reload.dispose();
    clock.advance(1000);
    reload.soon();
    reload.now();
    clock.advance(1000);
    assert.equal(loads(), 0);
    await reload.settled();
    const other = world();
    other.reload.now();
    other.reload.now();
    other.reload.dispose();
    other.end();
    await other.reload.settled();
    assert.equal(other.loads(), 1);
    end();
  });
});
