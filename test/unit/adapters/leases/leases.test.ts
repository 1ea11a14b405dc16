import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'mocha';
import {
  formatOwner,
  Leases,
  parseOwner,
  type LeaseKind,
  type LeasesDeps,
} from '../../../../src/adapters/leases/leases';
import { nodeDisk } from '../../../../src/adapters/system/node-disk';
import { createFakeClock, type FakeClock } from '../../fakes/clock';
import { fakeMachine, fakeProcesses, type FakeProcesses } from '../../fakes/processes';

const minuteMs = 60_000;
const fenced: LeaseKind = { patienceMs: minuteMs, isFenced: true };
const unfenced: LeaseKind = { patienceMs: minuteMs, isFenced: false };

const here = { machine: fakeMachine, pid: 200, start: '000000c8', token: 'other' };
const elsewhere = { ...here, machine: '01234567' };

describe('leases', () => {
  let folder: string;
  let file: string;
  let clock: FakeClock;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-leases-'));
    file = path.join(folder, 'lease');
    clock = createFakeClock();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function window(processes: Partial<FakeProcesses> = {}, more: Partial<LeasesDeps> = {}): Leases {
    return new Leases({
      processes: fakeProcesses({ isAlive: (pid) => pid === 200, ...processes }),
      ...{ disk: nodeDisk, clock, kind: fenced, token: 'own', ...more },
    });
  }

  /** The file of an owner, with a heartbeat that is `age` old. */
  function leave(age: number): void {
    writeFileSync(file, '');
    const at = (clock.now() - age) / 1000;
    utimesSync(file, at, at);
  }

  describe('the owner lives', () => {
    const stale = 2 * minuteMs;
    const fresh = minuteMs / 2;
    const unknown = () => undefined;
    const rows: readonly (readonly [
      name: string,
      owner: string,
      age: number,
      lives: boolean,
      processes?: Partial<FakeProcesses>,
    ])[] = [
      ['its process runs, however long it was frozen', formatOwner(here), stale, true],
      [
        'its process is gone, however fresh its heartbeat',
        formatOwner({ ...here, pid: 201 }),
        0,
        false,
      ],
      ['its id belongs to a later process', formatOwner({ ...here, start: '00000001' }), 0, false],
      [
        'its id belongs to a process after a restart of the machine',
        formatOwner(here),
        0,
        false,
        { startTime: () => 'aaaaaaaa' },
      ],
      [
        'its id is ours, but the lease is not',
        formatOwner({ ...here, pid: 100, start: '00000064' }),
        0,
        false,
      ],
      [
        'its id is ours and no start time is known, but the lease is not ours',
        formatOwner({ ...here, pid: 100, start: undefined }),
        0,
        false,
        { startTime: unknown },
      ],
      [
        'its start time was not recorded: fresh',
        formatOwner({ ...here, start: undefined }),
        fresh,
        true,
      ],
      [
        'its start time was not recorded: stale',
        formatOwner({ ...here, start: undefined }),
        stale,
        false,
      ],
      ['start times cannot be read: fresh', formatOwner(here), fresh, true, { startTime: unknown }],
      [
        'start times cannot be read: stale',
        formatOwner(here),
        stale,
        false,
        { startTime: unknown },
      ],
      [
        'no start times, and its process is gone',
        formatOwner({ ...here, pid: 201 }),
        0,
        false,
        { startTime: unknown },
      ],
      ['on another machine: fresh', formatOwner(elsewhere), fresh, true],
      ['on another machine: stale', formatOwner(elsewhere), stale, false],
      [
        'on another machine, whose process id is gone here',
        formatOwner({ ...elsewhere, pid: 201 }),
        0,
        true,
      ],
      [
        'the clock was set back, or the other machine is ahead',
        formatOwner(elsewhere),
        -stale,
        true,
      ],
      ['it cannot be read: fresh', 'window-4711', fresh, true],
      ['it cannot be read: stale', 'window-4711', stale, false],
      ['it is half-written: fresh', formatOwner(here).slice(0, 20), fresh, true],
      ['it is half-written: stale', formatOwner(here).slice(0, 20), stale, false],
      ['it is empty: fresh', '', fresh, true],
    ];
    for (const [name, owner, age, lives, processes] of rows) {
      it(`${name}: ${lives ? 'yes' : 'no'}`, async () => {
        leave(age);
        assert.equal(await window(processes).isLive(owner, file), lives);
      });
    }

    it('another window has renamed the file meanwhile: yes', async () => {
      assert.equal(await window().isLive(formatOwner(elsewhere), file), true);
    });

    it('it is this window: yes', async () => {
      const own = window();
      assert.equal(await own.isLive(await own.own(), file), true);
    });
  });

  it('name their owner so that it can be read again', async () => {
    for (const owner of [here, { ...here, start: undefined }]) {
      assert.deepEqual(parseOwner(formatOwner(owner)), owner);
    }
    assert.deepEqual(parseOwner(await window().own()), {
      ...here,
      pid: 100,
      start: '00000064',
      token: 'own',
    });
    for (const text of ['', 'free', '0a0b0c0d-200-x', '0a0b0c0d.200.000000c8.', '.200.0.x']) {
      assert.equal(parseOwner(text), undefined, text);
    }
  });

  it('go to at most one of several windows, however they overlap', async () => {
    for (let round = 0; round < 50; round += 1) {
      const free = path.join(folder, `owner-${round}`);
      writeFileSync(free, '');
      const taken = await Promise.all(
        Array.from({ length: 8 }, async (_, at) => {
          const one = window({ pid: 300 + at }, { token: `w${at}` });
          for (let turn = 0; turn < (at * round) % 5; turn += 1) await setImmediate();
          return one.takeOver(free, `${free}-${await one.own()}`);
        }),
      );
      assert.equal(taken.filter(Boolean).length, 1);
      assert.equal(readdirSync(folder).length, round + 1);
    }
  });

  it('are fresh for other machines as soon as they are taken over', async () => {
    leave(2 * minuteMs);
    const taken = path.join(folder, 'taken');
    assert.equal(await window().takeOver(file, taken), true);
    assert.equal(await window().isLive(formatOwner(elsewhere), taken), true);
    assert.equal(await window().takeOver(file, taken), false);
  });

  describe('the heartbeat', () => {
    let beats: number;
    let isBroken: boolean;
    const disk: LeasesDeps['disk'] = {
      ...nodeDisk,
      // At once: nothing waits for the real disk.
      touch: (at, time) => {
        beats += 1;
        if (isBroken) return Promise.reject(new Error('EIO'));
        utimesSync(at, time / 1000, time / 1000);
        return Promise.resolve();
      },
    };
    beforeEach(() => {
      beats = 0;
      isBroken = false;
      leave(0);
    });

    async function pass(ms: number): Promise<void> {
      clock.advance(ms);
      // The next heartbeat is scheduled when the disk has answered.
      await setImmediate();
    }

    it('keeps the lease', async () => {
      const lease = window({}, { disk }).acquire(file);
      for (let count = 1; count <= 20; count += 1) {
        await pass(10_000);
        assert.equal(beats, count);
      }
      assert.equal(lease.isHeld(), true);
      assert.equal(await window().isLive(formatOwner(elsewhere), file), true);
    });

    it('fails: the lease ends before another window may take it', async () => {
      const lease = window({}, { disk }).acquire(file);
      isBroken = true;
      await pass(31_000);
      assert.equal(lease.isHeld(), false);
      assert.equal(await window().isLive(formatOwner(elsewhere), file), true);
    });

    it('is late: a fenced lease stays lost, any other continues until it is renamed', () => {
      for (const [kind, expected] of [
        [fenced, 0],
        [unfenced, 1],
      ] as const) {
        beats = 0;
        let now = clock.now();
        const timers: (() => void)[] = [];
        const asleep = {
          ...clock,
          now: () => now,
          after: (_: number, callback: () => void) => {
            timers.push(callback);
            return { dispose: () => undefined };
          },
        };
        const lease = window({}, { disk, kind, clock: asleep }).acquire(file);
        now += 61_000;
        for (const overdue of timers) overdue();
        assert.equal(beats, expected);
        assert.equal(lease.isHeld(), false);
      }
    });

    it('does not outlive a clock that is set back', () => {
      let back = 0;
      const lease = window(
        {},
        { disk, clock: { ...clock, now: () => clock.now() - back } },
      ).acquire(file);
      isBroken = true;
      back = 60 * minuteMs;
      clock.advance(31_000);
      assert.equal(lease.isHeld(), false);
    });

    it('stops with the lease', async () => {
      const own = window({}, { disk });
      own.acquire(file);
      own.forget(file);
      await pass(20_000);
      assert.equal(beats, 0);
    });
  });
});
