import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FolderListing, ListOptions } from '../../../../src/core/ports/files';
import {
  by,
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';
import { hookFolders } from './hooked-folder';
import { openHeldFolder } from '../../../../src/adapters/files/disk-access';

const signal = quietSignal();

describe('listing a guarded folder', () => {
  let ws: TemporaryWorkspace;
  beforeEach(() => {
    ws = createTemporaryWorkspace({ denyRead: ['**/.env'] });
  });
  afterEach(() => ws.dispose());

  async function list(name: string, options: Partial<ListOptions> = {}): Promise<FolderListing> {
    const listed = await ws.files.list(name, { maxEntries: 100, signal, ...options });
    assert.ok(listed.ok, listed.ok ? '' : listed.failure.message);
    return listed.value;
  }

  const names = ({ entries }: FolderListing): string[] => entries.map(({ name }) => name);

  function fill(): void {
    for (const name of ['b', 'a', 'B', 'y/2', 'y/1', 'x/deep/3', 'x/.env', '.env', 'z.d/4']) {
      ws.put(`ws/${name}`, name);
    }
  }

  it('refuses to list or create a folder at a file, and says what to do', async () => {
    ws.put('ws/f', 'f');
    const asked = [
      await ws.files.list('f', { maxEntries: 1, signal }),
      await ws.files.createFolder('f', { by, signal }),
    ];
    for (const answer of asked) {
      const { message, suggestion } = answer.ok ? assert.fail() : answer.failure;
      assert.equal(message, 'This is a file, not a folder: f');
      assert.match(suggestion, /^Use read for a file/);
    }
  });

  it('lists folders first, then by name, without following links', async () => {
    fill();
    symlinkSync('x', path.join(ws.root, 'link'));
    const listed = await list('.');
    assert.equal(listed.real, ws.root);
    assert.deepEqual(
      listed.entries.map(({ name, kind, size }) => `${kind} ${name} ${String(size)}`),
      ['dir x 0', 'dir y 0', 'dir z.d 0', 'file B 1', 'file a 1', 'file b 1', 'symlink link 0'],
    );
    assert.equal(listed.total, 7);
  });

  it('lists the content of a folder right after it, to a given depth, without following links', async () => {
    fill();
    symlinkSync('x', path.join(ws.root, 'link'));
    const top = ['B', 'a', 'b', 'link'];
    assert.deepEqual(names(await list('.', { depth: 2 })), [
      ...['x', 'x/deep', 'y', 'y/1', 'y/2', 'z.d', 'z.d/4'],
      ...top,
    ]);
    const whole = await list('.', { depth: 9 });
    assert.deepEqual(names(whole).slice(0, 3), ['x', 'x/deep', 'x/deep/3']);
    assert.equal(whole.total, 12);
  });

  it('omits denied entries and does not count them', async () => {
    ws.put('ws/.env', 'x');
    assert.deepEqual(await list('.'), { real: ws.root, entries: [], total: 0 });
  });

  it('lists no more than requested, shallow entries first, and counts the rest', async () => {
    fill();
    const listed = await list('.', { depth: 3, maxEntries: 7 });
    assert.deepEqual(names(listed), ['x', 'x/deep', 'y', 'z.d', 'B', 'a', 'b']);
    assert.equal(listed.total, 11);
  });

  it('lists names that are not UTF-8', async () => {
    const folder = Buffer.from(`${ws.root}/`);
    writeFileSync(Buffer.concat([folder, Buffer.from('caf\xe9', 'latin1')]), '12');
    mkdirSync(Buffer.concat([folder, Buffer.from('d\xff', 'latin1')]));
    writeFileSync(Buffer.concat([folder, Buffer.from('d\xff/x', 'latin1')]), '');
    ws.put('ws/gen\uFFFDuine', '1');
    const listed = await list('.', { depth: 3 });
    assert.deepEqual(listed.entries, [
      { name: 'd\\xFF', kind: 'dir', size: 0 },
      { name: 'caf\\xE9', kind: 'file', size: 2 },
      { name: 'gen\uFFFDuine', kind: 'file', size: 1 },
    ]);
  });

  it('lists names with line breaks unchanged: display code escapes them', async () => {
    ws.put('ws/a\n[dir] fake', '');
    assert.deepEqual(names(await list('.')), ['a\n[dir] fake']);
  });

  it('lists a vanished or unreadable subfolder without its content', async () => {
    ws.dispose();
    let opened = 0;
    const openFolder = hookFolders(openHeldFolder, (call) => {
      if (call !== 'open') return;
      opened += 1;
      if (opened > 1) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    });
    ws = createTemporaryWorkspace({ openFolder });
    ws.put('ws/x/y', '');
    assert.deepEqual(names(await list('.', { depth: 2 })), ['x']);
    chmodSync(ws.root, 0o755);
  });

  it('refuses a link whose target is not valid UTF-8', async () => {
    ws.put('outside/secret', 'x');
    const bytes = Buffer.from('d\xff', 'latin1');
    mkdirSync(Buffer.concat([Buffer.from(`${ws.root}/`), bytes]));
    symlinkSync('../outside', path.join(ws.root, 'd\uFFFD'));
    symlinkSync(bytes, path.join(ws.root, 'l'));
    const refused = await ws.files.list('l', { maxEntries: 9, signal });
    assert.match(refused.ok ? '' : refused.failure.message, /is not valid UTF-8: l$/);
    const missing = await ws.files.read('l/secret', { maxBytes: 9, signal });
    assert.match(missing.ok ? '' : missing.failure.message, /is not valid UTF-8: l\/secret$/);
  });

  it('reports cancellation', async () => {
    const cancelled = await ws.files.list('.', { maxEntries: 1, signal: AbortSignal.abort() });
    assert.equal(!cancelled.ok && cancelled.failure.category, 'cancelled');
  });
});
