import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createCommandJournal,
  parseRecord,
} from '../../../../src/adapters/process/command-journal';
import { formatOwner } from '../../../../src/adapters/leases/leases';
import { systemProcesses } from '../../../../src/adapters/system/processes';
import { bootId, startTimeOf } from '../../../../src/adapters/system/process-identity';
import {
  recoverCommands,
  type RecoveredCommand,
} from '../../../../src/adapters/process/recover-commands';
import { systemClock } from '../../../../src/adapters/system/clock';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import type { Clock } from '../../../../src/core/ports/system';
import { markOf } from '../../../../src/adapters/process/command-processes';
import { isRunning } from './command-run';
import { createDyingHost } from './dying-host';

const dayMs = 86_400_000;
/** No process can have this id: it exceeds the largest of any system. */
const nobody = 99_999_999;

/** A window of this machine that is gone, unless changed. */
function ownerAs(more: Partial<Parameters<typeof formatOwner>[0]>): string {
  const { machine } = systemProcesses;
  return formatOwner({ machine, pid: nobody, start: '00000001', token: 'x', ...more });
}

describe('commands of a host that has died', () => {
  let work = '';
  let folder = '';
  /** Of its own for each test: processes of another one may still be ending. */
  let id = '';
  let dieDuring: (command: string, lines: number) => Promise<readonly string[]>;
  let logged: string[] = [];
  let told: RecoveredCommand[] = [];

  before(async () => {
    work = await mkdtemp(path.join(tmpdir(), 'gatehouse-test-'));
    folder = path.join(work, 'commands');
    const host = await createDyingHost(work, folder);
    dieDuring = (command, lines) => host.dieDuring(id, command, lines);
  });
  beforeEach(async () => {
    id = randomUUID();
    logged = [];
    told = [];
    await mkdir(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));
  after(() => rm(work, { recursive: true }));

  const recover = (
    report = (): ReturnType<Parameters<typeof recoverCommands>[0]['report']> =>
      Promise.resolve(succeed(undefined)),
    clock = systemClock,
  ) =>
    recoverCommands({
      folder,
      log: (line) => logged.push(line),
      clock,
      report: (found) => {
        told.push(found);
        return report();
      },
    });
  const outcomes = async () => (await recover()).map(({ outcome }) => outcome);
  const living = (pids: readonly string[]) =>
    Promise.all(pids.map((pid) => isRunning(Number(pid))));

  async function change(more: object): Promise<void> {
    const file = path.join(folder, `${id}.json`);
    const entry: unknown = JSON.parse(await readFile(file, 'utf8'));
    assert.ok(typeof entry === 'object');
    await writeFile(file, JSON.stringify({ ...entry, ...more }));
  }

  /** Writes a record of this machine and boot, by a host that is gone. */
  async function plant(more: object): Promise<void> {
    const entry = {
      ...{ id, sessionId: 'chat', command: 'x', cwd: '/' },
      ...{ pid: nobody, startTime: '1', owner: ownerAs({}) },
      ...{ bootId: await bootId(), startedAt: new Date().toISOString() },
    };
    await writeFile(path.join(folder, `${id}.json`), JSON.stringify({ ...entry, ...more }));
  }

  it('decision 38: are stopped with their children if they still run', async () => {
    const pids = await dieDuring('echo $$; sleep 1000 & echo $!; wait', 2);
    assert.deepEqual(await living(pids), [true, true]);
    const [found] = await recover();
    assert.equal(found?.outcome, 'killed');
    assert.deepEqual(await living(pids), [false, false]);
    assert.equal(found.entry.toolCallId, 'call');
    assert.deepEqual([told, await readdir(folder)], [[found], []]);
  });

  it('are killed after two seconds if they ignore TERM', async () => {
    const pids = await dieDuring('trap "" TERM; echo $$; sleep 1000; true', 1);
    assert.deepEqual([await outcomes(), await living(pids)], [['killed'], [false]]);
  });

  it('leave no background children running after they have ended', async () => {
    const pids = await dieDuring('sleep 1000 > /dev/null 2>&1 & echo $!', 1);
    assert.deepEqual([await outcomes(), await living(pids)], [['killed'], [false]]);
  });

  it('leave no child running that was loading a program when it was found', async () => {
    const loaded = path.join(work, 'loaded');
    const later = `until [ -e ${loaded} ]; do :; done; export GATEHOUSE_COMMAND=$0; exec sleep 1000`;
    const mark = '"$GATEHOUSE_COMMAND"';
    const pids = await dieDuring(`env -i bash -c '${later}' ${mark} > /dev/null 2>&1 & echo $!`, 1);
    let waited = 0;
    /** The program is loaded after the first look, and the second look waits for it. */
    const after: Clock['after'] = (ms, look) => {
      if (ms > 1000) return systemClock.after(ms, look);
      waited += ms;
      const load = async () => {
        await writeFile(loaded, '');
        while ((await markOf(Number(pids[0]), id)) === 'unread');
        systemClock.after(ms, look);
      };
      void load();
      return { dispose: () => undefined };
    };
    await recover(undefined, { ...systemClock, monotonic: () => waited, after });
    assert.deepEqual([told[0]?.outcome, await living(pids)], ['killed', [false]]);
  });

  for (const [how, escape] of [
    ['job control', 'set -m; sleep 1000 > /dev/null & echo $!'],
    ['setsid', "setsid bash -c 'echo $$; exec sleep 1000'"],
  ] as const) {
    it(`leave no child running that left the group by ${how}`, async () => {
      const pids = await dieDuring(`${escape} & echo $$; wait`, 2);
      assert.deepEqual([await outcomes(), await living(pids)], [['killed'], [false, false]]);
    });
  }

  it('leave no child running in a session of its own after they have ended', async () => {
    const pids = await dieDuring('setsid sleep 1000 & echo $!; wait', 1);
    const entry = parseRecord(await readFile(path.join(folder, `${id}.json`), 'utf8'));
    const leader = entry?.pid ?? nobody;
    process.kill(leader, 'SIGKILL');
    while (await isRunning(leader));
    assert.deepEqual([await outcomes(), await living(pids)], [['killed'], [false]]);
  });

  it('are reported as gone if they have ended meanwhile', async () => {
    const [pid] = await dieDuring('echo $$; sleep 1000', 1);
    process.kill(-Number(pid), 'SIGKILL');
    while (await isRunning(Number(pid)));
    assert.deepEqual([await outcomes(), await readdir(folder)], [['gone'], []]);
  });

  describe('another process with a reused id', () => {
    let pids: readonly string[] = [];
    beforeEach(async () => {
      pids = await dieDuring('echo $$; sleep 1000 & echo $!; wait', 2);
    });
    afterEach(() => {
      process.kill(-Number(pids[0]), 'SIGKILL');
    });

    it('is never killed if its start time differs', async () => {
      await change({ startTime: '12345' });
      assert.deepEqual([await outcomes(), await living(pids)], [['gone'], [true, true]]);
    });

    it('is never killed after a restart of the machine', async () => {
      await change({ bootId: 'another' });
      assert.deepEqual([await outcomes(), await living(pids)], [['gone'], [true, true]]);
    });

    it('is never killed if it cannot be identified; it is reported and checked again', async () => {
      await change({ startTime: undefined });
      assert.deepEqual([await outcomes(), await living(pids)], [['still_running'], [true, true]]);
      assert.deepEqual(
        [await outcomes(), await readdir(folder)],
        [['still_running'], [`${id}.json`]],
      );
    });

    it('is never killed as a group without its leader, if it lacks the mark', async () => {
      process.kill(Number(pids[0]), 'SIGKILL');
      while (await isRunning(Number(pids[0])));
      await change({ id: 'another' });
      assert.deepEqual([await outcomes(), await living(pids)], [['still_running'], [false, true]]);
    });

    it('is never killed as a group that began before the command', async () => {
      process.kill(Number(pids[0]), 'SIGKILL');
      while (await isRunning(Number(pids[0])));
      await change({ startTime: String(Number.MAX_SAFE_INTEGER) });
      assert.deepEqual([await outcomes(), await living(pids)], [['gone'], [false, true]]);
    });
  });

  it('commands of a live host are left alone', async () => {
    const facts = { id, sessionId: 'chat', toolCallId: undefined, command: 'x', cwd: '/' };
    const journal = createCommandJournal({ folder, log: () => undefined }, systemClock);
    await journal.record(facts, process.pid);
    assert.deepEqual([await recover(), await readdir(folder)], [[], [`${id}.json`]]);
  });

  it('a host whose id was reused counts as dead', async () => {
    await plant({ owner: ownerAs({ pid: process.ppid }) });
    assert.deepEqual(await outcomes(), ['gone']);
  });

  it('commands of another machine that shares the folder are left alone for a day', async () => {
    const owner = ownerAs({ machine: '01234567' });
    const startTime = await startTimeOf(process.pid);
    await plant({ owner, pid: process.pid, startTime });
    assert.deepEqual(await outcomes(), []);
    const old = new Date(Date.now() - dayMs - 1000);
    await utimes(path.join(folder, `${id}.json`), old, old);
    assert.deepEqual(await outcomes(), ['gone']);
  });

  it('only one of several windows handles and reports a record', async () => {
    await plant({});
    await Promise.all(Array.from({ length: 5 }, () => recover()));
    assert.deepEqual([told.length, await readdir(folder), logged], [1, [], []]);
  });

  it('a record claimed by another window is left alone until that window dies', async () => {
    await plant({});
    const parent = await systemProcesses.find(process.ppid);
    assert.ok(parent.state === 'lives');
    const claimBy = (start: string | undefined) =>
      path.join(folder, `${id}.json.${ownerAs({ pid: process.ppid, start })}.claim`);
    const taken = claimBy(parent.startTime);
    await rename(path.join(folder, `${id}.json`), taken);
    assert.deepEqual(await outcomes(), []);
    await rename(taken, claimBy('00000001'));
    assert.deepEqual([await outcomes(), await readdir(folder)], [['gone'], []]);
  });

  it('a record is kept until it has been reported', async () => {
    await plant({});
    await recover(() => Promise.resolve(fail(failure('execution', 'The disk is full.'))));
    assert.deepEqual(await readdir(folder), [`${id}.json`]);
    assert.deepEqual(await outcomes(), ['gone']);
  });

  it('a damaged record is removed and reported, and an unfinished one kept until it is old', async () => {
    for (const text of ['{', '{"id":"one"}', '[]', '{"pid":1,"id":"one"}']) {
      await writeFile(path.join(folder, `${String(text.length)}.json`), text);
    }
    await writeFile(path.join(folder, 'fresh.json.tmp'), '{');
    await writeFile(path.join(folder, 'old.json.tmp'), '{');
    const old = new Date(Date.now() - 100_000);
    await utimes(path.join(folder, 'old.json.tmp'), old, old);
    assert.deepEqual([await outcomes(), told], [[], []]);
    assert.deepEqual(await readdir(folder), ['fresh.json.tmp']);
    assert.equal(logged.length, 4);
  });

  it('nothing happens where no command has ever run', async () => {
    await rm(folder, { recursive: true });
    assert.deepEqual(await outcomes(), []);
    await mkdir(folder);
  });

  it('records that cannot be read are logged, and the others handled', async () => {
    await plant({});
    await mkdir(path.join(folder, 'folder.json'));
    assert.deepEqual([await outcomes(), logged.length], [['gone'], 1]);
  });
});
