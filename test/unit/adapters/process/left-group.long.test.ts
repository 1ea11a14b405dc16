import assert from 'node:assert/strict';
import { commandMark } from '../../../../src/adapters/process/command-processes';
import { commandEnvironment } from '../../../../src/adapters/process/environment';
import type { RunningCommand } from '../../../../src/adapters/process/running-command';
import { succeed } from '../../../../src/core/contracts/failure';
import { isRunning, startBash } from './command-run';

/** Both print their id and stay; only the mark connects them to the command. */
const byJobControl = 'set -m; sleep 1000 > /dev/null 2>&1 & echo $!';
const bySession = `setsid bash -c 'echo $$; exec sleep 1000 > /dev/null 2>&1' &`;

describe('children that left the group of their command', function () {
  if (process.platform !== 'linux') return;

  let removed: Promise<void>;
  let stayed: string[] = [];
  afterEach(() => {
    for (const pid of stayed) process.kill(Number(pid), 'SIGKILL');
    stayed = [];
  });

  function start(command: string): Promise<RunningCommand> {
    let remove: () => void = () => undefined;
    removed = new Promise((resolve) => {
      remove = resolve;
    });
    const env = commandEnvironment([process.env], process.platform);
    return startBash(command, {
      env: { ...env, ...commandMark('left-group-test') },
      record: () =>
        Promise.resolve(
          succeed({
            remove: () => {
              remove();
              return Promise.resolve();
            },
          }),
        ),
    });
  }

  async function linesOf(running: RunningCommand, count: number): Promise<readonly string[]> {
    const lines = (): string[] => running.output.read().stdout.trim().split('\n').filter(Boolean);
    while (lines().length < count) await new Promise((resolve) => setImmediate(resolve));
    return lines();
  }
  const living = (pids: readonly string[]) =>
    Promise.all(pids.map((pid) => isRunning(Number(pid))));

  for (const [how, escape] of [
    ['job control', byJobControl],
    ['setsid', bySession],
  ] as const) {
    it(`by ${how} end with a killed command`, async () => {
      const running = await start(`${escape}\nwait`);
      const pids = await linesOf(running, 1);
      assert.deepEqual(await living(pids), [true]);
      await running.kill();
      assert.deepEqual(await living(pids), [false]);
    });

    it(`by ${how} end when there is no time to wait, before its record is removed`, async () => {
      const running = await start(`${escape}\nwait`);
      const pids = await linesOf(running, 1);
      running.killNow();
      await removed;
      assert.deepEqual(await living(pids), [false]);
    });
  }

  it('and ignore TERM are killed after two seconds', async () => {
    const running = await start(`setsid bash -c 'trap "" TERM; echo $$; sleep 1000; true' & wait`);
    const pids = await linesOf(running, 1);
    await running.kill();
    assert.deepEqual(await living(pids), [false]);
  });

  it('by job control end with a command that exits by itself', async () => {
    const running = await start(byJobControl);
    const pids = await linesOf(running, 1);
    await running.exited;
    await running.kill();
    assert.deepEqual(await living(pids), [false]);
  });

  it('keep running when the command exits by itself, and its record stays until they end', async () => {
    const running = await start(`${bySession} sleep 0.2`);
    stayed = [...(await linesOf(running, 1))];
    await running.exited;
    await running.kill();
    assert.deepEqual(await living(stayed), [true]);
    assert.equal(await running.outlives(), true);
    await running.endAll();
    await removed;
    assert.deepEqual(await living(stayed), [false]);
    stayed = [];
  });

  it('are found by their mark: those of other commands stay', async () => {
    const other = await start(`export GATEHOUSE_COMMAND=another; ${bySession} wait`);
    stayed = [...(await linesOf(other, 1))];
    await other.kill();
    assert.deepEqual(await living(stayed), [true]);
  });
});
