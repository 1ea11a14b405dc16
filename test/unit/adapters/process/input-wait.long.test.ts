import assert from 'node:assert/strict';
import {
  probeInput,
  standardInputOf,
  type InputState,
} from '../../../../src/adapters/process/input-wait';
import { request } from './command-run';
import { spawnCommand } from '../../../../src/adapters/process/spawn-command';
import { systemClock } from '../../../../src/adapters/system/clock';
import { succeed } from '../../../../src/core/contracts/failure';

/** Runs a command until it has printed "up", probes it, and ends it. */
async function probed(command: string, expected: InputState): Promise<InputState> {
  let pid = 0;
  const started = await spawnCommand(
    request(command, {
      record: (leader) => {
        pid = leader;
        return Promise.resolve(succeed({ remove: () => Promise.resolve() }));
      },
    }),
    systemClock,
  );
  assert.ok(started.ok);
  const running = started.value;
  const input = await standardInputOf(pid);
  const up = (): boolean => running.output.read().combined.includes('up');
  while (!up()) await new Promise((resolve) => running.output.onText(resolve));
  let state = await probeInput(pid, input);
  // It prints "up" before it reads, so the probe is repeated; a wrong answer ends in a timeout.
  while (state !== expected) state = await probeInput(pid, input);
  await running.kill();
  return state;
}

describe('whether a command reads its input', () => {
  const commands: Record<string, readonly [string, InputState]> = {
    'a program without arguments that reads': ['echo up; cat', 'reads'],
    'the shell itself': ['echo up; read -r line', 'shell-reads'],
    'a shell that the command runs': ['echo up; bash -c "read -r line; true"; true', 'reads'],
    'the program that the shell has become': ['echo up; exec cat', 'reads'],
    'a program three deep': ['(bash -c "(echo up; cat; true); true"; true); true', 'reads'],
    'a program in a pipe': ['echo up; cat | sort', 'reads'],
    'a reader in a thread': [
      `echo up; exec ${process.execPath} -e "const {Worker}=require('worker_threads');new Worker('require(\\"fs\\").readSync(0,Buffer.alloc(9))',{eval:true})"`,
      'reads',
    ],
    'one that sleeps': ['echo up; sleep 1000', 'busy'],
    'one that works': ['echo up; while :; do :; done', 'busy'],
    'one that reads a file of its own': ['echo up; cat < /dev/null; sleep 1000', 'busy'],
    'one that reads from another program': ['echo up; sleep 1000 | cat', 'busy'],
    'one that waits for several things, its input among them': [
      `exec ${process.execPath} -e "process.stdin.resume(); console.log('up')"`,
      'unknown',
    ],
    'one that waits for several things without it': [
      `exec ${process.execPath} -e "setInterval(() => 0, 1e6); console.log('up')"`,
      'busy',
    ],
  };
  for (const [what, [command, expected]] of Object.entries(commands)) {
    it(`${what}: ${expected}`, async () => {
      assert.equal(await probed(command, expected), expected);
    });
  }

  it('a missing process or unknown input does not count as waiting', async () => {
    assert.equal(await standardInputOf(99_999_999), undefined);
    assert.equal(await probeInput(99_999_999, 'pipe:[1]'), 'busy');
    assert.equal(await probeInput(process.pid, undefined), 'unknown');
  });
});
