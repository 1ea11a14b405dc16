import assert from 'node:assert/strict';
import { once } from 'node:events';
import { url } from 'node:inspector';
import { refuseDebuggerSignal } from '../../../../src/adapters/process/debugger-signal';
import { runBash } from './command-run';

describe('the debugger signal', () => {
  it('sent by a command to the host opens no port and ends no process', async () => {
    refuseDebuggerSignal(process.platform);
    const came = once(process, 'SIGUSR1');
    const { exitCode } = await runBash('kill -USR1 $PPID');
    await came;
    assert.deepEqual([exitCode, url()], [0, undefined]);
  });

  it('is handled once, however often requested, and not at all on Windows', () => {
    refuseDebuggerSignal(process.platform);
    const count = process.listenerCount('SIGUSR1');
    refuseDebuggerSignal(process.platform);
    refuseDebuggerSignal('win32');
    assert.equal(process.listenerCount('SIGUSR1'), count);
  });
});
