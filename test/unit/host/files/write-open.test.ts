import * as assert from 'node:assert/strict';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createFilesWorld, ok, refusal, type FilesWorld } from './files-world';
import { by } from '../../fakes/temporary-workspace';

describe('writing a file that is open and has no unsaved changes', () => {
  let world: FilesWorld;
  beforeEach(() => {
    world = createFilesWorld();
  });
  afterEach(() => {
    world.dispose();
  });

  it('changes it in its editor, where it can be undone, and saves it', async () => {
    const target = world.file('a.txt', 'one\r\ntwo\r\n');
    const document = world.documents.open(target);
    const written = await ok(world.write(target, 'one\r\n2\r\n', { text: 'one\r\ntwo\r\n' }));
    assert.equal(world.text('a.txt'), 'one\r\n2\r\n');
    assert.deepEqual(document.undo, ['one\r\ntwo\r\n']);
    assert.equal(document.isDirty, false);
    assert.deepEqual([written.saved, written.oldText, written.notes], [true, 'one\r\ntwo\r\n', []]);
    assert.deepEqual(world.offered, []);
    const [change] = world.recorder.changes;
    const before = change?.places[0]?.before;
    assert.equal(
      before?.kind === 'file' && String(Buffer.from(before.bytes ?? [])),
      'one\r\ntwo\r\n',
    );
    assert.equal(change?.state, 'ended');
  });

  it('answers what is on disk when a formatter changed it on saving, and says so', async () => {
    const target = world.file('a.json', '{}\n');
    world.documents.open(target, { formats: (text) => text.replace('{"a":1}', '{ "a": 1 }') });
    const written = await ok(world.write(target, '{"a":1}\n', { text: '{}\n' }));
    assert.equal(world.text('a.json'), '{ "a": 1 }\n');
    assert.equal(written.text, '{ "a": 1 }\n');
    assert.equal(written.bytes, 11);
    assert.match(written.notes.join(), /changed the text on saving/);
    const read = await ok(
      world.files.read(target, { maxBytes: 100, signal: world.options.signal }),
    );
    assert.equal(written.stamp, read.stamp);
    const after = world.recorder.changes[0]?.after[0]?.after;
    assert.equal(after?.kind === 'file' && after.stamp, read.stamp);
  });

  it('decision file-sandbox: a link planted between edit and save is not written through', async () => {
    const target = world.file('a.txt', 'old\n');
    const outside = `${world.outside}/theirs.txt`;
    writeFileSync(outside, 'theirs\n');
    const document = world.documents.open(target, {
      onReplaced: () => {
        rmSync(target, { force: true });
        symlinkSync(outside, target);
      },
    });
    const written = await world.write(target, 'new\n', { text: 'old\n' });
    assert.equal(written.ok ? '' : written.failure.errorCode, 'policy_denied');
    assert.match(written.ok ? '' : written.failure.message, /replaced .* nothing was saved/);
    assert.equal(document.text(), 'old\n');
  });

  it('nor a folder above it that became one', async () => {
    const target = world.file('folder/a.txt', 'old\n');
    let isPlanted = false;
    world.documents.open(target, {
      onReplaced: () => {
        if (isPlanted) return;
        isPlanted = true;
        renameSync(world.file('folder'), world.file('moved'));
        symlinkSync(world.outside, world.file('folder'));
      },
    });
    assert.match(await refusal(world.write(target, 'new\n')), /replaced/);
    assert.equal(world.text('moved/a.txt'), 'old\n');
  });

  it('does not bring back a file that was deleted meanwhile', async () => {
    const target = world.file('a.txt', 'old\n');
    const document = world.documents.open(target, {
      onReplaced: () => {
        rmSync(target, { force: true });
      },
    });
    assert.match(await refusal(world.write(target, 'new\n')), /changed since/);
    assert.equal(document.text(), 'old\n');
  });

  it('puts the text back when VS Code does not save it, and fails', async () => {
    const target = world.file('a.txt', 'old\n');
    const document = world.documents.open(target, { save: () => Promise.resolve(false) });
    assert.match(await refusal(world.write(target, 'new\n')), /did not save/);
    assert.equal(document.text(), 'old\n');
    assert.equal(world.text('a.txt'), 'old\n');
    world.dispose();
    world = createFilesWorld();
    const closed = world.file('b.txt', 'old\n');
    world.documents.open(closed, { save: () => Promise.reject(new Error('closed')) });
    assert.match(await refusal(world.write(closed, 'new\n')), /did not save/);
  });

  it('returns the editor content when cancelled while VS Code saves', async () => {
    const target = world.file('a.txt', 'old\n');
    const stop = new AbortController();
    world.documents.open(target, {
      save: () => {
        stop.abort();
        return new Promise(() => undefined);
      },
    });
    const options = { by, signal: stop.signal, expect: { any: true } } as const;
    const written = await ok(world.files.write(target, 'new\n', options));
    assert.deepEqual([written.saved, written.text], [false, 'new\n']);
    assert.match(written.notes.join(), /did not finish saving/);
    assert.deepEqual(world.offered, []);
  });

  it('is found under the name of a link, and saved by it', async () => {
    const target = world.file('real.txt', 'old\n');
    symlinkSync(target, world.file('link.txt'));
    const document = world.documents.open(target, { path: world.file('link.txt') });
    await ok(world.write(target, 'new\n', { text: 'old\n' }));
    assert.deepEqual([document.text(), world.text('real.txt')], ['new\n', 'new\n']);
  });

  it('goes to the disk where the buffer does not hold what the file does: mixed line endings', async () => {
    const target = world.file('mixed.txt', 'a\r\nb\nc\n');
    const document = world.documents.open(target);
    assert.equal(document.text(), 'a\nb\nc\n');
    await ok(world.write(target, 'a\r\nB\nc\n', { text: 'a\r\nb\nc\n' }));
    assert.equal(world.text('mixed.txt'), 'a\r\nB\nc\n');
    assert.deepEqual(document.undo, []);
  });

  it('and where the new text has line endings that the buffer does not', async () => {
    for (const text of ['a\r\nb\n', 'a\r\nb\r\n']) {
      const target = world.file('a.txt', 'a\nb\n');
      const document = world.documents.open(target);
      await ok(world.write(target, text, { text: 'a\nb\n' }));
      assert.equal(world.text('a.txt'), text);
      assert.deepEqual(document.undo, []);
    }
  });

  it('and where the editor is behind the disk', async () => {
    const target = world.file('a.txt', 'old\n');
    world.documents.open(target);
    writeFileSync(target, 'newer\n');
    assert.match(await refusal(world.write(target, 'x\n', { text: 'old\n' })), /changed since/);
    await ok(world.write(target, 'newest\n', { text: 'newer\n' }));
    assert.equal(world.text('a.txt'), 'newest\n');
  });

  it('and for UTF-16 without its mark, which VS Code would add', async () => {
    const bytes = Buffer.from('plain\n', 'utf16le');
    const target = world.file('wide.txt', bytes);
    world.documents.encoding = 'utf16le';
    const as = { encoding: 'utf16le', byteOrderMark: true };
    const document = world.documents.open(target, { as });
    await ok(world.write(target, 'plane\n', { text: 'plain\n' }));
    assert.deepEqual(world.bytes('wide.txt'), Buffer.from('plane\n', 'utf16le'));
    assert.deepEqual(document.undo, []);
  });

  it('a notebook that is open is written on disk, and VS Code loads it', async () => {
    const target = world.file('n.ipynb', '{"cells":[]}');
    const document = world.documents.open(target, { kind: 'notebook' });
    await ok(world.write(target, '{"cells":[1]}', { text: '{"cells":[]}' }));
    assert.equal(world.text('n.ipynb'), '{"cells":[1]}');
    assert.deepEqual(document.undo, []);
  });
});

