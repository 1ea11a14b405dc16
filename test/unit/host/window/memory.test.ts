import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileMemory } from '../../../../src/host/window/memory';

describe('fileMemory', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-memory-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps the latest value, for another window too, and leaves no other file', async () => {
    const file = path.join(folder, 'deep', 'seen.json');
    const memory = fileMemory(file);
    assert.equal(memory.get(), undefined);
    await Promise.all([memory.set({ a: '1' }), memory.set({ a: '2' })]);
    assert.deepEqual(memory.get(), { a: '2' });
    assert.deepEqual(fileMemory(file).get(), { a: '2' });
    assert.deepEqual(readdirSync(path.dirname(file)), ['seen.json']);
  });

  it('knows nothing of a damaged file', () => {
    const file = path.join(folder, 'seen.json');
    writeFileSync(file, '{"a"');
    assert.equal(fileMemory(file).get(), undefined);
  });
});
