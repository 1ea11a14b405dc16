import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  parseRecord,
  createCommandJournal,
  type CommandFacts,
} from '../../../../src/adapters/process/command-journal';
import { parseOwner } from '../../../../src/adapters/leases/leases';
import { systemProcesses } from '../../../../src/adapters/system/processes';
import { bootId, startTimeOf } from '../../../../src/adapters/system/process-identity';
import { spawnCommand } from '../../../../src/adapters/process/spawn-command';
import { nodeDisk } from '../../../../src/adapters/system/node-disk';
import type { Disk } from '../../../../src/adapters/system/disk';
import { systemClock } from '../../../../src/adapters/system/clock';
import { createFakeClock } from '../../fakes/clock';
import { createFaultyDisk, type DiskCall, type Fault } from '../../fakes/faulty-disk';
import { request } from './command-run';

const facts: CommandFacts = {
  id: 'one',
  sessionId: 'chat',
  toolCallId: 'call',
  command: 'echo ran > proof',
  cwd: '/',
};

describe('recorded commands', () => {
  let folder = '';
  let logged: string[] = [];

  beforeEach(async () => {
    logged = [];
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'gatehouse-test-')), 'commands');
  });
  afterEach(() => rm(path.dirname(folder), { recursive: true }));

  const journal = (disk: Disk = nodeDisk) =>
    createCommandJournal({ folder, log: (line) => logged.push(line), disk }, createFakeClock());

  /** Fails all calls of one kind, like a broken disk. */
  const broken = (method: DiskCall, fault: Fault): Disk =>
    createFaultyDisk((call) => (call === method ? fault : undefined));

  async function entryOf(name = 'one.json') {
    return parseRecord(await readFile(path.join(folder, name), 'utf8'));
  }

  it('name the command, its folder, process, start, chat and host', async () => {
    const recorded = await journal().record(facts, process.pid);
    assert.equal(recorded.ok, true);
    const startTime = await startTimeOf(process.pid);
    assert.ok(startTime);
    const entry = await entryOf();
    const { token, ...owner } = parseOwner(entry?.owner ?? '') ?? {};
    const found = await systemProcesses.find(process.pid);
    const { machine } = systemProcesses;
    assert.ok(found.state === 'lives' && token !== undefined);
    assert.deepEqual(owner, { machine, pid: process.pid, start: found.startTime });
    assert.deepEqual(entry, {
      ...facts,
      pid: process.pid,
      startTime,
      owner: entry?.owner,
      bootId: await bootId(),
      startedAt: '2026-01-02T03:04:05.000Z',
    });
  });

  it('show that their window lives, as long as the command runs', async () => {
    const clock = createFakeClock();
    const beaten = new EventEmitter();
    const disk: Disk = {
      ...nodeDisk,
      touch: async (file, at) => {
        await nodeDisk.touch(file, at);
        beaten.emit('beat');
      },
    };
    const recorded = await createCommandJournal(
      { folder, log: (line) => logged.push(line), disk },
      clock,
    ).record(facts, process.pid);
    assert.ok(recorded.ok);
    const beat = once(beaten, 'beat');
    clock.advance(4 * 60 * 60 * 1000);
    await beat;
    assert.equal((await stat(path.join(folder, 'one.json'))).mtimeMs, clock.now());
    await recorded.value.remove();
    assert.equal(clock.pending(4 * 60 * 60 * 1000), 0);
  });

  it('are readable by the owner only, and contain no secret and no endless text', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    await journal().record({ ...facts, command: `echo ${token} ${'x'.repeat(9000)}` }, 42);
    const file = path.join(folder, 'one.json');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    const entry = await entryOf();
    assert.match(entry?.command ?? '', /^echo \[REDACTED:[a-z-]+\] x+$/);
    assert.equal(entry?.command.length, 2000);
  });

  it('can be removed repeatedly', async () => {
    const recorded = await journal().record(facts, process.pid);
    assert.ok(recorded.ok);
    await recorded.value.remove();
    await recorded.value.remove();
    assert.deepEqual([await readdir(folder), logged], [[], []]);
  });

  it('log a record that cannot be removed, and do not throw', async () => {
    const recorded = await journal(broken('remove', 'EIO')).record(facts, process.pid);
    assert.ok(recorded.ok);
    await recorded.value.remove();
    assert.match(logged.join('\n'), /could not be removed.*EIO/);
  });

  const faults = ['makeFolder', 'open', 'write', 'flush', 'rename', 'flushPath'] as const;
  for (const method of faults) {
    it(`fail when the disk does: ${method}`, async () => {
      const recorded = await journal(broken(method, 'ENOSPC')).record(facts, process.pid);
      assert.ok(!recorded.ok);
      assert.equal(recorded.failure.errorCode, 'execution');
      assert.match(
        recorded.failure.message,
        /record the command, so it was not run: the disk is full/,
      );
      assert.match(recorded.failure.suggestion, /free disk space/);
    });
  }

  describe('before a command runs', () => {
    const proof = (): string => path.join(path.dirname(folder), 'ran');
    const run = (disk: Disk, signal = new AbortController().signal) =>
      spawnCommand(
        request(`echo ran > ${proof()}`, {
          record: (pid) => journal(disk).record({ ...facts, id: `of-${String(pid)}` }, pid),
          signal,
        }),
        systemClock,
      );
    const names = async (): Promise<readonly string[]> => readdir(path.dirname(folder));

    it('decision 38: its process is recorded with its start time', async () => {
      let seen: Awaited<ReturnType<typeof entryOf>>;
      const started = await spawnCommand(
        request('read -r line; exit 3', {
          record: async (pid) => {
            const recorded = await journal().record(facts, pid);
            seen = await entryOf();
            assert.equal(seen?.pid, pid);
            return recorded;
          },
        }),
        systemClock,
      );
      assert.ok(started.ok && seen !== undefined);
      assert.equal(await startTimeOf(seen.pid), seen.startTime);
      started.value.closeInput();
      assert.equal((await started.value.exited).exitCode, 3);
    });

    it('decision 38: it does not run if it cannot be recorded', async () => {
      const started = await run(broken('rename', 'EROFS'));
      assert.ok(!started.ok);
      assert.match(started.failure.message, /storage folder is not writable/);
      assert.deepEqual(await names(), ['commands']);
    });

    it('it does not run if it is cancelled meanwhile, and leaves no record', async () => {
      const controller = new AbortController();
      const slow: Disk = {
        ...nodeDisk,
        flushPath: async (at) => {
          await nodeDisk.flushPath(at);
          controller.abort();
        },
      };
      const started = await run(slow, controller.signal);
      assert.equal(!started.ok && started.failure.errorCode, 'cancelled');
      assert.deepEqual([await names(), await readdir(folder)], [['commands'], []]);
    });
  });

  it('its record is removed with the last of its children', async () => {
    let tellGone: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (tellGone = resolve));
    const started = await spawnCommand(
      request('sleep 1000 > /dev/null 2>&1 & exit 0', {
        record: async (pid) => {
          const recorded = await journal().record(facts, pid);
          if (!recorded.ok) return recorded;
          const remove = async (): Promise<void> => {
            await recorded.value.remove();
            tellGone();
          };
          return { ok: true, value: { remove } };
        },
      }),
      systemClock,
    );
    assert.ok(started.ok);
    await started.value.exited;
    assert.deepEqual(await readdir(folder), ['one.json']);
    await started.value.kill();
    await gone;
    assert.deepEqual(await readdir(folder), []);
  });
});
