import assert from 'node:assert/strict';
import { existsSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { DiskFiles } from '../../../../src/adapters/files/disk-files';
import type { FolderOpener } from '../../../../src/adapters/files/folder';
import { openHeldFolder } from '../../../../src/adapters/files/disk-access';
import type { Result } from '../../../../src/core/contracts/failure';
import {
  by,
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';
import { stride } from '../../../soak';
import { treeOf } from './disk-tree';
import { hookFolders } from './hooked-folder';

const secret = 'outside, nobody may read or change it';
const signal = quietSignal();
const whole = { maxBytes: 1000, signal };
const anything = { any: true } as const;
const absent = { kind: 'absent' } as const;

type Operation = (disk: DiskFiles) => Promise<Result<unknown>>;

const operations: Readonly<Record<string, Operation>> = {
  read: (disk) => disk.read('dir/f', whole),
  image: (disk) => disk.image('dir/f', whole),
  list: (disk) => disk.list('dir', { maxEntries: 9, depth: 3, signal }),
  inside: (disk) => disk.inside('dir', { maxEntries: 9, signal }),
  write: (disk) => disk.write('dir/f', 'new', { expect: anything, by, signal }),
  'write in new folders': (disk) =>
    disk.write('dir/n/e/w', 'new', { expect: anything, by, signal }),
  'remove a folder': (disk) => disk.remove('dir/sub', { by, signal }),
  'remove the folder above': (disk) => disk.remove('dir', { by, signal }),
  'move out of it': (disk) => disk.move('dir/f', 'moved', { by, signal }),
  'move into it': (disk) => disk.move('a', 'dir/new', { by, signal }),
  'move it': (disk) => disk.move('dir', 'n/moved', { by, signal }),
  'copy out of it': (disk) => disk.copy('dir/f', 'copied', { by, signal }),
  'copy into it': (disk) => disk.copy('a', 'dir/f', { by, signal }),
  'copy it': (disk) => disk.copy('dir', 'n/copied', { by, signal }),
  'copy a folder into it': (disk) => disk.copy('other', 'dir/sub/n', { by, signal }),
  'put nothing back': (disk) =>
    disk.putBack('dir/f', absent, {
      expect: { kind: 'file', stamp: fStamp, size: 1, mode: 0 },
      signal,
    }),
  'move back': (disk) => disk.moveBack('a', 'dir/n/a', { signal }),
};

/** Stamp of the text 'f'. */
const fStamp = '252f10c83610ebca1a059c0bae8255eba2f95be4d1d7bcfa89d7248a82d9f111';

type Swap = (ws: TemporaryWorkspace) => void;

function replaced(name: string, target: string): Swap {
  return (ws) => {
    const at = path.join(ws.base, name);
    if (existsSync(at)) renameSync(at, `${at}-gone`);
    else rmSync(at, { force: true });
    symlinkSync(target, at);
  };
}

/** Changes by another program while an operation runs. */
const swaps: Readonly<Record<string, Swap>> = {
  'its folder becomes a link to the outside': replaced('ws/dir', '../outside'),
  'a folder below becomes a link to the outside': replaced('ws/dir/sub', '../../outside/dir'),
  'the file becomes a link to one outside': replaced('ws/dir/f', '../../outside/f'),
  'the open folder becomes a link to the outside': replaced('ws', 'outside'),
};

describe('files when the tree changes between check and use', () => {
  let ws: TemporaryWorkspace;
  afterEach(() => ws.dispose());

  function setUp(openFolder: FolderOpener): void {
    ws = createTemporaryWorkspace({ openFolder });
    for (const name of ['a', 'dir/f', 'dir/sub/g', 'other/h']) ws.put(`ws/${name}`, 'f');
    for (const name of ['f', 'a', 'g', 'sub/g', 'dir/g', 'dir/f', 'other/h']) {
      ws.put(`outside/${name}`, secret);
    }
  }

  /** Of the last operation. */
  let last = '';

  /** Makes the change before one step; false if the operation had fewer steps. */
  async function swapAt(step: number, swap: Swap, run: Operation): Promise<boolean> {
    let count = 0;
    setUp(
      hookFolders(openHeldFolder, () => {
        count += 1;
        if (count === step) swap(ws);
      }),
    );
    const before = treeOf(ws.outside);
    const done = await run(ws.files);
    last = text(done);
    assert.deepEqual(treeOf(ws.outside), before, `step ${String(step)}`);
    assert.ok(!last.includes(secret), `step ${String(step)} tells of the outside`);
    const { outside, ...rest } = splitTree(ws);
    assert.ok(outside && !JSON.stringify(rest).includes(secret), `step ${String(step)} copied`);
    ws.dispose();
    return count >= step;
  }

  for (const [what, swap] of Object.entries(swaps)) {
    for (const [at, [name, run]] of Object.entries(operations).entries()) {
      it(`${name}: ${what}, at any step`, async () => {
        // Operations share steps: those that one leaves out, others try.
        let step = 1 + (at % stride);
        while (await swapAt(step, swap, run)) step += stride;
        assert.ok(step > 2, last);
      });
    }
  }

  it('omits a subfolder that is swapped while it is listed', async () => {
    setUp(openHeldFolder);
    replaced('ws/dir/sub', '../../outside/dir')(ws);
    const listed = await ws.files.list('dir', { maxEntries: 9, depth: 3, signal });
    assert.deepEqual(listed.ok && listed.value.entries.map(({ name }) => name), [
      'sub-gone',
      'sub-gone/g',
      'f',
      'sub',
    ]);
  });
});

/** Separates what is outside, directly or through a link. */
function splitTree(ws: TemporaryWorkspace): { outside: boolean; inside: object } {
  const tree = Object.entries(treeOf(ws.base));
  const inside = tree.filter(([name]) => !name.startsWith('outside'));
  return { outside: tree.length > inside.length, inside };
}

/** Bytes as text, so that file content is found in it. */
function text(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    ArrayBuffer.isView(member) ? Buffer.from(member.buffer).toString() : member,
  );
}
