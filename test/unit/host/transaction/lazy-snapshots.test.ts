import assert from 'node:assert/strict';
import type { WindowSnapshots } from '../../../../src/adapters/transaction/snapshots';
import { succeed } from '../../../../src/core/contracts/failure';
import type { SnapshotRequest } from '../../../../src/core/ports/snapshots';
import { createLazySnapshots } from '../../../../src/host/transaction/lazy-snapshots';
import { noPaths } from '../../fakes/gate-call';
import { plainReading } from '../../fakes/shell-reading';
import { quietSignal } from '../../fakes/temporary-workspace';

const request: SnapshotRequest = {
  reading: plainReading('rm a'),
  paths: { ...noPaths, roots: ['/w'] },
  scope: [],
  maxBytes: 0,
  signal: quietSignal(),
};

describe('copies that load with the first command that needs them', () => {
  let calls: string[] = [];
  let errors: unknown[] = [];
  let loads: (() => Promise<void>)[] = [];

  const made: WindowSnapshots = {
    take: () => {
      calls.push('take');
      return Promise.resolve(succeed(undefined));
    },
    open: () => Promise.resolve(void calls.push('open')),
    close: () => Promise.resolve(void calls.push('close')),
  };
  const create = (): WindowSnapshots =>
    createLazySnapshots({
      load: async () => {
        calls.push('load');
        await loads.shift()?.();
        return made;
      },
      onLoadFailed: (error) => errors.push(error),
    });
  beforeEach(() => {
    calls = [];
    errors = [];
    loads = [];
  });

  it('loads once', async () => {
    const snapshots = create();
    assert.deepEqual(calls, []);
    await snapshots.take(request);
    await snapshots.take(request);
    await snapshots.open();
    await snapshots.close();
    assert.deepEqual(calls, ['load', 'take', 'take', 'open', 'close']);
  });

  it('a load that fails is a copy that failed, and is tried again', async () => {
    const snapshots = create();
    loads.push(() => Promise.reject(new Error('gone')));
    const failed = await snapshots.take(request);
    assert.equal(failed.ok ? undefined : failed.failure.errorCode, 'snapshot_failed');
    assert.equal(errors.length, 1);
    assert.equal((await snapshots.take(request)).ok, true);
  });

  it('closing loads nothing, and nothing is copied after it', async () => {
    const snapshots = create();
    await snapshots.close();
    const late = await snapshots.take(request);
    assert.equal(late.ok ? undefined : late.failure.errorCode, 'cancelled');
    await snapshots.open();
    assert.deepEqual(calls, []);
  });

  it('what was still loading when it closed is closed too', async () => {
    const snapshots = create();
    let finish = (): void => undefined;
    loads.push(() => new Promise((settle) => (finish = settle)));
    const opening = snapshots.open();
    const closing = snapshots.close();
    finish();
    await Promise.all([opening, closing]);
    assert.ok(calls.includes('close'));
  });

  it('closes also when the load has failed', async () => {
    const snapshots = create();
    loads.push(() => Promise.reject(new Error('gone')));
    await assert.rejects(snapshots.open(), /gone/);
    await snapshots.close();
    assert.deepEqual(calls, ['load']);
  });
});
