import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DiskFiles } from '../../../../src/adapters/files/disk-files';
import type { Result } from '../../../../src/core/contracts/failure';
import {
  by,
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';
import { treeOf } from './disk-tree';
import { times } from '../../../soak';

const secret = 'outside, nobody may read or change it';
const signal = quietSignal();
const bytes = 'new';

const operations: readonly ((disk: DiskFiles) => Promise<Result<unknown>>)[] = [
  (disk) => disk.read('r/f', { maxBytes: 100, signal }),
  (disk) => disk.image('r/f', { maxBytes: 100, signal }),
  (disk) => disk.list('r', { maxEntries: 9, depth: 2, signal }),
  (disk) => disk.write('r/f', bytes, { expect: { any: true }, by, signal }),
  (disk) => disk.write('r/n/w', bytes, { expect: { any: true }, by, signal }),
  (disk) => disk.copy('r/f', 'copied', { by, signal }),
  (disk) => disk.copy('a', 'r/f', { by, signal }),
  (disk) => disk.move('r/f', 'moved', { by, signal }),
  (disk) => disk.move('a', 'r/a', { by, signal }),
  (disk) => disk.remove('r/f', { by, signal }),
  (disk) => disk.remove('r/n', { by, signal }),
  (disk) => disk.createFolder('r/n/e', { by, signal }),
];

/**
 * Runs in a thread like another program: `r` is a folder, then a link to the outside, then missing,
 * then a folder again, as fast as possible.
 */
const attacker = `
  const fs = require('node:fs');
  const { workerData: root, parentPort } = require('node:worker_threads');
  const [r, aside] = [root + '/r', root + '/aside'];
  const tidy = () => {
    fs.rmSync(aside, { recursive: true, force: true });
    fs.rmSync(r, { recursive: true, force: true });
    fs.mkdirSync(r);
    fs.writeFileSync(r + '/f', 'inside');
  };
  parentPort.postMessage('begins');
  for (;;) {
    try {
      fs.renameSync(r, aside);
      fs.symlinkSync('../outside', r);
      fs.unlinkSync(r);
      fs.renameSync(aside, r);
    } catch {
      try { tidy(); } catch {}
    }
  }
`;

describe('files while another program keeps swapping a folder and a link', () => {
  let ws: TemporaryWorkspace;
  let worker: Worker;
  beforeEach(async () => {
    ws = createTemporaryWorkspace();
    for (const name of ['f', 'a', 'n/w', 'n/e/x']) ws.put(`outside/${name}`, secret);
    worker = new Worker(attacker, { eval: true, workerData: ws.root });
    await once(worker, 'message');
  });
  afterEach(async () => {
    await worker.terminate();
    ws.dispose();
  });

  it('nothing outside is read, changed or removed', async () => {
    const before = treeOf(ws.outside);
    for (let round = 0; round < times(150); round += 1) {
      ws.put('ws/a', 'inside');
      for (const [at, run] of operations.entries()) {
        const done = await run(ws.files);
        const told = JSON.stringify(done, (_key, member: unknown) =>
          ArrayBuffer.isView(member) ? Buffer.from(member.buffer).toString('latin1') : member,
        );
        assert.ok(!told.includes(secret), `operation ${String(at)} tells of the outside`);
        assert.deepEqual(treeOf(ws.outside), before, `operation ${String(at)}`);
      }
    }
  });
});
