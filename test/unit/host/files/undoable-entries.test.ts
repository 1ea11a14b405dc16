import * as assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { PathState } from '../../../../src/core/contracts/file-changes';
import { createFilesWorld, ok, refusal, type FilesWorld } from './files-world';
import { by } from '../../fakes/temporary-workspace';

const content = (image: PathState | undefined): string | undefined =>
  image?.kind === 'file' && image.bytes !== undefined
    ? String(Buffer.from(image.bytes))
    : undefined;

/** As editors save: another file takes the place. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

describe('removing, on record', () => {
  let world: FilesWorld;
  beforeEach(() => {
    world = createFilesWorld({ denyRead: ['**/.env'] });
  });
  afterEach(() => {
    world.dispose();
  });

  it('keeps every file, link and folder of a tree before it is touched', async () => {
    world.file('tree/a.txt', 'a\n');
    world.file('tree/deep/b.txt', 'b\n');
    symlinkSync(world.outside, world.file('tree/link'));
    world.recorder.onBegun = () => assert.ok(existsSync(world.file('tree/a.txt')));
    const removed = await ok(world.files.remove(world.file('tree'), world.options));
    assert.deepEqual([removed.kind, removed.files, removed.trashed], ['dir', 2, false]);
    assert.equal(existsSync(world.file('tree')), false);
    assert.equal(existsSync(world.outside), true);
    const [change] = world.recorder.changes;
    const places = new Map(change?.places.map(({ path, before }) => [path, before]));
    assert.equal(places.get(world.file('tree'))?.kind, 'folder');
    assert.equal(content(places.get(world.file('tree/deep/b.txt'))), 'b\n');
    assert.deepEqual(places.get(world.file('tree/link')), { kind: 'link', target: world.outside });
    assert.equal(change?.state, 'ended');
    assert.ok(change.after.every(({ after }) => after.kind === 'absent'));
  });

  it('shows the first texts, and none that may not be read', async () => {
    for (let at = 0; at < 25; at += 1) world.file(`tree/${String(at)}.txt`, `${String(at)}\n`);
    world.file('tree/.env', 'KEY=1');
    world.file('tree/0-large.txt', 'x'.repeat(200 * 1024 + 1));
    world.file('tree/0.bin', Uint8Array.from([0, 1]));
    const { shown, files } = await ok(world.files.remove(world.file('tree'), world.options));
    assert.equal(files, 28);
    assert.equal(shown.length, 20);
    assert.ok(shown.every(({ path, text }) => path.endsWith(`/${text.trim()}.txt`)));
  });

  for (const [what, change] of [
    ['a file that came', () => world.file('tree/new.txt', 'mine')],
    ['a file that was edited', () => world.file('tree/a.txt', 'b\n')],
    ['a file that was replaced', () => replace(world.file('tree/a.txt'), 'b\n')],
  ] as const) {
    it(`decision 42: ${what} while copies were kept is not lost: nothing is removed`, async () => {
      world.file('tree/a.txt', 'a\n');
      world.recorder.onBegun = () => void change();
      const message = await refusal(world.files.remove(world.file('tree'), world.options));
      assert.match(message, /^It was changed meanwhile, so it was left as it is: /);
      assert.ok(existsSync(world.file('tree/a.txt')));
      assert.deepEqual(
        world.recorder.changes.map(({ state }) => state),
        ['abandoned'],
      );
    });
  }

  for (const [what, change] of [
    ['a file that came', () => world.file('tree/new.txt', 'mine')],
    ['a file that was edited', () => world.file('tree/a.txt', 'b\n')],
  ] as const) {
    for (const isOpen of [false, true]) {
      const how = isOpen ? 'with an editor' : 'on disk';
      it(`is not moved when it is not as it was checked: ${what}, ${how}`, async () => {
        const file = world.file('tree/a.txt', 'a\n');
        if (isOpen) world.documents.open(file);
        world.recorder.onBegun = () => void change();
        const moved = world.files.move(world.file('tree'), world.file('moved'), world.options);
        const message = await refusal(moved);
        assert.match(message, /^It was changed meanwhile, so it was left as it is: /);
        assert.ok(existsSync(file));
        assert.deepEqual(
          world.recorder.changes.map(({ state }) => state),
          ['abandoned'],
        );
      });
    }
  }

  it('moves to the trash where there is one', async () => {
    world.documents.hasTrash = true;
    const target = world.file('a.txt', 'a\n');
    const removed = await ok(world.files.remove(target, world.options));
    assert.deepEqual([removed.trashed, world.documents.trashed], [true, [target]]);
    assert.deepEqual(removed.shown, [{ path: target, text: 'a\n' }]);
  });

  it('removes a link itself, and never by the trash', async () => {
    world.documents.hasTrash = true;
    const outside = `${world.outside}/theirs.txt`;
    writeFileSync(outside, 'theirs');
    // By its own name the link may be removed, wherever it leads.
    symlinkSync(outside, world.file('link'));
    const removed = await ok(world.files.remove(world.file('link'), world.options));
    assert.deepEqual([removed.kind, removed.trashed], ['symlink', false]);
    assert.equal(existsSync(outside), true);
  });

  it('refuses what holds unsaved changes, however deep', async () => {
    const target = world.file('tree/deep/a.txt', 'saved\n');
    world.documents.open(target).type('typed\n');
    const message = await refusal(world.files.remove(world.file('tree'), world.options));
    assert.match(message, /tree\/deep\/a\.txt has unsaved changes/);
    assert.equal(world.text('tree/deep/a.txt'), 'saved\n');
    assert.deepEqual(world.recorder.changes, []);
  });

  it('keeps contents as far as there is room, and says of the rest that it is not kept', async () => {
    world.dispose();
    world = createFilesWorld({ maxChangeBytes: 10 });
    world.file('tree/a.txt', '12345678');
    world.file('tree/b.txt', '12345678');
    const { shown } = await ok(world.files.remove(world.file('tree'), world.options));
    const places = world.recorder.changes[0]?.places ?? [];
    assert.deepEqual(
      places.map(({ before }) => content(before)),
      [undefined, '12345678', undefined],
    );
    // A card shows it all the same.
    assert.equal(shown.length, 2);
  });

  it('refuses the workspace itself, and what was cancelled', async () => {
    assert.notEqual(await refusal(world.files.remove(world.root, world.options)), '');
    const target = world.file('a.txt', 'a');
    const signal = AbortSignal.abort();
    const removed = await world.files.remove(target, { by, signal });
    assert.equal(removed.ok ? '' : removed.failure.errorCode, 'cancelled');
    assert.equal(world.text('a.txt'), 'a');
  });

  it('does not follow a folder above it that became a link', async () => {
    world.documents.hasTrash = true;
    const target = world.file('folder/a.txt', 'ours');
    writeFileSync(`${world.outside}/a.txt`, 'theirs');
    world.recorder.onBegun = () => {
      world.moveAway('folder');
      symlinkSync(world.outside, world.file('folder'));
    };
    assert.notEqual(await refusal(world.files.remove(target, world.options)), '');
    assert.equal(existsSync(`${world.outside}/a.txt`), true);
    assert.deepEqual(world.documents.trashed, []);
  });
});

