import assert from 'node:assert/strict';
import { PendingApprovals } from '../../../../src/host/approvals/pending';
import { createFakeClock } from '../../fakes/clock';
import { createFakeIds } from '../../fakes/ids';
import { bashItem } from './items';

function setUp(timeoutMs = 0) {
  const clock = createFakeClock();
  const pending = new PendingApprovals({
    ids: createFakeIds(),
    clock,
    timeoutMs: () => timeoutMs,
  });
  const add = (sessionId = 's1', command = 'npm test') =>
    pending.add({ ...bashItem(command), sessionId, toolCallId: `call of ${command}` });
  return { clock, pending, add };
}

describe('PendingApprovals', () => {
  it('settles an item with the first answer; a second click changes nothing', async () => {
    const { pending, add } = setUp();
    const settled = add();
    assert.equal(pending.answer('id-1', { answer: 'allow' }), true);
    assert.equal(pending.answer('id-1', { answer: 'deny' }), false);
    assert.deepEqual(await settled, { answer: 'allow' });
    assert.deepEqual(pending.list(), []);
  });

  it('a call has one question: a new one withdraws the one before', async () => {
    const { pending, add } = setUp();
    const first = add();
    const second = add();
    assert.deepEqual(await first, { answer: 'cancelled' });
    assert.equal(pending.answer('id-1', { answer: 'allow' }), false);
    assert.equal(pending.answer('id-2', { answer: 'allow' }), true);
    assert.deepEqual(await second, { answer: 'allow' });
  });

  it('answers false for an id that was never given', () => {
    assert.equal(setUp().pending.answer('nobody', { answer: 'allow' }), false);
  });

  it('lists oldest first, each under its own id', () => {
    const { pending, add } = setUp();
    void add('s1', 'b');
    void add('s1', 'a');
    assert.deepEqual(
      pending.list().map((item) => item.approvalId),
      ['id-1', 'id-2'],
    );
    assert.equal(pending.get('id-2')?.details.command, 'a');
  });

  it('cancels the items of one session and leaves the others', async () => {
    const { pending, add } = setUp();
    const mine = add('s1');
    void add('s2');
    pending.cancelSession('s1');
    assert.deepEqual(await mine, { answer: 'cancelled' });
    assert.deepEqual(
      pending.list().map((item) => item.sessionId),
      ['s2'],
    );
  });

  it('approve after cancel: the click is stale', async () => {
    const { pending, add } = setUp();
    const settled = add();
    pending.cancelSession('s1');
    assert.equal(pending.answer('id-1', { answer: 'allow' }), false);
    assert.deepEqual(await settled, { answer: 'cancelled' });
  });

  it('cancels what waits for one call; a later click is stale', async () => {
    const { pending, add } = setUp();
    const settled = add();
    void add('s2');
    pending.cancelCall('s1', 'other');
    assert.equal(pending.list().length, 2);
    pending.cancelCall('s1', 'call of npm test');
    assert.deepEqual(await settled, { answer: 'cancelled' });
    assert.equal(pending.answer('id-1', { answer: 'allow' }), false);
    assert.deepEqual(
      pending.list().map((item) => item.sessionId),
      ['s2'],
    );
  });

  it('denies an approval that is not answered in time, with the time limit', async () => {
    const { clock, pending, add } = setUp(30_000);
    const settled = add();
    clock.advance(29_999);
    assert.equal(pending.list().length, 1);
    clock.advance(1);
    assert.deepEqual(await settled, { answer: 'deny', timeoutSeconds: 30 });
  });

  it('waits for ever when no time limit is set', () => {
    const { clock, pending, add } = setUp(0);
    void add();
    clock.advance(10 ** 9);
    assert.equal(pending.list().length, 1);
  });

  it('stops the timer of an answered item', () => {
    const { clock, pending, add } = setUp(1000);
    void add();
    pending.answer('id-1', { answer: 'allow' });
    let changes = 0;
    pending.onDidChange(() => (changes += 1));
    clock.advance(5000);
    assert.equal(changes, 0);
  });

  it('reports each change until the listener is disposed', () => {
    const { pending, add } = setUp();
    let changes = 0;
    const listening = pending.onDidChange(() => (changes += 1));
    void add();
    pending.answer('id-1', { answer: 'deny' });
    listening.dispose();
    void add();
    assert.equal(changes, 2);
  });

  it('cancels everything when it is disposed', async () => {
    const { pending, add } = setUp();
    const settled = [add('s1'), add('s2')];
    pending.dispose();
    assert.deepEqual(await Promise.all(settled), [
      { answer: 'cancelled' },
      { answer: 'cancelled' },
    ]);
  });
});
