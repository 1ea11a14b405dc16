import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/adapters/system/clock';

describe('systemClock', () => {
  it('does not call back immediately when the delay exceeds the timer limit', async () => {
    let called = false;
    const timer = systemClock.after(2 ** 31, () => {
      called = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    timer.dispose();
    assert.equal(called, false);
  });
});
