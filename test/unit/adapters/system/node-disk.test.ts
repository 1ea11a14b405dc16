import assert from 'node:assert/strict';
import { constants } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
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

describe('a file opened to append', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'node-disk-'));
    file = path.join(folder, 'log');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('flushes with each write what others flush afterwards', async function () {
    if (process.platform !== 'linux') this.skip();
    const opened = await nodeDisk.open(file, 'append');
    const handles = await readdir('/proc/self/fd');
    const links = handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
    const fd = handles[(await Promise.all(links)).indexOf(await realpath(file))] ?? '';
    const info = await readFile(`/proc/self/fdinfo/${fd}`, 'utf8');
    await opened.close();
    assert.notEqual(parseInt(/flags:\s+(\d+)/.exec(info)?.[1] ?? '', 8) & constants.O_DSYNC, 0);
  });

  for (const mode of ['append', 'write'] as const) {
    it(`is not flushed when it was deleted meanwhile, opened to ${mode}`, async () => {
      const opened = await nodeDisk.open(file, mode);
      await opened.write(Buffer.from('line'), 0);
      await opened.flush();
      await rm(file);
      await opened.write(Buffer.from('line'), 4);
      await assert.rejects(opened.flush(), { code: 'ENOENT' });
      await opened.close();
    });
  }
});
