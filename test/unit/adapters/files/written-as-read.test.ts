import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { ResolvedPath } from '../../../../src/core/contracts/calls/call-paths';
import {
  by,
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';

const signal = quietSignal();
const expect = { any: true } as const;

describe('a file that is written as it was read, without resolving its path again', () => {
  const options: { denyRead: readonly string[] } = { denyRead: [] };
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace(options);
    ws.put('ws/dir/f', 'old');
    ws.put('outside/f', 'theirs');
  });
  afterEach(() => {
    options.denyRead = [];
    ws.dispose();
  });

  const read = async (name: string): Promise<ResolvedPath> => {
    const { resolved } = await ws.files.read(name, { maxBytes: 100, signal });
    assert.ok(resolved !== undefined);
    return resolved;
  };
  const write = (resolved: ResolvedPath) =>
    ws.files.write('dir/f', 'new', { expect, by, signal, resolved });
  const refusalOf = async (resolved: ResolvedPath) => {
    const written = await write(resolved);
    return written.ok ? '' : written.failure.message;
  };
  const untouched = (): void => {
    assert.equal(readFileSync(path.join(ws.outside, 'f'), 'utf8'), 'theirs');
  };

  it('is that file, also when a link on its way now leads elsewhere', async () => {
    symlinkSync('dir', path.join(ws.root, 'link'));
    const resolved = await read('link/f');
    rmSync(path.join(ws.root, 'link'));
    symlinkSync(ws.outside, path.join(ws.root, 'link'));
    assert.equal(await refusalOf(resolved), '');
    assert.equal(readFileSync(path.join(ws.root, 'dir/f'), 'utf8'), 'new');
    untouched();
  });

  it('may be one that did not exist', async () => {
    const resolved = await read('dir/new/g');
    assert.equal(await refusalOf(resolved), '');
    assert.equal(readFileSync(path.join(ws.root, 'dir/new/g'), 'utf8'), 'new');
  });

  it('is refused when its folder was exchanged for a link', async () => {
    const resolved = await read('dir/f');
    renameSync(path.join(ws.root, 'dir'), path.join(ws.root, 'away'));
    symlinkSync(ws.outside, path.join(ws.root, 'dir'));
    assert.match(await refusalOf(resolved), /replaced while it was being used/);
    untouched();
  });

  it('is refused when it was exchanged for a link', async () => {
    const resolved = await read('dir/f');
    rmSync(path.join(ws.root, 'dir/f'));
    symlinkSync(path.join(ws.outside, 'f'), path.join(ws.root, 'dir/f'));
    assert.match(await refusalOf(resolved), /a link, not a regular file/);
    untouched();
  });

  it('is judged again by the settings', async () => {
    const resolved = await read('dir/f');
    options.denyRead = ['**/dir/**'];
    assert.match(await refusalOf(resolved), /deny access/);
  });

  it('is not what a caller made up', async () => {
    const real = path.join(ws.outside, 'f');
    const forged = { asked: 'dir/f', real, exists: true, root: ws.root };
    await assert.rejects(write(forged), /did not resolve/);
    untouched();
  });
});
