import assert from 'node:assert/strict';
import { Relisting } from '../../../../src/host/mcp/relisting';
import { createFakeClock } from '../../fakes/clock';

describe('reading the lists of a server again', () => {
  it('003-mcp-12: joins changes, stops at twenty in a minute, and goes on later', () => {
    const clock = createFakeClock();
    const relisting = new Relisting(clock);
    const { signal } = new AbortController();
    let reads = 0;
    const change = () => relisting.soon(signal, () => (reads += 1));
    for (let at = 0; at < 100; at += 1) change();
    clock.advance(1000);
    assert.equal(reads, 1);
    for (let at = 0; at < 40; at += 1) {
      change();
      clock.advance(1000);
    }
    assert.equal(reads, 20);
    clock.advance(60_000);
    change();
    relisting.dispose();
    clock.advance(1000);
    assert.equal(reads, 20);
    change();
    clock.advance(1000);
    assert.equal(reads, 21);
  });
});
