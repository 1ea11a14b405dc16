import assert from 'node:assert/strict';
import { DemoMarker } from '../../../../src/host/demo/demo-marker';
import { createFakeClock } from '../../fakes/clock';

const copy = '/tmp/gatehouse-demo-1/corner-shop';
const minute = 60_000;

function setUp() {
  const stored = new Map<string, unknown>();
  const clock = createFakeClock();
  const memory = {
    get: (key: string) => stored.get(key),
    update: (key: string, value: unknown) => {
      if (value === undefined) stored.delete(key);
      else stored.set(key, value);
      return Promise.resolve();
    },
  };
  return { stored, clock, marker: new DemoMarker(memory, clock) };
}

describe('the marker of the demo', () => {
  it('is found by the window that opens the copy, once', async () => {
    const { marker, stored } = setUp();
    await marker.leave(copy);
    assert.equal(await marker.take([copy]), true);
    assert.equal(stored.size, 0);
    assert.equal(await marker.take([copy]), false);
  });

  it('stays for the copy when another folder is opened first', async () => {
    const { marker } = setUp();
    await marker.leave(copy);
    assert.equal(await marker.take(['/home/you/project']), false);
    assert.equal(await marker.take([copy, '/home/you/project']), false);
    assert.equal(await marker.take([]), false);
    assert.equal(await marker.take([copy]), true);
  });

  it('expires', async () => {
    const { marker, clock, stored } = setUp();
    await marker.leave(copy);
    clock.advance(10 * minute);
    assert.equal(await marker.take([copy]), false);
    assert.equal(stored.size, 0);
  });

  it('is ignored when it is not what was stored', async () => {
    const { marker, stored } = setUp();
    await marker.leave(copy);
    const [key = ''] = stored.keys();
    stored.set(key, { folder: 7 });
    assert.equal(await marker.take([copy]), false);
  });
});
