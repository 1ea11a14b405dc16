import assert from 'node:assert/strict';
import type { DiskFiles } from '../../../../src/adapters/files/disk-files';
import { openHeldFolder } from '../../../../src/adapters/files/disk-access';
import type { ChangeOptions } from '../../../../src/core/ports/files';
import type { Result } from '../../../../src/core/contracts/failure';
import { stampOfText } from '../../fakes/files';
import {
  by,
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';
import { treeOf } from './disk-tree';
import { hookFolders } from './hooked-folder';

type Operation = (disk: DiskFiles, options: ChangeOptions) => Promise<Result<unknown>>;

const bytes = Buffer.from('new');
const image = { kind: 'file', stamp: stampOfText('new'), size: 3, mode: 0o644, bytes } as const;
const absent = { kind: 'absent' } as const;

const operations: Readonly<Record<string, Operation>> = {
  write: (disk, { signal }) => disk.write('a', 'new', { expect: { any: true }, by, signal }),
  'write in new folders': (disk, { signal }) =>
    disk.write('n/e/w', 'new', { expect: { absent: true }, by, signal }),
  createFolder: (disk, options) => disk.createFolder('n', options),
  move: (disk, options) => disk.move('dir', 'n/w', options),
  copy: (disk, options) => disk.copy('dir', 'n/w', options),
  putBack: (disk, { signal }) => disk.putBack('n/w', image, { expect: absent, signal }),
  moveBack: (disk, options) => disk.moveBack('dir', 'n/w', options),
  remove: (disk, options) => disk.remove('dir', options),
};

describe('cancelling disk changes', () => {
  let ws: TemporaryWorkspace;
  afterEach(() => ws.dispose());

  /** Cancels before one step; returns the result and the number of steps. */
  async function cancelAt(step: number, run: Operation) {
    const controller = new AbortController();
    let count = 0;
    const openFolder = hookFolders(openHeldFolder, () => {
      count += 1;
      if (count === step) controller.abort();
    });
    ws = createTemporaryWorkspace({ openFolder });
    for (const name of ['a', 'dir/x', 'dir/sub/y']) ws.put(`ws/${name}`, 'old');
    const before = treeOf(ws.root);
    if (step === 0) controller.abort();
    const done = await run(ws.files, { by, signal: controller.signal });
    const isSame = JSON.stringify(treeOf(ws.root)) === JSON.stringify(before);
    return { done, count, isSame };
  }

  for (const [name, run] of Object.entries(operations)) {
    it(`${name}: does nothing if cancelled before`, async () => {
      const { done, isSame } = await cancelAt(0, run);
      assert.equal(!done.ok && done.failure.category, 'cancelled');
      assert.ok(isSame);
    });

    it(`${name}: is complete or absent if cancelled at any step`, async () => {
      for (let step = 1; ; step += 1) {
        const { done, count, isSame } = await cancelAt(step, run);
        if (count < step) break;
        if (!done.ok) assert.equal(done.failure.category, 'cancelled', `step ${String(step)}`);
        // What is gone stays gone; it says so.
        if (name !== 'remove') assert.equal(isSame, !done.ok, `step ${String(step)}`);
        ws.dispose();
      }
    });
  }

  it('a cancelled removal reports that part of it may be deleted', async () => {
    const controller = new AbortController();
    const openFolder = hookFolders(openHeldFolder, (call) => {
      if (call === 'removeFile') controller.abort();
    });
    ws = createTemporaryWorkspace({ openFolder });
    for (const name of ['dir/x', 'dir/sub/y']) ws.put(`ws/${name}`, 'old');
    const done = await ws.files.remove('dir', { by, signal: controller.signal });
    assert.match(done.ok ? '' : done.failure.message, /part of it may already be deleted: dir$/);
  });
});