describe('moving, on record', () => {
  let world: FilesWorld;
  beforeEach(() => {
    world = createFilesWorld({ own: ['ours'] });
  });
  afterEach(() => {
    world.dispose();
  });
  const move = (from: string, to: string) =>
    world.files.move(world.file(from), world.file(to), world.options);

  it('renames on disk what no editor shows, and returns its kind', async () => {
    const from = world.file('a.txt', 'a\n');
    const moved = await ok(move('a.txt', 'deep/b.txt'));
    const to = world.file('deep/b.txt');
    assert.deepEqual([moved.from, moved.to, moved.kind, moved.text], [from, to, 'file', 'a\n']);
    assert.equal(moved.replacedText, undefined);
    assert.equal(existsSync(from), false);
    assert.deepEqual(world.documents.renamed, []);
    const [change] = world.recorder.changes;
    const replaced = { kind: 'absent', missingFolders: 1 };
    assert.deepEqual(change?.move, { from, to, replaced });
    const after = change.after[0];
    assert.equal(after?.path, to);
    assert.equal(after.after.kind === 'file' && after.after.stamp, moved.stamp);
  });

  it('renames by VS Code what is open, so that editors follow', async () => {
    const from = world.file('folder/a.txt', 'a\n');
    world.documents.open(from);
    await ok(move('folder', 'deep/renamed'));
    const pair = [world.file('folder'), world.file('deep/renamed')];
    assert.deepEqual(world.documents.renamed, [pair]);
    assert.equal(world.text('deep/renamed/a.txt'), 'a\n');
  });

  it('overwrites no file that appears or changes after the check, though an editor shows the source', async () => {
    for (const before of [undefined, 'old\n']) {
      world.documents.open(world.file('a.txt', 'a\n'));
      const to = world.file('b.txt', before);
      world.recorder.onBegun = () => replace(to, 'theirs\n');
      assert.notEqual(await refusal(move('a.txt', 'b.txt')), '');
      assert.deepEqual([world.text('a.txt'), world.text('b.txt')], ['a\n', 'theirs\n']);
    }
    assert.deepEqual(world.documents.renamed, []);
  });

  it('keeps the file that it replaces', async () => {
    world.file('a.txt', 'new\n');
    world.file('b.txt', 'old\n');
    const moved = await ok(move('a.txt', 'b.txt'));
    assert.deepEqual([moved.replacedText, world.text('b.txt')], ['old\n', 'new\n']);
    assert.equal(content(world.recorder.changes[0]?.move?.replaced), 'old\n');
  });

  it('never replaces a folder, open or not', async () => {
    const from = world.file('a.txt', 'a\n');
    mkdirSync(world.file('folder'));
    assert.notEqual(await refusal(move('a.txt', 'folder')), '');
    world.documents.open(from);
    assert.notEqual(await refusal(move('a.txt', 'folder')), '');
    assert.equal(world.text('a.txt'), 'a\n');
    assert.deepEqual(world.documents.renamed, []);
    assert.ok(world.recorder.changes.every(({ state }) => state === 'abandoned'));
  });

  it('refuses unsaved changes at either end', async () => {
    const from = world.file('a.txt', 'a\n');
    const to = world.file('b.txt', 'b\n');
    const source = world.documents.open(from);
    source.type('typed');
    assert.match(await refusal(move('a.txt', 'c.txt')), /a\.txt has unsaved changes/);
    source.isDirty = false;
    world.documents.open(to).type('typed');
    assert.match(await refusal(move('a.txt', 'b.txt')), /b\.txt has unsaved changes/);
    assert.deepEqual([world.text('a.txt'), world.text('b.txt')], ['a\n', 'b\n']);
  });

  it('moves a link as a link, and nothing to where our own files are', async () => {
    symlinkSync('a.txt', world.file('link'));
    const moved = await ok(move('link', 'other'));
    assert.deepEqual([moved.kind, moved.text, moved.stamp], ['symlink', undefined, undefined]);
    assert.equal(readlinkSync(world.file('other')), 'a.txt');
    const open = world.file('a.txt', 'a\n');
    world.documents.open(open);
    assert.match(await refusal(move('a.txt', 'ours/a.txt')), /own files/);
  });
});

