import assert from 'node:assert/strict';
import { CallTimer } from '../../../../src/adapters/mcp/call-timer';
import { createFakeClock } from '../../fakes/clock';

describe('the time of a call of an MCP server', () => {
  const start = (idle: number, total: number) => {
    const clock = createFakeClock();
    const timer = new CallTimer(clock, { idle, total });
    const after = (ms: number): boolean => {
      clock.advance(ms);
      return timer.signal.aborted;
    };
    return { timer, after };
  };

  it('ends without progress, and in any case', () => {
    const { after } = start(60, 600);
    assert.deepEqual([after(59), after(1)], [false, true]);
    const busy = start(60, 100);
    assert.equal(busy.after(50), false);
    busy.timer.progress();
    assert.deepEqual([busy.after(49), busy.after(1)], [false, true]);
  });

  it('003-mcp-7: does not run while the user is asked', () => {
    const { timer, after } = start(60, 100);
    after(50);
    timer.pause();
    timer.pause();
    timer.progress();
    assert.equal(after(1000), false);
    timer.resume();
    assert.equal(after(1000), false);
    timer.resume();
    assert.deepEqual([after(49), after(1)], [false, true]);
  });

  it('is over with its call', () => {
    const { timer, after } = start(60, 100);
    timer.pause();
    timer.dispose();
    timer.resume();
    assert.equal(after(1000), false);
  });
});
