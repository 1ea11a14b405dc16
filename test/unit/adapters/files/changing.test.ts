import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { FolderOpener } from '../../../../src/adapters/files/folder';
import { openHeldFolder } from '../../../../src/adapters/files/disk-access';
import { stampOfText } from '../../fakes/files';
import {
  by,
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';
import { treeOf } from './disk-tree';

const signal = quietSignal();

describe('creating, moving, copying and removing on the disk', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace();
    ws.put('ws/a', 'old');
    ws.put('ws/dir/sub/x', 'x');
  });
  afterEach(() => ws.dispose());

  const at = (name: string): string => path.join(ws.root, name);
  const modeOf = (name: string): number => lstatSync(at(name)).mode & 0o7777;

  it('createFolder returns the folders it created, outermost first', async () => {
    const made = await ws.files.createFolder('n/e/w', { by, signal });
    assert.deepEqual(made.ok && made.value, {
      real: at('n/e/w'),
      made: [at('n'), at('n/e'), at('n/e/w')],
      notes: [],
    });
    const again = await ws.files.createFolder('n/e/w', { by, signal });
    assert.deepEqual(again.ok && again.value, { real: at('n/e/w'), made: [], notes: [] });
  });

  it('a copy has the content and mode of its source, and returns the replaced text', async () => {
    chmodSync(at('a'), 0o750);
    const fresh = await ws.files.copy('a', 'n/b', { by, signal });
    const ends = { from: at('a'), to: at('n/b') };
    const of = { kind: 'file', files: 1, bytes: 3, stamp: stampOfText('old'), text: 'old' };
    const wanted = { ...ends, ...of, replaced: false, replacedText: undefined, notes: [] };
    assert.deepEqual(fresh.ok && fresh.value, wanted);
    assert.equal(readFileSync(at('n/b'), 'utf8'), 'old');
    assert.equal(modeOf('n/b'), 0o750);
    ws.put('ws/c', 'other');
    chmodSync(at('c'), 0o604);
    const over = await ws.files.copy('a', 'c', { by, signal });
    assert.equal(over.ok && over.value.replacedText, 'other');
    assert.equal(modeOf('c'), 0o604);
  });

  it('003-tools-5: a copied folder keeps links as they are, modes, and read-only folders', async () => {
    symlinkSync('../a', at('dir/l'));
    symlinkSync('/nowhere', at('dir/dangling'));
    chmodSync(at('dir/sub'), 0o550);
    mkdirSync(at('dir/empty'));
    assert.ok((await ws.files.copy('dir', 'copy', { by, signal })).ok);
    assert.deepEqual(treeOf(at('copy')), treeOf(at('dir')));
    assert.equal(readlinkSync(at('copy/dangling')), '/nowhere');
  });

  it('a copy never keeps setuid or setgid bits', async () => {
    chmodSync(at('a'), 0o6755);
    assert.ok((await ws.files.copy('a', 'b', { by, signal })).ok);
    assert.equal(modeOf('b'), 0o755);
  });

  it('copies the target of a link, but moves the link itself', async () => {
    symlinkSync('a', at('l'));
    const copied = await ws.files.copy('l', 'copied', { by, signal });
    assert.equal(copied.ok && copied.value.from, at('a'));
    assert.ok(lstatSync(at('copied')).isFile());
    const moved = await ws.files.move('l', 'moved', { by, signal });
    assert.equal(moved.ok && moved.value.from, at('l'));
    assert.equal(readlinkSync(at('moved')), 'a');
  });

  it('a move returns the replaced text', async () => {
    ws.put('ws/b', 'was');
    const moved = await ws.files.move('a', 'b', { by, signal });
    assert.deepEqual(moved.ok && moved.value, {
      from: at('a'),
      to: at('b'),
      kind: 'file',
      replaced: true,
      replacedText: 'was',
      stamp: stampOfText('old'),
      text: 'old',
      notes: [],
    });
    assert.equal(readFileSync(at('b'), 'utf8'), 'old');
  });

  it('a move replaces a link, not its target', async () => {
    symlinkSync('a', at('l'));
    const moved = await ws.files.move('dir/sub/x', 'l', { by, signal });
    assert.equal(moved.ok && moved.value.replacedText, undefined);
    assert.equal(readFileSync(at('a'), 'utf8'), 'old');
  });

  it('a refusal creates no folders', async () => {
    const refused = await ws.files.move('dir', 'dir/sub/n/e/w', { by, signal });
    assert.match(refused.ok ? '' : refused.failure.message, /into itself: dir\/sub\/n\/e\/w$/);
    assert.deepEqual(Object.keys(treeOf(ws.root)), ['a', 'dir', 'dir/sub', 'dir/sub/x']);
  });

  it('names the part of a folder that is denied or not a file', async () => {
    ws.dispose();
    ws = createTemporaryWorkspace({ denyRead: ['**/.env'] });
    ws.put('ws/dir/sub/.env', 'KEY=1');
    const moved = await ws.files.move('dir', 'x', { by, signal });
    assert.match(moved.ok ? '' : moved.failure.message, /deny access to part .*: dir\/sub\/\.env$/);
  });

  it('a move across file systems keeps mode, time and links, and removes the source', async () => {
    ws.dispose();
    ws = createTemporaryWorkspace({ openFolder: openAcross });
    const file = ws.put('ws/dir/f', 'f');
    chmodSync(file, 0o4711);
    utimesSync(file, 1000, 2000);
    symlinkSync('f', at('dir/l'));
    const moved = await ws.files.move('dir', 'n/moved', { by, signal });
    assert.ok(moved.ok, moved.ok ? '' : moved.failure.message);
    assert.equal(modeOf('n/moved/f'), 0o4711);
    assert.equal(statSync(at('n/moved/f')).mtimeMs, 2_000_000);
    assert.equal(readlinkSync(at('n/moved/l')), 'f');
    assert.deepEqual(Object.keys(treeOf(ws.root)), ['n', 'n/moved', 'n/moved/f', 'n/moved/l']);
  });

  it('removes a read-only tree', async () => {
    chmodSync(at('dir/sub'), 0o755);
    writeFileSync(at('dir/sub/x'), 'x', { mode: 0o444 });
    assert.ok((await ws.files.remove('dir', { by, signal })).ok);
    assert.deepEqual(Object.keys(treeOf(ws.root)), ['a']);
  });

  it('what is inside is listed parents first, up to a limit', async () => {
    symlinkSync('x', at('dir/sub/l'));
    const inside = await ws.files.inside('dir', { maxEntries: 2, signal });
    assert.deepEqual(inside.ok && inside.value, {
      paths: [at('dir/sub'), at('dir/sub/l')],
      isWhole: false,
      limited: [],
    });
    const copied = await ws.files.copy('dir', 'copy', { by, signal });
    assert.ok(copied.ok);
    assert.deepEqual([copied.value.kind, copied.value.files, copied.value.bytes], ['dir', 1, 1]);
  });

  it('and is incomplete when a name is not valid text; the files are counted', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${at('dir')}/`), Buffer.from([0xff])]), 'yz');
    const inside = await ws.files.inside('dir', { maxEntries: 99, signal });
    assert.deepEqual(inside.ok && [inside.value.paths.length, inside.value.isWhole], [2, false]);
    const removed = await ws.files.remove('dir', { by, signal });
    assert.equal(removed.ok && removed.value.files, 2);
  });
});

/** Every folder is a file system of its own. */
const openAcross: FolderOpener = async (real) => {
  const folder = await openHeldFolder(real);
  return (
    folder && {
      ...folder,
      rename: async (name, to, newName) => {
        if (to.real !== real) throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
        await folder.rename(name, to, newName);
      },
    }
  );
};
