import assert from 'node:assert/strict';
import { posixGroup, taskkillCommand } from '../../../../src/adapters/process/process-group';
import { createFakeClock } from '../../fakes/clock';

describe('a process group', () => {
  it('on Windows is ended with its whole tree by the system’s own taskkill', () => {
    assert.deepEqual(taskkillCommand(42, { SystemRoot: 'D:\\Windows' }), {
      file: 'D:\\Windows\\System32\\taskkill.exe',
      args: ['/PID', '42', '/T', '/F'],
    });
  });

  it('that is gone already ends at once', async () => {
    // No process can have this id: it is above the largest that systems give.
    const group = posixGroup({ pid: 99_999_999, hasExited: () => false }, createFakeClock());
    await group.end();
    group.endNow();
  });
});
