import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultDenyRead } from '../../../../src/core/contracts/policy/read-lists';
import {
  by,
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';

const many = 100_000;
const signal = quietSignal();

describe('a folder with a hundred thousand entries', () => {
  let ws: TemporaryWorkspace;
  before(() => {
    ws = createTemporaryWorkspace({ denyRead: defaultDenyRead });
    mkdirSync(path.join(ws.root, 'many'));
    for (let at = 0; at < many; at += 1) writeFileSync(path.join(ws.root, 'many', `f${at}`), '');
    ws.put('ws/many/folder/deep', '');
  });
  after(() => ws.dispose());

  it('is listed up to the limit, sorted by name, and counted', async () => {
    const listed = await ws.files.list('many', { maxEntries: 3, signal });
    assert.ok(listed.ok);
    assert.deepEqual(
      listed.value.entries.map(({ name }) => name),
      ['folder', 'f0', 'f1'],
    );
    assert.equal(listed.value.total, many + 1);
  });

  it('yields to other work while it is listed', async () => {
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 0);
    await ws.files.list('many', { maxEntries: 3, signal });
    clearInterval(turning);
    assert.ok(turns > 10, `${turns} turns`);
  });

  it('stops at the limit: deeper folders are listed without their content', async () => {
    const listed = await ws.files.list('.', { maxEntries: 200_000, depth: 3, signal });
    assert.ok(listed.ok);
    const { entries, total } = listed.value;
    assert.equal(total, many + 2);
    assert.deepEqual(
      entries.filter(({ name }) => name.includes('folder')).map(({ name }) => name),
      ['many/folder'],
    );
  });

  it('is surveyed and removed completely', async () => {
    const inside = await ws.files.inside('many', { maxEntries: 10, signal });
    assert.ok(inside.ok);
    const { paths, isWhole } = inside.value;
    assert.deepEqual([paths.length, isWhole], [10, false]);
    const removed = await ws.files.remove('many', { by, signal });
    assert.equal(removed.ok && removed.value.files, many + 1);
    assert.equal((await ws.files.resolve('many')).ok, true);
    const gone = await ws.files.list('many', { maxEntries: 1, signal });
    assert.equal(!gone.ok && gone.failure.category, 'permanent_failure');
  });
});
