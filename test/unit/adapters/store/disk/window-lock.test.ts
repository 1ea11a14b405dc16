import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { utimesSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { nodeDisk } from '../../../../../src/adapters/system/node-disk';
import type { Disk } from '../../../../../src/adapters/system/disk';
import { takeLock, type WindowLock } from '../../../../../src/adapters/store/disk/window-lock';
import { formatOwner } from '../../../../../src/adapters/leases/leases';
import type { Processes } from '../../../../../src/adapters/system/processes';
import type { Clock } from '../../../../../src/core/ports/system';
import { createAwakeMachine, type AwakeMachine } from '../../../fakes/awake';
import { createFakeClock, type FakeClock } from '../../../fakes/clock';
import { fakeMachine, fakeProcesses, type FakeProcesses } from '../../../fakes/processes';
import { createTemporaryStore, type TemporaryStore } from '../../../fakes/temporary-store';

const living = 200;
const dead = 201;

describe('the window lock', () => {
  let storage: TemporaryStore;
  /** Only moves when advanced, also for windows that wait for each other. */
  let clock: FakeClock;
  let machine: AwakeMachine;
  let startTime: NonNullable<FakeProcesses['startTime']>;
  let processes: Processes;
  beforeEach(async () => {
    startTime = () => undefined;
    processes = fakeProcesses({
      isAlive: (pid) => pid === living,
      startTime: (pid) => startTime(pid),
    });
    storage = createTemporaryStore();
    clock = createFakeClock(Date.now());
    machine = createAwakeMachine(clock);
    await nodeDisk.makeFolder(storage.folder);
  });
  afterEach(() => storage.dispose());

  function take(token: string = randomUUID(), disk: Disk = machine.disk): Promise<WindowLock> {
    const { folder } = storage;
    return takeLock({ disk, folder, clock, processes, ids: { uuid: () => token } });
  }

  /** A lock file that another window has just written. */
  function leaveLock(pid: number, token: string, text: string): string {
    const owner = formatOwner({ machine: fakeMachine, pid, start: startTime(pid), token });
    const name = `window-${owner}.lock`;
    storage.write(name, text);
    beat(name);
    return name;
  }

  function beat(name: string): void {
    const seconds = clock.now() / 1000;
    utimesSync(path.join(storage.folder, name), seconds, seconds);
  }

  it('makes the first window the main one, until it releases the lock', async () => {
    const first = await take();
    const second = await take();
    assert.deepEqual([first.role, second.role], ['main', 'second']);
    assert.deepEqual([...(await first.others())], [second.token]);
    await first.release();
    await second.release();
    assert.deepEqual(storage.names(), []);
    assert.equal((await take()).role, 'main');
  });

  it('ignores a lock whose process is gone', async () => {
    leaveLock(dead, 'dead', 'main   ');
    assert.equal((await take()).role, 'main');
  });

  it('ignores a lock whose process runs but whose heartbeat stopped', async () => {
    leaveLock(living, 'reused-pid', 'main   ');
    assert.equal((await take()).role, 'second');
    clock.advance(61_000);
    assert.equal((await take()).role, 'main');
  });

  it('respects a window of this machine that has been frozen for long', async () => {
    startTime = () => 'aaaaaaaa';
    leaveLock(living, 'frozen', 'main   ');
    clock.advance(600_000);
    assert.equal((await take()).role, 'second');
    startTime = () => 'bbbbbbbb';
    assert.equal((await take()).role, 'main');
  });

  it('respects an owner that it cannot read, as long as it is fresh', async () => {
    storage.write('window-4711-old.lock', 'main   ');
    beat('window-4711-old.lock');
    const lock = await take();
    assert.equal(lock.role, 'second');
    assert.deepEqual([...(await lock.others())], ['4711-old']);
    clock.advance(61_000);
    assert.equal((await take()).role, 'main');
  });

  it('ignores what an earlier lock of its own process has left', async () => {
    const broken: Disk = { ...machine.disk, remove: () => Promise.reject(new Error('EIO')) };
    const lock = await take('left', broken);
    await assert.rejects(lock.release());
    assert.equal(storage.names().length, 1);
    assert.equal((await take()).role, 'main');
  });

  it('of two undecided windows, the larger token yields', async () => {
    leaveLock(living, '1', 'opening');
    assert.equal((await take('2')).role, 'second');
  });

  it('of two undecided windows, the smaller token waits for the other', async () => {
    for (const [other, role] of [
      ['main   ', 'second'],
      ['second ', 'main'],
    ] as const) {
      const name = leaveLock(living, '2', '');
      const taking = watch(take('1'));
      for (let turn = 0; turn < 100; turn += 1) await setImmediate();
      assert.equal(taking.isOpen(), true);
      storage.write(name, other);
      beat(name);
      const lock = await taking.finish();
      assert.equal(lock.role, role);
      await lock.release();
    }
  });

  it('never has two main windows, however many open at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const locks = await watch(Promise.all(Array.from({ length: 5 }, () => take()))).finish();
      assert.equal(locks.filter((lock) => lock.role === 'main').length, 1);
      await Promise.all(locks.map((lock) => lock.release()));
    }
  });

  it('is kept by its heartbeat', async () => {
    const beats = new EventEmitter();
    const disk: Disk = {
      ...nodeDisk,
      touch: async (file, at) => {
        await nodeDisk.touch(file, at);
        beats.emit('beat');
      },
    };
    const lock = await take(randomUUID(), disk);
    for (let count = 0; count < 10; count += 1) {
      const beaten = once(beats, 'beat');
      clock.advance(10_000);
      await beaten;
      await setImmediate();
    }
    assert.equal(lock.isHeld(), true);
    assert.equal((await take()).role, 'second');
  });

  it('is lost when its heartbeat fails, before another window may take over', async () => {
    const lock = await take();
    clock.advance(31_000);
    assert.equal(lock.isHeld(), false);
    assert.equal((await take()).role, 'second');
  });

  it('is not renewed by a late heartbeat: another window may be taking over', async () => {
    const timers: (() => void)[] = [];
    let now = clock.now();
    let beats = 0;
    const overdueClock: Clock = {
      ...clock,
      now: () => now,
      after: (_, callback) => {
        timers.push(callback);
        return { dispose: () => undefined };
      },
    };
    const disk: Disk = {
      ...nodeDisk,
      touch: (file, at) => {
        beats += 1;
        return nodeDisk.touch(file, at);
      },
    };
    const { folder } = storage;
    const lock = await takeLock({
      ...{ disk, folder, clock: overdueClock, processes },
      ids: { uuid: randomUUID },
    });
    beats = 0;
    now += 61_000;
    for (const overdue of timers) overdue();
    assert.equal(beats, 0);
    assert.equal(lock.isHeld(), false);
  });

  /** Advances the clock until the promise settles. */
  function watch<T>(promise: Promise<T>) {
    const state = { open: true };
    const settled = promise.finally(() => {
      state.open = false;
    });
    return {
      isOpen: () => state.open,
      finish: async () => {
        await machine.until(() => !state.open, 1);
        return settled;
      },
    };
  }
});
