import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';

describe('locating a path of a command', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace({ denyRead: ['**/.env'] });
    ws.put('ws/dir/a', 'a');
    ws.put('outside/x', 'x');
    const links = { l: 'dir', out: '../outside', dang: 'new', gone: '/nowhere/x', loop: 'loop' };
    for (const [name, target] of Object.entries(links)) {
      symlinkSync(target, path.join(ws.root, name));
    }
  });
  afterEach(() => ws.dispose());

  const names = ['a', 'dir', 'l', 'out', 'x', 'dang', 'gone', 'loop', 'new', '.env', '..', '.', ''];

  it('leads to the same place from the folder it begins with as from the root', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }),
        async (parts) => {
          const whole = `${ws.root}/${parts.join('/')}`;
          assert.deepEqual(await ws.files.locate(whole, ws.root), await ws.files.locate(whole));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is the same from a folder that no longer exists', async () => {
    for (const rest of ['a', 'a/b', '../dir/a', 'a/../b']) {
      const whole = `${ws.root}/left/${rest}`;
      const located = await ws.files.locate(whole, `${ws.root}/left`);
      assert.deepEqual(located, await ws.files.locate(whole));
    }
    const located = await ws.files.locate(`${ws.root}/left/a/b`, `${ws.root}/left`);
    assert.equal(located.ok && located.value.real, `${ws.root}/left/a/b`);
  });
});
