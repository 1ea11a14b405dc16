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
import { openHeldFolder } from '../../../../src/adapters/files/held-folder';
import { stampOfText } from '../../fakes/files';
import {
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
    const made = await ws.disk.createFolder('n/e/w', { signal });
    assert.deepEqual(made.ok && made.value, {
      real: at('n/e/w'),
      made: [at('n'), at('n/e'), at('n/e/w')],
    });
    const again = await ws.disk.createFolder('n/e/w', { signal });
    assert.deepEqual(again.ok && again.value, { real: at('n/e/w'), made: [] });
  });

  it('a copy has the content and mode of its source, and returns the replaced state', async () => {
    chmodSync(at('a'), 0o750);
    const fresh = await ws.disk.copy('a', 'n/b', { signal });
    const replaced = { kind: 'absent' };
    assert.deepEqual(fresh.ok && fresh.value, { from: at('a'), to: at('n/b'), replaced });
    assert.equal(readFileSync(at('n/b'), 'utf8'), 'old');
    assert.equal(modeOf('n/b'), 0o750);
    ws.put('ws/c', 'other');
    chmodSync(at('c'), 0o604);
    const over = await ws.disk.copy('a', 'c', { signal });
    assert.deepEqual(over.ok && over.value.replaced, {
      kind: 'file',
      stamp: stampOfText('other'),
      size: 5,
      mode: 0o604,
    });
    assert.equal(modeOf('c'), 0o604);
  });

  it('003-tools-5: a copied folder keeps links as they are, modes, and read-only folders', async () => {
    symlinkSync('../a', at('dir/l'));
    symlinkSync('/nowhere', at('dir/dangling'));
    chmodSync(at('dir/sub'), 0o550);
    mkdirSync(at('dir/empty'));
    assert.ok((await ws.disk.copy('dir', 'copy', { signal })).ok);
    assert.deepEqual(treeOf(at('copy')), treeOf(at('dir')));
    assert.equal(readlinkSync(at('copy/dangling')), '/nowhere');
  });

  it('a copy never keeps setuid or setgid bits', async () => {
    chmodSync(at('a'), 0o6755);
    assert.ok((await ws.disk.copy('a', 'b', { signal })).ok);
    assert.equal(modeOf('b'), 0o755);
  });

  it('copies the target of a link, but moves the link itself', async () => {
    symlinkSync('a', at('l'));
    const copied = await ws.disk.copy('l', 'copied', { signal });
    assert.equal(copied.ok && copied.value.from, at('a'));
    assert.ok(lstatSync(at('copied')).isFile());
    const moved = await ws.disk.move('l', 'moved', { signal });
    assert.equal(moved.ok && moved.value.from, at('l'));
    assert.equal(readlinkSync(at('moved')), 'a');
  });

  it('a move returns the replaced state, without bytes', async () => {
    ws.put('ws/b', 'was');
    const moved = await ws.disk.move('a', 'b', { signal });
    assert.deepEqual(moved.ok && moved.value, {
      from: at('a'),
      to: at('b'),
      replaced: { kind: 'file', stamp: stampOfText('was'), size: 3, mode: modeOf('b') },
    });
    assert.equal(readFileSync(at('b'), 'utf8'), 'old');
  });

  it('a replaced link is returned as a link', async () => {
    symlinkSync('a', at('l'));
    const moved = await ws.disk.move('dir/sub/x', 'l', { signal });
    assert.deepEqual(moved.ok && moved.value.replaced, { kind: 'link', target: 'a' });
    assert.equal(readFileSync(at('a'), 'utf8'), 'old');
  });

  it('a refusal creates no folders', async () => {
    const refused = await ws.disk.move('dir', 'dir/sub/n/e/w', { signal });
    assert.match(refused.ok ? '' : refused.failure.message, /into itself: dir\/sub\/n\/e\/w$/);
    assert.deepEqual(Object.keys(treeOf(ws.root)), ['a', 'dir', 'dir/sub', 'dir/sub/x']);
  });

  it('names the part of a folder that is denied or not a file', async () => {
    ws.dispose();
    ws = createTemporaryWorkspace({ denyRead: ['**/.env'] });
    ws.put('ws/dir/sub/.env', 'KEY=1');
    const moved = await ws.disk.move('dir', 'x', { signal });
    assert.match(moved.ok ? '' : moved.failure.message, /deny access to part .*: dir\/sub\/\.env$/);
  });

  it('a move across file systems keeps mode, time and links, and removes the source', async () => {
    ws.dispose();
    ws = createTemporaryWorkspace({ openFolder: openAcross });
    const file = ws.put('ws/dir/f', 'f');
    chmodSync(file, 0o4711);
    utimesSync(file, 1000, 2000);
    symlinkSync('f', at('dir/l'));
    const moved = await ws.disk.move('dir', 'n/moved', { signal });
    assert.ok(moved.ok, moved.ok ? '' : moved.failure.message);
    assert.equal(modeOf('n/moved/f'), 0o4711);
    assert.equal(statSync(at('n/moved/f')).mtimeMs, 2_000_000);
    assert.equal(readlinkSync(at('n/moved/l')), 'f');
    assert.deepEqual(Object.keys(treeOf(ws.root)), ['n', 'n/moved', 'n/moved/f', 'n/moved/l']);
  });

  it('removes a read-only tree', async () => {
    chmodSync(at('dir/sub'), 0o755);
    writeFileSync(at('dir/sub/x'), 'x', { mode: 0o444 });
    assert.ok((await ws.disk.remove('dir', { signal })).ok);
    assert.deepEqual(Object.keys(treeOf(ws.root)), ['a']);
  });

  it('a survey lists parents first, with kinds, sizes and totals', async () => {
    symlinkSync('x', at('dir/sub/l'));
    const survey = await ws.disk.survey('dir', { purpose: 'remove', maxEntries: 3, signal });
    assert.ok(survey.ok);
    const entries = survey.value.entries.map(({ path, kind, size }) => ({ path, kind, size }));
    assert.deepEqual(
      { ...survey.value, entries },
      {
        real: at('dir'),
        kind: 'dir',
        entries: [
          { path: at('dir'), kind: 'dir', size: 0 },
          { path: at('dir/sub'), kind: 'dir', size: 0 },
          { path: at('dir/sub/l'), kind: 'symlink', size: 0 },
        ],
        files: 1,
        bytes: 1,
        isWhole: false,
      },
    );
  });

  it('a survey is incomplete when a name is not valid text', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${at('dir')}/`), Buffer.from([0xff])]), 'yz');
    const survey = await ws.disk.survey('dir', { purpose: 'remove', maxEntries: 99, signal });
    assert.ok(survey.ok);
    const { files, bytes, isWhole, entries } = survey.value;
    assert.deepEqual([files, bytes, isWhole, entries.length], [2, 3, false, 3]);
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
