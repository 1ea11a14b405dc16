import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';

/** What an unresolved path discloses about paths that no tool may access. */
describe('a path that cannot be followed', () => {
  let ws: TemporaryWorkspace;

  beforeEach(() => {
    ws = createTemporaryWorkspace({ denyRead: ['**/secrets/*', '*.pem'] });
    ws.put('outside/file', 'x');
    ws.put('ws/secrets/file', 'x');
    ws.put('ws/src/a.pem', 'x');
    ws.put('ws/src/a.ts', 'x');
    symlinkSync(ws.outside, path.join(ws.root, 'out'));
    symlinkSync(path.join(ws.outside, 'file', 'x'), path.join(ws.root, 'through'));
    symlinkSync('ring', path.join(ws.outside, 'ring'));
  });

  afterEach(() => {
    ws.dispose();
  });

  async function message(asked: string, use: 'file' | 'entry'): Promise<string> {
    const resolved = await ws.files.resolve(asked, { use });
    assert.ok(!resolved.ok, asked);
    return `${resolved.failure.errorCode}: ${resolved.failure.message}`;
  }

  const long = 'n'.repeat(300);
  for (const use of ['file', 'entry'] as const) {
    for (const name of ['file/x', 'none/x', 'ring/x', long, `${long}/x`, 'file/x/y']) {
      it(`000-files-6: ${use} out/${name.slice(0, 9)} discloses nothing outside`, async () => {
        const asked = `out/${name}`;
        const expected = `policy_denied: This path is outside the workspace: ${asked}`;
        assert.equal(await message(asked, use), expected);
      });
    }

    for (const asked of ['secrets/file/x', 'secrets/none/x', 'src/a.pem/x', 'src/b.pem/x']) {
      it(`000-files-6: ${use} ${asked} discloses nothing denied`, async () => {
        const expected = `policy_denied: The file settings deny access to this path: ${asked} matches`;
        assert.ok((await message(asked, use)).startsWith(expected));
      });
    }

    it(`${use} in the workspace explains the error`, async () => {
      const expected = 'execution: A part of the path is a file, not a folder: src/a.ts/x';
      assert.equal(await message('src/a.ts/x', use), expected);
    });
  }

  it('000-files-6: a link discloses nothing about its target', async () => {
    const expected = 'policy_denied: This path is outside the workspace: through';
    assert.equal(await message('through', 'file'), expected);
  });
});
