import * as assert from 'node:assert/strict';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createFilesWorld, ok, refusal, type FilesWorld } from './files-world';

describe('files as editors show them', () => {
  let world: FilesWorld;
  const reading = { maxBytes: 1000, signal: new AbortController().signal };
  beforeEach(() => {
    world = createFilesWorld({ denyRead: ['**/.env'] });
  });
  afterEach(() => {
    world.dispose();
  });

  it('are the disk, as long as nothing is unsaved', async () => {
    const target = world.file('a.txt', 'saved\n');
    world.documents.open(target);
    const content = await ok(world.files.read(target, reading));
    assert.deepEqual([content.text?.text, content.unsaved], ['saved\n', false]);
    assert.equal(await ok(world.files.stamp(target, reading)), content.stamp);
    const { head } = await world.files.read(target, { ...reading, maxBytes: 2 });
    assert.deepEqual([head?.size, String(head && Buffer.from(head.bytes))], [6, 'saved\n']);
  });

  it('are the buffer when it holds unsaved changes, and the stamp is of what it would save', async () => {
    const target = world.file('a.txt', '\uFEFFsaved\n');
    const as = { encoding: 'utf8', byteOrderMark: true };
    const document = world.documents.open(target, { as });
    const saved = await ok(world.files.stamp(target, reading));
    document.type('typed\n');
    const content = await ok(world.files.read(target, reading));
    assert.deepEqual([content.text?.text, content.unsaved], ['typed\n', true]);
    assert.deepEqual(Buffer.from(content.bytes), Buffer.from('\uFEFFtyped\n'));
    assert.notEqual(content.stamp, saved);
    assert.equal(await ok(world.files.stamp(target, reading)), content.stamp);
    const { head } = await world.files.read(target, { ...reading, maxBytes: 4 });
    assert.deepEqual([head?.size, head?.bytes.length], [9, 9]);
    await document.save();
    assert.equal(await ok(world.files.stamp(target, reading)), content.stamp);
  });

  it('by whatever name the file is asked for', async () => {
    const target = world.file('folder/a.txt', 'saved\n');
    symlinkSync(world.file('folder'), world.file('link'));
    world.documents.open(target).type('typed\n');
    for (const name of ['link/a.txt', 'folder/../folder/a.txt']) {
      assert.equal((await ok(world.files.read(name, reading))).text?.text, 'typed\n');
    }
  });

  it('000-files-5: the deny list also applies to editor content', async () => {
    const target = world.file('.env', 'KEY=1');
    world.documents.open(target).type('KEY=2');
    for (const result of [
      world.files.read(target, reading),
      world.files.stamp(target, reading),
      world.write(target, 'x'),
    ]) {
      const settled = await result;
      assert.equal(settled.ok ? '' : settled.failure.errorCode, 'policy_denied');
    }
  });

  it('a buffer over the limit is refused like a file', async () => {
    const target = world.file('a.txt', 'saved\n');
    world.documents.open(target).type('x'.repeat(1001));
    assert.match(await refusal(world.files.read(target, reading)), /too large/);
  });

  it('a dirty notebook is what it would be saved as; what only its editor reads is refused', async () => {
    const notebook = world.file('n.ipynb', '{"cells":[]}');
    world.documents.open(notebook, { kind: 'notebook' }).type('{"cells":[1]}');
    const content = await ok(world.files.read(notebook, reading));
    assert.deepEqual([content.text?.text, content.unsaved], ['{"cells":[1]}', true]);
    const image = world.file('a.png', 'png');
    world.documents.open(image, { kind: 'custom' }).type('painted');
    assert.match(await refusal(world.files.read(image, reading)), /only its editor/);
  });

  it('a deleted file whose editor holds unsaved text is still there to read', async () => {
    const target = world.file('a.txt', 'saved\n');
    world.documents.open(target).type('typed\n');
    rmSync(target);
    assert.equal((await ok(world.files.read(target, reading))).text?.text, 'typed\n');
  });

  it('have images of what would be saved, with bytes up to a size', async () => {
    const target = world.file('a.txt', 'saved\n');
    const document = world.documents.open(target);
    const { signal } = reading;
    const state = await ok(world.files.image(target, { signal }));
    assert.ok(state.kind === 'file' && state.bytes === undefined);
    document.type('typed\n');
    const dirty = await ok(world.files.image(target, { maxBytes: 6, signal }));
    assert.ok(dirty.kind === 'file' && dirty.bytes !== undefined);
    assert.equal(String(Buffer.from(dirty.bytes)), 'typed\n');
    const large = await ok(world.files.image(target, { maxBytes: 5, signal }));
    assert.ok(large.kind === 'file' && large.bytes === undefined);
  });
});

