import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  bootId,
  linuxProcesses,
  processState,
  startTimeOf,
} from '../../../../src/adapters/system/process-identity';

describe('process identity', () => {
  it('is the start time, which does not change', async () => {
    const first = await processState(process.pid);
    assert.ok(first.state === 'lives' && first.startTime !== undefined);
    assert.match(first.startTime, /^\d+$/);
    assert.deepEqual(await processState(process.pid), first);
    assert.equal(await startTimeOf(process.pid), first.startTime);
  });

  it('differs between processes', async () => {
    const child = spawn('/bin/sleep', ['1000'], { stdio: 'ignore' });
    await once(child, 'spawn');
    assert.notEqual(await startTimeOf(child.pid ?? 0), await startTimeOf(process.pid));
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.deepEqual(await processState(child.pid ?? 0), { state: 'gone' });
    assert.equal(await startTimeOf(child.pid ?? 0), undefined);
  });

  it('does not depend on the process name, whatever it contains', async () => {
    const child = spawn(
      '/bin/bash',
      ['-c', 'echo "a) Z 1 (b" > /proc/$$/comm; echo up; read -r x'],
      {
        detached: true,
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
    await once(child.stdout, 'data');
    const pid = child.pid ?? 0;
    assert.match((await startTimeOf(pid)) ?? '', /^\d+$/);
    const members = (await linuxProcesses())?.filter(({ group }) => group === pid);
    assert.deepEqual(
      members?.map(({ group, session }) => [group, session]),
      [[pid, pid]],
    );
    child.kill('SIGKILL');
  });

  it('counts a zombie as gone', async () => {
    // Bash itself would collect the zombie: wait until its parent is another program.
    const untilSleep = 'until read -r name </proc/$$/comm && [ "$name" = sleep ]; do :; done';
    const script = `(${untilSleep}) & echo $!; exec sleep 1000`;
    const parent = spawn('/bin/bash', ['-c', script], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let line = '';
    parent.stdout.on('data', (chunk: Buffer) => (line += chunk.toString()));
    await once(parent.stdout, 'data');
    const zombie = Number(line);
    while ((await processState(zombie)).state !== 'gone');
    assert.equal(process.kill(zombie, 0), true);
    const members = (await linuxProcesses())?.filter(({ group }) => group === parent.pid);
    assert.deepEqual(
      members?.map(({ pid }) => pid),
      [parent.pid],
    );
    parent.kill('SIGKILL');
  });

  it('has one id for each boot of the machine', async () => {
    assert.match((await bootId()) ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(await bootId(), await bootId());
  });
});
