import assert from 'node:assert/strict';
import callbacks from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createProduct, type Product } from './product';

/** Calls of `realpath` and `lstat` on one file, by name, while `act` runs. */
async function callsOn(file: string, act: () => Promise<unknown>): Promise<readonly string[]> {
  const { lstat } = fs;
  const { realpath } = callbacks;
  const { native } = realpath;
  const calls: string[] = [];
  const note = (call: string, at: unknown): void => {
    // A folder that is held open is reached by its number.
    if (typeof at === 'string' && path.basename(at) === path.basename(file)) calls.push(call);
  };
  const watched = {
    lstat: (...args: Parameters<typeof lstat>) => (note('lstat', args[0]), lstat(...args)),
  };
  const resolving = {
    native: (...args: Parameters<typeof native>) => {
      note('realpath', args[0]);
      native(...args);
    },
  };
  Object.assign(fs, watched);
  Object.assign(realpath, resolving);
  try {
    await act();
  } finally {
    Object.assign(fs, { lstat });
    Object.assign(realpath, { native });
  }
  return calls;
}

describe('the paths of a call through the whole pipeline', () => {
  let product: Product;
  beforeEach(() => {
    product = createProduct();
  });
  afterEach(() => product.dispose());

  /** How often a path is resolved; through a held folder, `lstat` looks at it without resolving. */
  const resolutions = async (file: string, tool: string, args: object): Promise<number> => {
    const calls = await callsOn(file, async () => {
      const { failure } = await product.call(tool, args);
      assert.equal(failure, undefined, failure?.message);
    });
    return calls.filter((call) => call === 'realpath').length;
  };

  it('read: resolved twice, before the gates and under the guard, and looked at once', async () => {
    const file = product.workspace.put('ws/known.txt', 'text\n');
    const calls = await callsOn(file, async () => {
      const outcome = await product.call('read', { path: file });
      assert.match(outcome.text, /text/);
    });
    assert.deepEqual(calls, ['realpath', 'realpath', 'lstat']);
  });

  it('read of a file that is too large: also twice', async () => {
    const file = product.workspace.put('ws/large.txt', 'text\n'.repeat(2_200_000));
    assert.equal(await resolutions(file, 'read', { path: file }), 2);
  });

  it('write and edit: resolved twice, since what was read under the guard is what is written', async () => {
    const file = product.workspace.put('ws/known.txt', 'text\n');
    await product.call('read', { path: file });
    const edit = { path: file, old_string: 'text', new_string: 'changed' };
    assert.equal(await resolutions(file, 'edit', edit), 2);
    assert.equal(await resolutions(file, 'write', { path: file, content: 'other\n' }), 2);
  });

  it('copy and move: the source is resolved twice', async () => {
    const source = product.workspace.put('ws/known.txt', 'text\n');
    const [copy, moved] = ['ws/copy.txt', 'ws/moved.txt'].map((name) =>
      path.join(product.workspace.base, name),
    );
    assert.equal(await resolutions(source, 'copy_path', { source, destination: copy }), 2);
    assert.equal(await resolutions(source, 'move_path', { source, destination: moved }), 2);
  });
});
