import assert from 'node:assert/strict';
import { FloodGate } from '../../../../src/adapters/mcp/flood-gate';
import { createFakeClock } from '../../fakes/clock';

describe('a server that sends many messages', () => {
  it('is slowed: after 1,000 in a second the next ones are read a second later', () => {
    const clock = createFakeClock();
    const gate = new FloodGate(clock);
    let resumed = 0;
    const count = (messages: number) => gate.count(messages, () => (resumed += 1));
    assert.deepEqual([count(1000), count(1)], ['go on', 'pause']);
    // What was read together with them.
    assert.equal(count(500), 'go on');
    clock.advance(999);
    assert.equal(resumed, 0);
    clock.advance(1);
    assert.equal(resumed, 1);
    assert.equal(count(1000), 'go on');
  });

  it('is ended when it goes on so for ten seconds, unless it was quiet for one', () => {
    const clock = createFakeClock();
    const gate = new FloodGate(clock);
    const flood = (seconds: number) =>
      Array.from({ length: seconds }, () => {
        const verdict = gate.count(1001, () => undefined);
        clock.advance(1000);
        return verdict;
      });
    assert.deepEqual(new Set(flood(9)), new Set(['pause']));
    gate.count(1000, () => undefined);
    clock.advance(1000);
    const verdicts = flood(11);
    assert.deepEqual([verdicts.indexOf('end'), verdicts.at(-1)], [10, 'end']);
    gate.dispose();
  });
});
