import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readRecording } from '../../../../src/host/replay/read-recording';

describe('readRecording', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'gatehouse-recording-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('reads the text of a file', async () => {
    const file = path.join(folder, 'a.json');
    await writeFile(file, '{"ä":1}');
    assert.deepEqual(await readRecording(file), { ok: true, value: '{"ä":1}' });
  });

  const refused: readonly (readonly [string, () => string, RegExp])[] = [
    ['a file that is missing', () => path.join(folder, 'none.json'), /there is no such file/],
    ['a folder', () => folder, /it is not a file/],
    ['a relative path', () => 'recording.json', /its path is not absolute/],
  ];
  for (const [what, file, reason] of refused) {
    it(`refuses ${what}, with reason and remedy`, async () => {
      const result = await readRecording(file());
      const message = result.ok ? '' : result.failure.message;
      assert.match(message, reason);
      assert.match(message, /gatehouse\.replay\.file/);
    });
  }
});
