import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Disk, DiskFile } from '../../../../../src/adapters/system/disk';
import { fencedDisk, isLostLock } from '../../../../../src/adapters/store/disk/window-lock';
import { createFaultyDisk } from '../../../fakes/faulty-disk';
import { createTemporaryStore, type TemporaryStore } from '../../../fakes/temporary-store';

describe('the fenced disk of a window', () => {
  let storage: TemporaryStore;
  let isHeld: boolean;
  let disk: Disk;
  let file: DiskFile;
  const at = (name: string) => path.join(storage.folder, name);

  beforeEach(async () => {
    storage = createTemporaryStore();
    isHeld = true;
    disk = fencedDisk(createFaultyDisk(), () => isHeld);
    await disk.makeFolder(storage.folder);
    file = await disk.open(at('file'), 'create');
    await file.write(Buffer.from('text'), 0);
  });
  afterEach(async () => {
    await file.close();
    await storage.dispose();
  });

  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    write: () => file.write(Buffer.from('x'), 0),
    truncate: () => file.truncate(0),
    'open to write': () => disk.open(at('file'), 'write'),
    'open anew': () => disk.open(at('file'), 'replace'),
    create: () => disk.open(at('new'), 'create'),
    rename: () => disk.rename(at('file'), at('new')),
    copy: () => disk.copy(at('file'), at('new')),
    remove: () => disk.remove(at('file')),
    'remove a tree': () => disk.removeTree(at('file')),
  };
  for (const [name, change] of Object.entries(changes)) {
    it(`changes nothing once the lock is lost: ${name}`, async () => {
      isHeld = false;
      await assert.rejects(change, isLostLock);
      assert.deepEqual(storage.names(), ['file']);
      assert.equal(storage.read('file').toString(), 'text');
    });
  }

  it('still reads and closes files', async () => {
    isHeld = false;
    const reading = await disk.open(at('file'), 'read');
    assert.equal(Buffer.from(await reading.read(0, 4)).toString(), 'text');
    await reading.close();
    assert.deepEqual(await disk.names(storage.folder), ['file']);
  });
});