describe('putting a file back', () => {
  let world: FilesWorld;
  const signal = new AbortController().signal;
  beforeEach(() => {
    world = createFilesWorld();
  });
  afterEach(() => {
    world.dispose();
  });

  const image = async (target: string) => {
    const place = await ok(world.files.image(target, { maxBytes: 1000, signal }));
    assert.ok(place.kind === 'file');
    return place;
  };

  it('happens in its editor when it is open, and is saved', async () => {
    const target = world.file('a.txt', 'before\n');
    const before = await image(target);
    writeFileSync(target, 'after\n');
    const document = world.documents.open(target);
    await ok(world.files.putBack(target, before, { expect: await image(target), signal }));
    assert.deepEqual([document.undo, document.text()], [['after\n'], 'before\n']);
    assert.equal(world.text('a.txt'), 'before\n');
  });

  it('gives back exactly the bytes, whatever a formatter makes of them on saving', async () => {
    const target = world.file('a.txt', 'before   \n');
    const before = await image(target);
    writeFileSync(target, 'after\n');
    world.documents.open(target, { formats: (text) => text.replace(/ +\n/g, '\n') });
    await ok(world.files.putBack(target, before, { expect: await image(target), signal }));
    assert.equal(world.text('a.txt'), 'before   \n');
  });

  it('and the bytes of mixed line endings, which no buffer keeps', async () => {
    const target = world.file('a.txt', 'a\r\nb\n');
    const before = await image(target);
    writeFileSync(target, 'after\n');
    const document = world.documents.open(target);
    await ok(world.files.putBack(target, before, { expect: await image(target), signal }));
    assert.equal(world.text('a.txt'), 'a\r\nb\n');
    assert.deepEqual(document.undo, []);
  });

  it('leaves unsaved text unsaved: what was typed before the change comes back', async () => {
    const target = world.file('a.txt', 'saved\n');
    const document = world.documents.open(target);
    document.type('typed\n');
    const before = await image(target);
    document.type('typed and changed\n');
    await ok(world.files.putBack(target, before, { expect: await image(target), signal }));
    assert.deepEqual([document.text(), document.isDirty], ['typed\n', true]);
    assert.equal(world.text('a.txt'), 'saved\n');
  });

  it('is refused when the file or its buffer has changed since', async () => {
    const target = world.file('a.txt', 'before\n');
    const before = await image(target);
    writeFileSync(target, 'after\n');
    const expect = await image(target);
    const document = world.documents.open(target);
    document.type('typed\n');
    const back = () => world.files.putBack(target, before, { expect, signal });
    assert.match(await refusal(back()), /changed/);
    assert.equal(document.text(), 'typed\n');
    document.isDirty = false;
    writeFileSync(target, 'theirs\n');
    assert.match(await refusal(back()), /changed/);
    assert.equal(world.text('a.txt'), 'theirs\n');
  });

  it('does not delete a file under unsaved changes', async () => {
    const target = world.file('made.txt', 'made\n');
    const expect = await image(target);
    world.documents.open(target).type('typed\n');
    const absent = { kind: 'absent' } as const;
    const back = world.files.putBack(target, absent, { expect, signal });
    assert.match(await refusal(back), /unsaved changes/);
    assert.equal(world.text('made.txt'), 'made\n');
  });

  it('brings a deleted file back, and a moved one with its editors', async () => {
    const gone = world.file('gone.txt', 'gone\n');
    const before = await image(gone);
    rmSync(gone);
    const absent = { kind: 'absent' } as const;
    await ok(world.files.putBack(gone, before, { expect: absent, signal }));
    assert.equal(world.text('gone.txt'), 'gone\n');
    const moved = world.file('moved.txt', 'moved\n');
    const document = world.documents.open(moved);
    const back = world.file('back.txt');
    document.isDirty = true;
    assert.match(await refusal(world.files.moveBack(moved, back, { signal })), /unsaved changes/);
    document.isDirty = false;
    await ok(world.files.moveBack(moved, back, { signal }));
    assert.deepEqual(world.documents.renamed, [[moved, back]]);
    await ok(world.files.moveBack(back, moved, { signal }));
    assert.equal(world.text('moved.txt'), 'moved\n');
  });
});
