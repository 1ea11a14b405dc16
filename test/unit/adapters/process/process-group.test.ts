import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { PosixGroup, taskkillCommand } from '../../../../src/adapters/process/process-group';
import { systemClock } from '../../../../src/adapters/system/clock';
import { createFakeClock } from '../../fakes/clock';

/** No process can have this id: it exceeds the largest of any system. */
const nobody = 99_999_999;

describe('a process group', () => {
  it("on Windows is ended as a tree by the system's own taskkill", () => {
    assert.deepEqual(taskkillCommand(42, { SystemRoot: 'D:\\Windows' }), {
      file: 'D:\\Windows\\System32\\taskkill.exe',
      args: ['/PID', '42', '/T', '/F'],
    });
  });

  it('ends at once if it is already gone', async () => {
    const group = new PosixGroup(
      { pid: nobody, id: '', hasExited: () => false },
      createFakeClock(),
    );
    await group.end();
    group.endNow();
    assert.equal(await group.isLeft(), false);
  });

  describe('with a leader', () => {
    let leader: ChildProcess;
    let pid = 0;
    beforeEach(async () => {
      leader = spawn('/bin/sleep', ['1000'], { detached: true, stdio: 'ignore' });
      await once(leader, 'spawn');
      pid = leader.pid ?? nobody;
    });
    afterEach(() => leader.kill('SIGKILL'));

    it('is alive until it is ended', async () => {
      const group = new PosixGroup({ pid, id: '', hasExited: () => false }, systemClock);
      assert.equal(await group.isLeft(), true);
      const exited = once(leader, 'exit');
      await group.end();
      await exited;
      assert.deepEqual([leader.signalCode, await group.isLeft()], ['SIGTERM', false]);
    });

    it('is left alone once its leader has exited, as its id may be reused', async () => {
      const group = new PosixGroup({ pid, id: '', hasExited: () => true }, systemClock);
      assert.equal(await group.isLeft(), false);
      group.endNow();
      await group.end();
      assert.deepEqual([leader.exitCode, leader.signalCode], [null, null]);
      assert.equal(process.kill(pid, 0), true);
    });
  });
});