describe('copying and making folders, on record', () => {
  let world: FilesWorld;
  beforeEach(() => {
    world = createFilesWorld();
  });
  afterEach(() => {
    world.dispose();
  });
  const copy = (from: string, to: string) =>
    world.files.copy(world.file(from), world.file(to), world.options);

  it('records each file that a copy makes', async () => {
    world.file('tree/a.txt', 'a\n');
    world.file('tree/deep/b.txt', 'bb\n');
    symlinkSync('a.txt', world.file('tree/link'));
    const copied = await ok(copy('tree', 'new/copy'));
    assert.deepEqual([copied.kind, copied.files, copied.bytes], ['dir', 2, 5]);
    assert.equal(lstatSync(world.file('new/copy/link')).isSymbolicLink(), true);
    const [change] = world.recorder.changes;
    const copies = ['new/copy', 'new/copy/a.txt', 'new/copy/deep', 'new/copy/deep/b.txt'];
    assert.deepEqual(
      change?.places.map(({ path }) => path).sort(),
      [...copies, 'new/copy/link'].map((name) => world.file(name)),
    );
    assert.ok(change.places.every(({ before }) => before.kind === 'absent'));
    assert.ok(change.after.every(({ after }) => after.kind !== 'absent'));
  });

  it('keeps the file that it replaces, and returns the content of the copy', async () => {
    world.file('a.txt', 'new\n');
    world.file('b.txt', 'old\n');
    const copied = await ok(copy('a.txt', 'b.txt'));
    assert.deepEqual([copied.text, copied.replacedText], ['new\n', 'old\n']);
    assert.equal(content(world.recorder.changes[0]?.places[0]?.before), 'old\n');
    assert.equal(copied.stamp, await ok(world.files.stamp(world.file('b.txt'), world.options)));
  });

  it('says that unsaved changes are not in the copy, and replaces none', async () => {
    const source = world.file('a.txt', 'saved\n');
    world.documents.open(source).type('typed\n');
    const copied = await ok(copy('a.txt', 'b.txt'));
    assert.equal(world.text('b.txt'), 'saved\n');
    assert.match(copied.notes.join(), /a\.txt has unsaved changes .* not in the copy/);
    assert.match(await refusal(copy('b.txt', 'a.txt')), /a\.txt has unsaved changes/);
  });

  it('records the folders that were made, outermost first, and none that was there', async () => {
    const made = await ok(world.files.createFolder(world.file('one/two/three'), world.options));
    const names = ['one', 'one/two', 'one/two/three'].map((name) => world.file(name));
    assert.deepEqual(made.made, names);
    const [change] = world.recorder.changes;
    assert.deepEqual(
      change?.places,
      names.map((path) => ({
        path,
        before: { kind: 'absent' },
        intended: { kind: 'folder', mode: 0o755 },
      })),
    );
    assert.ok(change.after.every(({ after }) => after.kind === 'folder'));
    const again = await ok(world.files.createFolder(world.file('one/two'), world.options));
    assert.deepEqual([again.made, world.recorder.changes.length], [[], 1]);
  });

  it('refuses a folder where a file exists', async () => {
    world.file('a.txt', 'a');
    assert.notEqual(
      await refusal(world.files.createFolder(world.file('a.txt'), world.options)),
      '',
    );
    assert.notEqual(
      await refusal(world.files.createFolder(world.file('a.txt/b'), world.options)),
      '',
    );
    assert.ok(world.recorder.changes.every(({ state }) => state === 'abandoned'));
  });
});
