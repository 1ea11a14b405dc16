import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { DiskFiles } from '../../../../src/adapters/files/disk-files';
import type { Folder, FolderOpener } from '../../../../src/adapters/files/folder';
import { openHeldFolder } from '../../../../src/adapters/files/disk-access';
import type { Result } from '../../../../src/core/contracts/failure';
import { stampOfText } from '../../fakes/files';
import {
  by,
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';
import { treeOf } from './disk-tree';
import { hookFolders } from './hooked-folder';
import { stride } from '../../../soak';

type Operation = (disk: DiskFiles) => Promise<Result<unknown>>;

const signal = quietSignal();
const anything = { any: true } as const;
const text = 'new';
const file = (content: string, mode = 0o640) => {
  const bytes = Buffer.from(content);
  return { kind: 'file', stamp: stampOfText(content), size: bytes.length, mode, bytes } as const;
};
const absent = { kind: 'absent' } as const;

/** Every operation that could be left half done. */
const operations: Readonly<Record<string, Operation>> = {
  'write, a new file': (disk) => disk.write('new', text, { expect: anything, by, signal }),
  'write, in new folders': (disk) => disk.write('n/e/w', text, { expect: anything, by, signal }),
  'write, a file that is there': (disk) => disk.write('a', text, { expect: anything, by, signal }),
  'write, what is expected': (disk) =>
    disk.write('a', text, { expect: { text: 'old' }, by, signal }),
  createFolder: (disk) => disk.createFolder('n/e/w', { by, signal }),
  'copy, a file': (disk) => disk.copy('a', 'copy', { by, signal }),
  'copy, over a file': (disk) => disk.copy('a', 'b', { by, signal }),
  'copy, a folder into new ones': (disk) => disk.copy('dir', 'n/e/w', { by, signal }),
  'move, a file': (disk) => disk.move('a', 'n/w', { by, signal }),
  'move, over a file': (disk) => disk.move('a', 'b', { by, signal }),
  'move, a folder': (disk) => disk.move('dir', 'n/w', { by, signal }),
  'moveBack, a folder': (disk) => disk.moveBack('dir', 'n/w', { signal }),
  'putBack, a file where none is': (disk) =>
    disk.putBack('n/w', file('was'), { expect: absent, signal }),
  'putBack, a file over another': (disk) =>
    disk.putBack('a', file('was'), { expect: file('old'), signal }),
  'putBack, a file over an empty folder': (disk) =>
    disk.putBack('empty', file('was'), { expect: { kind: 'folder', mode: 0 }, signal }),
  'putBack, a folder over a file': (disk) =>
    disk.putBack('a', { kind: 'folder', mode: 0o750 }, { expect: file('old'), signal }),
  'putBack, a link over a file': (disk) =>
    disk.putBack('a', { kind: 'link', target: 'b' }, { expect: file('old'), signal }),
  'putBack, nothing over a file': (disk) =>
    disk.putBack('a', absent, { expect: file('old'), signal }),
};

/** Operations between two file systems. */
const across: Readonly<Record<string, Operation>> = {
  'a file': (disk) => disk.move('a', 'dir/moved', { by, signal }),
  'a file over another': (disk) => disk.move('a', 'dir/x', { by, signal }),
  'a folder': (disk) => disk.move('dir', 'empty/moved', { by, signal }),
  'a folder, back': (disk) => disk.moveBack('dir', 'empty/moved', { signal }),
};

describe('files when one disk operation fails', () => {
  let ws: TemporaryWorkspace;
  afterEach(() => ws.dispose());

  function setUp(openFolder: FolderOpener): TemporaryWorkspace {
    ws = createTemporaryWorkspace({ openFolder });
    ws.put('ws/a', 'old');
    ws.put('ws/b', 'other');
    ws.put('ws/dir/x', 'x');
    ws.put('ws/dir/y/z', 'z');
    symlinkSync('../a', path.join(ws.root, 'dir/l'));
    mkdirSync(path.join(ws.root, 'empty'));
    chmodSync(path.join(ws.root, 'dir/y'), 0o550);
    return ws;
  }

  async function steps(run: Operation, open: FolderOpener): Promise<number> {
    let calls = 0;
    setUp(hookFolders(open, () => (calls += 1)));
    const before = treeOf(ws.root);
    const done = await run(ws.files);
    assert.ok(done.ok, done.ok ? '' : done.failure.message);
    const after = treeOf(ws.root);
    assert.notDeepEqual(after, before);
    ws.dispose();
    for (let at = 1; at <= calls; at += stride) await failAt(at, run, open, { before, after });
    return calls;
  }

  async function failAt(
    at: number,
    run: Operation,
    open: FolderOpener,
    trees: { readonly before: object; readonly after: object },
  ): Promise<void> {
    let count = 0;
    let failed = '';
    const broken = hookFolders(open, (call) => {
      count += 1;
      if (count !== at) return;
      failed = call;
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    });
    const { files, root } = setUp(broken);
    const done = await run(files);
    const now = treeOf(root);
    const where = `step ${String(at)}, ${failed}`;
    const wanted = JSON.stringify(now) === JSON.stringify(trees.after) ? trees.after : trees.before;
    assert.deepEqual(now, wanted, where);
    if (!done.ok) {
      assert.equal(done.failure.errorCode, 'execution', where);
      assert.match(done.failure.message, /^No space is left on the disk: /, where);
    }
    ws.dispose();
  }

  for (const [name, run] of Object.entries(operations)) {
    it(`${name}: is complete or absent, and leaves nothing else`, async () => {
      assert.ok((await steps(run, openHeldFolder)) > 2);
    });
  }

  for (const [name, run] of Object.entries(across)) {
    it(`move across file systems, ${name}: leaves the old or the new file, and nothing else`, async () => {
      assert.ok((await steps(run, betweenDisks)) > 10);
    });
  }
});

/** Every folder is a file system of its own. */
const betweenDisks: FolderOpener = async (real) => {
  const folder = await openHeldFolder(real);
  return folder && { ...folder, rename: (name, to, newName) => rename(folder, name, to, newName) };
};

async function rename(
  folder: Folder,
  ...[name, to, newName]: Parameters<Folder['rename']>
): Promise<void> {
  if (to.real !== folder.real) throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
  await folder.rename(name, to, newName);
}
