import path from 'node:path';
import * as assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { FolderOpener } from '../../../../src/adapters/files/folder';
import { openHeldFolder } from '../../../../src/adapters/files/disk-access';
import { createFilesWorld, ok, refusal, type FilesWorld } from './files-world';
import { by } from '../../fakes/temporary-workspace';

describe('writing a file that no editor shows', () => {
  let world: FilesWorld;
  beforeEach(() => {
    world = createFilesWorld();
  });
  afterEach(() => {
    world.dispose();
  });

  it('creates it, with its folders, and records that nothing was there', async () => {
    const target = world.file('deep/new.txt');
    const written = await ok(world.write(target, 'one\n', { absent: true }));
    assert.equal(world.text('deep/new.txt'), 'one\n');
    assert.deepEqual(
      [written.oldText, written.text, written.bytes, written.saved, written.notes],
      [null, 'one\n', 4, true, []],
    );
    const change = world.recorder.changes[0];
    assert.ok(change);
    assert.deepEqual(change.by, by);
    const before = { kind: 'absent', missingFolders: 1 };
    const intended = { kind: 'file', stamp: written.stamp, size: 4, mode: 0o644 };
    assert.deepEqual(change.places, [{ path: target, before, intended }]);
    assert.equal(change.state, 'ended');
    const after = change.after[0]?.after;
    assert.equal(after?.kind === 'file' && after.stamp, written.stamp);
  });

  it('keeps what it replaces: its bytes and its mode are on record before it is touched', async () => {
    const target = world.file('a.sh', 'old\n');
    chmodSync(target, 0o750);
    world.recorder.onBegun = () => assert.equal(world.text('a.sh'), 'old\n');
    const written = await ok(world.write(target, 'new\n', { text: 'old\n' }));
    assert.equal(written.oldText, 'old\n');
    assert.equal(statSync(target).mode & 0o777, 0o750);
    const before = world.recorder.changes[0]?.places[0]?.before;
    assert.ok(before?.kind === 'file');
    assert.deepEqual(
      [String(before.bytes && Buffer.from(before.bytes)), before.mode],
      ['old\n', 0o750],
    );
  });

  for (const [title, name, isSoon] of [
    ['prepares the new file while the old one is recorded, and replaces it then', 'a.txt', true],
    ['makes no folder before it is recorded', 'deep/new.txt', false],
  ] as const) {
    it(title, async () => {
      world.file('a.txt', 'old\n');
      const begin = world.recorder.begin.bind(world.recorder);
      const isPrepared = () => readdirSync(world.root).some((one) => one.endsWith('.tmp'));
      world.recorder.begin = async (...change) => {
        const open = await begin(...change);
        while (isSoon && !isPrepared()) await setImmediate();
        for (let turn = 0; turn < 100; turn += 1) await setImmediate();
        assert.equal(world.text('a.txt'), 'old\n');
        assert.equal(existsSync(world.file('deep')), false);
        return open;
      };
      await ok(world.write(world.file(name), 'new\n'));
      assert.equal(world.text(name), 'new\n');
    });
  }

  it('refuses another text than was expected, and a file where none was', async () => {
    const target = world.file('a.txt', 'theirs\n');
    for (const expect of [{ text: 'mine\n' }, { absent: true }] as const) {
      assert.match(await refusal(world.write(target, 'x', expect)), /changed since/);
    }
    assert.match(
      await refusal(world.write(world.file('none'), 'x', { text: 'a' })),
      /changed since/,
    );
    assert.equal(world.text('a.txt'), 'theirs\n');
    assert.deepEqual(world.recorder.changes, []);
  });

  it('refuses what changes between the first look and the rename, and forgets the record', async () => {
    const target = world.file('a.txt', 'old\n');
    world.recorder.onBegun = () => {
      writeFileSync(target, 'theirs\n');
    };
    assert.match(await refusal(world.write(target, 'mine\n')), /changed since/);
    assert.equal(world.text('a.txt'), 'theirs\n');
  });

  it('keeps encoding and byte order mark', async () => {
    const cases = [
      ['utf8 marked', Buffer.from('\uFEFFä\r\n'), Buffer.from('\uFEFFö\r\n')],
      ['utf16le', Buffer.from('\uFEFFä\r\n', 'utf16le'), Buffer.from('\uFEFFö\r\n', 'utf16le')],
      [
        'utf16be',
        Buffer.from('\uFEFFä\r\n', 'utf16le').swap16(),
        Buffer.from('\uFEFFö\r\n', 'utf16le').swap16(),
      ],
    ] as const;
    for (const [name, before, after] of cases) {
      const target = world.file(name, before);
      await ok(world.write(target, 'ö\r\n', { text: 'ä\r\n' }));
      assert.deepEqual(world.bytes(name), after, name);
    }
  });

  it('writes by the encoding it was read with, and names a character that it does not have', async () => {
    world.documents.encoding = 'windows1252';
    const target = world.file('legacy.txt', Buffer.from('gr\xfcn\r\n', 'latin1'));
    const written = await ok(world.write(target, 'gr\xfcner\r\n', { text: 'gr\xfcn\r\n' }));
    assert.deepEqual(world.bytes('legacy.txt'), Buffer.from('gr\xfcner\r\n', 'latin1'));
    assert.equal(written.bytes, 8);
    const message = await refusal(world.write(target, 'a\nb →\n'));
    assert.match(message, /Windows-1252/);
    assert.match(message, /→ \(U\+2192, line 2\)/);
    assert.deepEqual(world.bytes('legacy.txt'), Buffer.from('gr\xfcner\r\n', 'latin1'));
  });

  it('takes a byte order mark at the start of a new file for one, and of no other', async () => {
    await ok(world.write(world.file('new.txt'), '\uFEFFa', { absent: true }));
    assert.deepEqual(world.bytes('new.txt'), Buffer.from('\uFEFFa'));
    const plain = world.file('plain.txt', 'a');
    await ok(world.write(plain, '\uFEFFb', { text: 'a' }));
    assert.deepEqual(world.bytes('plain.txt'), Buffer.from('b'));
  });

  it('keeps mixed line endings as they are given', async () => {
    const target = world.file('mixed.txt', 'a\r\nb\nc\r');
    await ok(world.write(target, 'a\r\nB\nc\r', { text: 'a\r\nb\nc\r' }));
    assert.equal(world.text('mixed.txt'), 'a\r\nB\nc\r');
  });

  it('decision 43: a key on another line stays byte for byte', async () => {
    const key = `sk-ant-${'x9'.repeat(40)}\u00a0`;
    const before = `key=${key}\r\nport=1\r\n`;
    const target = world.file('app.conf', before);
    await ok(world.write(target, before.replace('port=1', 'port=2'), { text: before }));
    assert.equal(world.text('app.conf'), `key=${key}\r\nport=2\r\n`);
  });

  it('replaces what is no text when the caller asked for any, and has no text of it', async () => {
    const target = world.file('image.bin', Uint8Array.from([1, 0, 2]));
    const written = await ok(world.write(target, 'text\n'));
    assert.equal(written.oldText, null);
    assert.equal(world.text('image.bin'), 'text\n');
  });

  it('writes nothing through a link that leads outside', async () => {
    const outside = `${world.outside}/secret.txt`;
    writeFileSync(outside, 'theirs');
    symlinkSync(outside, world.file('link.txt'));
    assert.match(await refusal(world.write(world.file('link.txt'), 'x')), /outside/);
    symlinkSync(`${world.outside}/new.txt`, world.file('dangling.txt'));
    assert.match(await refusal(world.write(world.file('dangling.txt'), 'x')), /outside/);
    assert.equal(existsSync(`${world.outside}/new.txt`), false);
  });

  it('cancelled before it began, it changes nothing', async () => {
    const target = world.file('a.txt', 'old\n');
    const stop = new AbortController();
    world.recorder.onBegun = () => {
      stop.abort();
    };
    const options = { by, signal: stop.signal, expect: { any: true } } as const;
    const written = await world.files.write(target, 'new\n', options);
    assert.equal(written.ok ? '' : written.failure.errorCode, 'cancelled');
    assert.equal(world.text('a.txt'), 'old\n');
    assert.equal(world.recorder.changes[0]?.state, 'abandoned');
  });

  it('decision 42: a write by others meanwhile is not recorded as part of the call', async () => {
    const target = world.file('a.txt', 'old\n');
    world.recorder.onBegun = () => void world.file('a.txt', 'mine\n');
    assert.match(await refusal(world.write(target, 'new\n')), /^The file changed/);
    assert.equal(world.text('a.txt'), 'mine\n');
    assert.equal(world.recorder.changes[0]?.state, 'abandoned');
  });

  it('decision 42: nor is a write by others right after it', async () => {
    world.dispose();
    world = createFilesWorld({ openFolder: thenMine });
    const written = await ok(world.write(world.file('a.txt', 'old\n'), 'new\n'));
    assert.equal(world.text('a.txt'), 'mine\n');
    const after = world.recorder.changes[0]?.after[0]?.after;
    assert.equal(after?.kind === 'file' && after.stamp, written.stamp);
  });

  it('hands on what the recorder has to say', async () => {
    world.recorder.notes = ['This change cannot be undone: it is too large.'];
    const written = await ok(world.write(world.file('a.txt', 'old'), 'new'));
    assert.deepEqual(written.notes, world.recorder.notes);
  });

  it('leaves a write-protected file alone, and what is our own', async () => {
    const target = world.file('read-only.txt', 'old');
    chmodSync(target, 0o444);
    assert.match(await refusal(world.write(target, 'new')), /write-protected/);
    world.dispose();
    world = createFilesWorld({ own: ['ours'] });
    const ours = world.file('ours/settings.json', '{}');
    assert.match(await refusal(world.write(ours, '{"a":1}')), /own files/);
    assert.equal(world.text('ours/settings.json'), '{}');
  });
});

/** Each rename is followed at once by another program's write. */
const thenMine: FolderOpener = async (real) => {
  const folder = await openHeldFolder(real);
  return (
    folder && {
      ...folder,
      rename: async (name, to, newName) => {
        await folder.rename(name, to, newName);
        writeFileSync(path.join(real, newName.toString()), 'mine\n');
      },
    }
  );
};
