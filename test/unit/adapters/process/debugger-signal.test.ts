import assert from 'node:assert/strict';
import { once } from 'node:events';
import { url } from 'node:inspector';
import { refuseDebuggerSignal } from '../../../../src/adapters/process/debugger-signal';
import { runBash } from './command-run';

describe('the signal that opens a debugger', () => {
  it('of a command to the host, by its parent’s id, opens no port and ends nobody', async () => {
    refuseDebuggerSignal(process.platform);
    const came = once(process, 'SIGUSR1');
    const { exitCode } = await runBash('kill -USR1 $PPID');
    await came;
    assert.deepEqual([exitCode, url()], [0, undefined]);
  });

  it('is taken once, however often it is asked for, and not at all on Windows', () => {
    refuseDebuggerSignal(process.platform);
    const count = process.listenerCount('SIGUSR1');
    refuseDebuggerSignal(process.platform);
    refuseDebuggerSignal('win32');
    assert.equal(process.listenerCount('SIGUSR1'), count);
  });
});
