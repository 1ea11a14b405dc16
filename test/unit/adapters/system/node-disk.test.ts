import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { nodeDisk } from '../../../../src/adapters/system/node-disk';

describe('flushing a path', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'node-disk-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('follows a link to a folder, such as storage that was moved to another disk', async () => {
    const moved = path.join(folder, 'moved');
    await mkdir(moved);
    await symlink(moved, path.join(folder, 'storage'));
    await nodeDisk.flushPath(path.join(folder, 'storage'));
  });

  it('follows no link to a file', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    await symlink(file, path.join(folder, 'link'));
    await assert.rejects(nodeDisk.flushPath(path.join(folder, 'link')), { code: 'ENOTDIR' });
  });
});
