import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSeenFile } from '../../../../src/host/settings/seen-file';

describe('createSeenFile', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-seen-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps the latest value, for another window too, and leaves no other file', async () => {
    const file = path.join(folder, 'deep', 'seen.json');
    const seen = createSeenFile(file);
    assert.equal(seen.get('any'), undefined);
    await Promise.all([seen.update('any', { a: '1' }), seen.update('any', { a: '2' })]);
    assert.deepEqual(seen.get('any'), { a: '2' });
    assert.deepEqual(createSeenFile(file).get('any'), { a: '2' });
    assert.deepEqual(readdirSync(path.dirname(file)), ['seen.json']);
  });

  it('knows nothing of a damaged file', () => {
    const file = path.join(folder, 'seen.json');
    writeFileSync(file, '{"a"');
    assert.equal(createSeenFile(file).get('any'), undefined);
  });
});
