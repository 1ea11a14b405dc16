import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openFileCopies } from '../../../../../src/adapters/file-history/record/file-copies';
import { stampOf } from '../../../../../src/adapters/files/scan-file';
import { nodeDisk } from '../../../../../src/adapters/system/node-disk';

const content = Buffer.from('content');
const name = stampOf(content);
const known = new Map([[name, content.length]]);
const nothing: ReadonlyMap<string, number> = new Map();

describe('copies of contents', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'file-copies-'));
    const copies = await openFileCopies(nodeDisk, folder, { needed: nothing, last: nothing });
    await copies.save(new Map([[name, content]]), () => Promise.resolve());
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are found again', async () => {
    const copies = await openFileCopies(nodeDisk, folder, { needed: known, last: known });
    assert.deepEqual(await copies.read(name), content);
    assert.equal(copies.has(name), true);
  });

  it('of the last change do not count if a crash left them incomplete', async () => {
    await truncate(path.join(folder, name), 3);
    const copies = await openFileCopies(nodeDisk, folder, { needed: known, last: known });
    assert.equal(copies.has(name), false);
    await copies.save(new Map([[name, content]]), () => Promise.resolve());
    assert.deepEqual(await copies.read(name), content);
  });

  it('are written together with what goes along, and none counts if that fails', async () => {
    const copies = await openFileCopies(nodeDisk, folder, { needed: nothing, last: nothing });
    assert.deepEqual(await readdir(folder), []);
    const along = () => Promise.reject(new Error('full'));
    await assert.rejects(copies.save(new Map([[name, content]]), along), { message: 'full' });
    assert.equal(copies.has(name), false);
  });
});
