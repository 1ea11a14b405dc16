import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/adapters/system/clock';

describe('systemClock', () => {
  it('does not call back at once when the time is longer than a timer can be', async () => {
    let called = false;
    const timer = systemClock.after(2 ** 31, () => {
      called = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    timer.dispose();
    assert.equal(called, false);
  });
});
