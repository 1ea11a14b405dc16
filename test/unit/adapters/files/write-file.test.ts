import assert from 'node:assert/strict';
import {
  chmodSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { WriteOptions } from '../../../../src/core/ports/files';
import { stampOfText } from '../../fakes/files';
import {
  by,
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';

describe('writing a guarded file', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace();
  });
  afterEach(() => ws.dispose());

  const anything = { any: true } as const;
  const write = (name: string, text: string, expect: WriteOptions['expect'] = anything) =>
    ws.files.write(name, text, { expect, by, signal: quietSignal() });

  it('creates a file and its folders', async () => {
    const written = await write('n/e/w.txt', 'text', { absent: true });
    const real = path.join(ws.root, 'n/e/w.txt');
    const stamp = stampOfText('text');
    const of = { real, bytes: 4, oldText: null, text: 'text', stamp, saved: true, notes: [] };
    assert.deepEqual(written, { ok: true, value: of });
    assert.equal(readFileSync(real, 'utf8'), 'text');
  });

  it('replaces a file, keeps its mode and leaves nothing else behind', async () => {
    const file = ws.put('ws/run.sh', 'old');
    chmodSync(file, 0o751);
    const written = await write('run.sh', 'née');
    const stamp = stampOfText('née');
    assert.ok(written.ok);
    const { real, oldText, bytes } = written.value;
    assert.deepEqual([real, written.value.stamp, oldText, bytes], [file, stamp, 'old', 4]);
    assert.equal(statSync(file).mode & 0o7777, 0o751);
    assert.deepEqual(readdirSync(ws.root), ['run.sh']);
  });

  it('leaves the old text to a reader that has the old file open', async () => {
    const file = ws.put('ws/a', 'old');
    const inode = statSync(file).ino;
    await write('a', 'new');
    assert.notEqual(statSync(file).ino, inode);
  });

  it('writes the file a link points to and keeps the link', async () => {
    const file = ws.put('ws/real.txt', 'old');
    symlinkSync('real.txt', path.join(ws.root, 'l'));
    await write('l', 'new');
    assert.ok(lstatSync(path.join(ws.root, 'l')).isSymbolicLink());
    assert.equal(readFileSync(file, 'utf8'), 'new');
  });

  it('never changes an outside file that is a hard link to the same content', async () => {
    const outside = ws.put('outside/same', 'old');
    linkSync(outside, path.join(ws.root, 'same'));
    await write('same', 'new');
    assert.equal(readFileSync(outside, 'utf8'), 'old');
  });

  it('refuses a write-protected file, although a rename could replace it', async () => {
    const file = ws.put('ws/a', 'old');
    chmodSync(file, 0o444);
    const refused = await write('a', 'new');
    assert.ok(!refused.ok);
    assert.equal(refused.failure.category, 'policy_blocked');
    assert.match(refused.failure.message, /write-protected: a$/);
    assert.equal(readFileSync(file, 'utf8'), 'old');
  });

  for (const [name, before, expect] of [
    ['other text', 'now', { text: 'then' }],
    ['a file where none was', 'now', { absent: true }],
    ['no file where one was', undefined, { text: 'then' }],
  ] as const) {
    it(`refuses when there is ${name}`, async () => {
      if (before !== undefined) ws.put('ws/a', before);
      const refused = await write('a', 'new', expect);
      assert.ok(!refused.ok);
      assert.equal(refused.failure.errorCode, 'execution');
      assert.equal(refused.failure.category, 'permanent_failure');
      assert.match(refused.failure.message, /^The file changed since it was read: a$/);
      assert.deepEqual(readdirSync(ws.root), before === undefined ? [] : ['a']);
    });
  }

  it('accepts a file that is as expected', async () => {
    ws.put('ws/a', 'old');
    assert.ok((await write('a', 'new', { text: 'old' })).ok);
  });

  it('writes nothing after cancellation', async () => {
    ws.put('ws/a', 'old');
    const options = { expect: { any: true }, by, signal: AbortSignal.abort() } as const;
    const cancelled = await ws.files.write('a', 'new', options);
    assert.equal(!cancelled.ok && cancelled.failure.category, 'cancelled');
    const fresh = await ws.files.write('b', 'new', options);
    assert.equal(!fresh.ok && fresh.failure.category, 'cancelled');
    assert.deepEqual(readdirSync(ws.root), ['a']);
    assert.equal(readFileSync(path.join(ws.root, 'a'), 'utf8'), 'old');
  });

  it('loses no write when many go to one file at once: one wins, the others fail', async () => {
    ws.put('ws/a', '0');
    const all = await Promise.all(
      ['1', '2', '3', '4'].map((text) => write('a', text, { text: '0' })),
    );
    const text = readFileSync(path.join(ws.root, 'a'), 'utf8');
    assert.ok(all.some((one) => one.ok));
    assert.match(text, /^[1-4]$/);
    assert.deepEqual(readdirSync(ws.root), ['a']);
  });

  it('logs rejections by the file system with the displayed path', async () => {
    writeFileSync(path.join(ws.root, 'a'), 'old');
    await ws.files.read('missing', { maxBytes: 1, signal: quietSignal() });
    assert.deepEqual(ws.logged, ['files: permanent_failure: No such file or folder: missing']);
  });
});