describe('writing a file that has unsaved changes', () => {
  let world: FilesWorld;
  beforeEach(() => {
    world = createFilesWorld();
  });
  afterEach(() => {
    world.dispose();
  });

  it('never saves it: the change goes into the buffer, and the user is offered to save', async () => {
    const target = world.file('a.txt', 'saved\n');
    const document = world.documents.open(target);
    document.type('typed\n');
    const written = await ok(world.write(target, 'typed and more\n', { text: 'typed\n' }));
    assert.equal(world.text('a.txt'), 'saved\n');
    assert.deepEqual([document.text(), document.isDirty], ['typed and more\n', true]);
    assert.deepEqual([written.saved, written.oldText], [false, 'typed\n']);
    assert.match(written.notes.join(), /unsaved changes before, so it was not saved/);
    assert.deepEqual(world.offered, [target]);
    const [change] = world.recorder.changes;
    const before = change?.places[0]?.before;
    assert.equal(before?.kind === 'file' && String(Buffer.from(before.bytes ?? [])), 'typed\n');
    const after = change?.after[0]?.after;
    assert.equal(after?.kind === 'file' && after.stamp, written.stamp);
  });

  it('refuses what does not fit what is typed', async () => {
    const target = world.file('a.txt', 'saved\n');
    const document = world.documents.open(target);
    document.type('typed\n');
    for (const expect of [{ text: 'saved\n' }, { absent: true }] as const) {
      assert.match(await refusal(world.write(target, 'x\n', expect)), /unsaved changes/);
    }
    assert.deepEqual([document.text(), world.recorder.changes], ['typed\n', []]);
  });

  it('refuses line endings that its buffer does not have', async () => {
    const target = world.file('a.txt', 'saved\n');
    world.documents.open(target).type('typed\n');
    for (const text of ['a\r\nb\n', 'a\r\nb\r\n']) {
      assert.match(await refusal(world.write(target, text)), /different line endings/);
    }
  });

  it('refuses a character that the encoding of the document does not have', async () => {
    const target = world.file('a.txt', 'saved\n');
    const as = { encoding: 'windows1252', byteOrderMark: false };
    world.documents.open(target, { as }).type('typed\n');
    assert.match(await refusal(world.write(target, '→\n')), /U\+2192/);
  });

  it('refuses a notebook, and what only its own editor can read', async () => {
    for (const kind of ['notebook', 'custom'] as const) {
      const target = world.file(`${kind}.bin`, '{}');
      world.documents.open(target, { kind }).type('{"cells":[]}');
      assert.match(await refusal(world.write(target, 'x')), /unsaved changes/);
      assert.equal(world.text(`${kind}.bin`), '{}');
    }
  });
});
