import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';

describe('resolving an entry itself', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace({ denyRead: ['**/.env'] });
    ws.put('ws/dir/a', 'a');
    ws.put('outside/x', 'x');
  });
  afterEach(() => ws.dispose());

  async function entry(name: string): Promise<string> {
    const resolved = await ws.files.resolve(name, { use: 'entry' });
    if (!resolved.ok) return resolved.failure.errorCode;
    const { real, exists } = resolved.value;
    return `${path.relative(ws.base, real)} ${exists ? 'is there' : 'is not there'}`;
  }

  it('does not follow a final link, wherever it leads', async () => {
    symlinkSync('../outside/x', path.join(ws.root, 'out'));
    symlinkSync('nothing', path.join(ws.root, 'dangling'));
    symlinkSync('loop', path.join(ws.root, 'loop'));
    for (const name of ['out', 'dangling', 'loop']) {
      assert.equal(await entry(name), `ws/${name} is there`);
    }
  });

  it('follows the links before the last name', async () => {
    symlinkSync('dir', path.join(ws.root, 'l'));
    symlinkSync('../outside', path.join(ws.root, 'out'));
    assert.equal(await entry('l/a'), 'ws/dir/a is there');
    assert.equal(await entry('l/new'), 'ws/dir/new is not there');
    assert.equal(await entry('l/n/e/w'), 'ws/dir/n/e/w is not there');
    assert.equal(await entry('out/x'), 'policy_denied');
    assert.equal(await entry('out/new'), 'policy_denied');
  });

  it('is judged by its own name, not by its target', async () => {
    ws.put('ws/.env', 'KEY=1');
    symlinkSync('.env', path.join(ws.root, 'harmless'));
    assert.equal(await entry('.env'), 'policy_denied');
    assert.equal(await entry('harmless'), 'ws/harmless is there');
    assert.equal((await ws.files.resolve('harmless')).ok, false);
  });

  it('keeps the requested name of an entry to be created', async () => {
    assert.equal(await entry('dir/A'), 'ws/dir/A is not there');
  });

  it('rejects the root of the file system as outside', async () => {
    assert.equal(await entry('/'), 'policy_denied');
  });
});
