import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { linkSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { filesAt } from '../../../../src/host/files/located-files';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';

describe('the editors of a file', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace();
  });
  afterEach(() => ws.dispose());

  const style = { separator: '/', caseSensitive: true } as const;
  const shown = (opened: string, isDirty = false) => ({ path: opened, isDirty });

  it('are found under every name that leads to it, an unsaved one first', async () => {
    const real = ws.put('ws/dir/a', 'a');
    symlinkSync('dir', path.join(ws.root, 'link'));
    const linked = path.join(ws.root, 'link/a');
    const other = ws.put('ws/b', 'b');
    const files = [shown(other, true), shown(real), shown(linked, true)];
    const found = await filesAt(files, real, style);
    assert.deepEqual(found, [shown(linked, true), shown(real)]);
  });

  it('are not those of another link to the same content', async () => {
    const real = ws.put('ws/a', 'a');
    const other = path.join(ws.root, 'b');
    linkSync(real, other);
    assert.deepEqual(await filesAt([shown(other)], real, style), []);
  });

  it('are also those of a file that is gone', async () => {
    const real = ws.put('ws/dir/a', 'a');
    symlinkSync('dir', path.join(ws.root, 'link'));
    rmSync(real);
    const files = [shown(path.join(ws.root, 'link/a')), shown(path.join(ws.root, 'b'))];
    assert.deepEqual(await filesAt(files, real, style), files.slice(0, 1));
  });

  it('are found without resolving the path of every open file', async () => {
    const real = ws.put('ws/a', 'a');
    const files = [shown(real)];
    for (let count = 0; count < 50; count += 1) {
      files.push(shown(ws.put(`ws/dir/${String(count)}`, 'x')));
    }
    const { realpath } = fs;
    let resolved = 0;
    const counting = (...args: Parameters<typeof realpath>) => {
      resolved += 1;
      return realpath(...args);
    };
    Object.assign(fs, { realpath: counting });
    try {
      assert.deepEqual(await filesAt(files, real, style), [shown(real)]);
    } finally {
      Object.assign(fs, { realpath });
    }
    assert.ok(resolved <= 2, `${String(resolved)} paths were resolved`);
  });
});
