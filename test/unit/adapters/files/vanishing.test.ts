import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { DiskFiles } from '../../../../src/adapters/files/disk-files';
import { openHeldFolder } from '../../../../src/adapters/files/disk-access';
import type { Result } from '../../../../src/core/contracts/failure';
import {
  by,
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';
import { treeOf } from './disk-tree';
import { hookFolders } from './hooked-folder';

const signal = quietSignal();
const whole = { maxBytes: 100, signal };

const operations: Readonly<Record<string, (disk: DiskFiles) => Promise<Result<unknown>>>> = {
  read: (disk) => disk.read('dir/f', whole),
  head: (disk) => disk.read('dir/f', { maxBytes: 0, signal }),
  stamp: (disk) => disk.stamp('dir/f', whole),
  image: (disk) => disk.image('dir/f', whole),
  list: (disk) => disk.list('dir', { maxEntries: 9, depth: 2, signal }),
  inside: (disk) => disk.inside('dir', { maxEntries: 9, signal }),
  write: (disk) => disk.write('dir/f', 'new', { expect: { any: true }, by, signal }),
  remove: (disk) => disk.remove('dir', { by, signal }),
  move: (disk) => disk.move('dir/f', 'n/moved', { by, signal }),
  'move a folder': (disk) => disk.move('dir', 'n/moved', { by, signal }),
  copy: (disk) => disk.copy('dir', 'n/copied', { by, signal }),
};

describe('entries that vanish between two steps', () => {
  let ws: TemporaryWorkspace;
  afterEach(() => ws.dispose());

  for (const [name, run] of Object.entries(operations)) {
    for (const gone of ['dir/f', 'dir']) {
      it(`${name}, ${gone} vanishes at any step: one failure of its own kind, nothing half done`, async () => {
        for (let step = 1; ; step += 1) {
          let count = 0;
          const openFolder = hookFolders(openHeldFolder, () => {
            count += 1;
            if (count === step) rmSync(path.join(ws.root, gone), { recursive: true, force: true });
          });
          ws = createTemporaryWorkspace({ openFolder });
          for (const file of ['dir/f', 'dir/sub/g']) ws.put(`ws/${file}`, 'x');
          const done = await run(ws.files);
          const where = `step ${String(step)}`;
          if (!done.ok) assert.match(done.failure.category, /^(?:permanent_|policy_)/, where);
          assert.ok(!Object.keys(treeOf(ws.root)).some((one) => one.includes('.gatehouse')), where);
          ws.dispose();
          if (count < step) break;
        }
      });
    }
  }

  it('are reported as vanished, not as missing', async () => {
    let isGone = false;
    const openFolder = hookFolders(openHeldFolder, (call) => {
      if (call !== 'stat' || isGone) return;
      isGone = true;
      rmSync(path.join(ws.root, 'f'));
    });
    ws = createTemporaryWorkspace({ openFolder });
    ws.put('ws/f', 'x');
    const read = await ws.files.read('f', whole);
    assert.equal(!read.ok && read.failure.message, 'It was removed or renamed meanwhile: f');
    assert.equal(!read.ok && read.failure.category, 'permanent_failure');
  });
});

describe('defects while a file is used', () => {
  let ws: TemporaryWorkspace;
  afterEach(() => ws.dispose());

  it('are thrown again with their stack, not reported as errors of the file system', async () => {
    const broken = new TypeError('a defect');
    ws = createTemporaryWorkspace({
      openFolder: hookFolders(openHeldFolder, (call) => {
        if (call === 'read') throw broken;
      }),
    });
    ws.put('ws/f', 'x');
    await assert.rejects(ws.files.read('f', whole), (error) => error === broken);
    assert.deepEqual(ws.logged, []);
  });
});
