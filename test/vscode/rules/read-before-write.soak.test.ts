import * as assert from 'node:assert/strict';
import { appendFile, symlink } from 'node:fs/promises';
import * as path from 'node:path';
import { freshFolder, put, root, textOf } from '../world';
import { call, freshSession } from './calls';

const unread = /must be read before overwriting/;
const changed = /has changed since it was read/;

/** A chat that reads and writes with the extension's own pipeline. */
function chat() {
  const session = freshSession();
  const read = (file: string, more: object = {}) =>
    call('read', { path: file, ...more }, { session });
  const write = async (file: string, content = 'two\n') => {
    const { outcome } = await call('write', { path: file, content }, { session });
    return outcome.failure?.message;
  };
  return { session, read, write };
}

describe('rules: a file must be read before it is overwritten', () => {
  let folder: string;
  before(async () => {
    folder = await freshFolder('w11');
  });

  it('W11: a new file may be written', async () => {
    const file = path.join(folder, 'new.txt');
    assert.equal(await chat().write(file), undefined);
    assert.equal(await textOf(file), 'two\n');
  });

  it('W11: an existing file may not be written before the chat has read it, and keeps its content', async () => {
    const file = await put(folder, 'there.txt', 'one\n');
    assert.equal(await chat().write(file), `File '${file}' must be read before overwriting.`);
    assert.equal(await textOf(file), 'one\n');
  });

  it('W11: an existing file may be written after the chat has read or written it', async () => {
    const file = await put(folder, 'read.txt', 'one\n');
    const { read, write } = chat();
    await read(file);
    assert.equal(await write(file, 'two\n'), undefined);
    assert.equal(await write(file, 'three\n'), undefined);
    const own = path.join(folder, 'own.txt');
    assert.equal(await write(own, 'one\n'), undefined);
    assert.equal(await write(own, 'two\n'), undefined);
  });

  it('W11: an existing file may be edited only after the chat has read it', async () => {
    const file = await put(folder, 'edit.txt', 'one\n');
    const { session, read } = chat();
    const args = { path: file, old_string: 'one', new_string: 'two' };
    assert.match((await call('edit', args, { session })).outcome.text, unread);
    await read(file);
    assert.equal((await call('edit', args, { session })).code, undefined);
  });

  it('W12: a file is one file by any spelling of its path', async () => {
    const file = await put(folder, 'spelled.txt', 'one\n');
    const relative = `./${path.relative(await root(), file)}`;
    const odd = `${folder}/../${path.basename(folder)}/./spelled.txt`;
    for (const [readAs, writtenAs] of [
      [relative, file],
      [file, relative],
      [odd, file],
    ] as const) {
      const { read, write } = chat();
      await read(readAs);
      assert.equal(await write(writtenAs), undefined, `${readAs}, then ${writtenAs}`);
    }
  });

  it('W12: a file is one file by any link', async () => {
    const file = await put(folder, 'target.txt', 'one\n');
    const link = path.join(folder, 'link.txt');
    await symlink(file, link);
    const first = chat();
    await first.read(link);
    assert.equal(await first.write(file), undefined);
    const second = chat();
    assert.match((await second.write(link)) ?? '', unread);
    await second.read(file);
    assert.equal(await second.write(link, 'three\n'), undefined);
    assert.equal(await textOf(file), 'three\n');
  });

  it('W14: a failed or denied read unlocks nothing', async () => {
    const file = await put(folder, 'unseen.txt', 'one\n');
    const { session, read, write } = chat();
    assert.equal((await read(file, { offset: 99 })).code, 'validation');
    assert.match((await write(file)) ?? '', unread);
    const answer = () => ({ answer: 'deny' as const });
    const context = { allowedToolIds: ['core__write'] };
    const denied = await call('read', { path: file }, { session, answer, context });
    assert.equal(denied.code, 'policy_denied');
    assert.match((await write(file)) ?? '', unread);
  });

  it('W14: a partial read unlocks the file', async () => {
    const file = await put(folder, 'long.txt', 'one\ntwo\nthree\n');
    const { read, write } = chat();
    await read(file, { offset: 2, limit: 1 });
    assert.equal(await write(file), undefined);
  });

  it('decision 44: a file that changed since the chat last saw it must be read again', async () => {
    const file = await put(folder, 'moving.txt', 'one\n');
    const { read, write } = chat();
    await read(file);
    await appendFile(file, 'by another\n');
    assert.match((await write(file)) ?? '', changed);
    assert.equal(await textOf(file), 'one\nby another\n');
    await read(file);
    assert.equal(await write(file), undefined);
  });

  it('W21: a chat does not see what another chat has read', async () => {
    const file = await put(folder, 'shared.txt', 'one\n');
    const [first, second] = [chat(), chat()];
    await Promise.all([first.read(file), second.read(path.join(folder, 'none.txt'))]);
    assert.match((await second.write(file)) ?? '', unread);
    assert.equal(await first.write(file), undefined);
  });
});
