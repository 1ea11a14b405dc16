import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { AppendFile } from '../../../../../src/adapters/store/disk/append-file';
import { createMemoryDisk, type MemoryDisk } from '../../file-history/memory-disk';

const at = '/folder/lines';

describe('an append-only file whose items may wait for a flush', () => {
  let disk: MemoryDisk;
  let file: AppendFile<string>;

  beforeEach(async () => {
    disk = createMemoryDisk(() => 0);
    await disk.makeFolder('/folder');
    const opened = await disk.open(at, 'write');
    await disk.flushPath('/folder');
    await disk.flushPath('/');
    file = new AppendFile<string>({
      size: 0,
      open: () => Promise.resolve(opened),
      encode: (items) => items.map((item) => Buffer.from(item)),
    });
    await file.append('one,');
  });

  const content = (): string => disk.read(at)?.toString() ?? '';
  const afterPowerCut = (): string => {
    disk.powerCut();
    return content();
  };

  it('is written at once, so that the end of the process loses nothing', async () => {
    await file.appendUnflushed('two,');
    assert.equal(content(), 'one,two,');
    assert.equal(afterPowerCut(), 'one,');
  });

  it('is flushed with the next item', async () => {
    await file.appendUnflushed('two,');
    await file.append('three,');
    assert.equal(afterPowerCut(), 'one,two,three,');
  });

  it('is flushed when asked for, and by closing', async () => {
    await file.appendUnflushed('two,');
    await file.flush();
    await file.appendUnflushed('three,');
    await file.close();
    assert.equal(afterPowerCut(), 'one,two,three,');
  });

  it('stays where the next item cannot be flushed', async () => {
    await file.appendUnflushed('two,');
    // The write of the item, and its flush.
    disk.failAt = disk.calls.length + 2;
    await assert.rejects(file.append('three,'));
    assert.equal(content(), 'one,two,');
    await file.append('four,');
    assert.equal(afterPowerCut(), 'one,two,four,');
  });
});
