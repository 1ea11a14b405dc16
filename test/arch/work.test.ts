import assert from 'node:assert/strict';
import { bundledFiles, packagesOf } from './bundled-files';

describe('the second stage', () => {
  it('holds neither undici nor sql.js', async () => {
    const packages = packagesOf(await bundledFiles('src/work.ts'));
    assert.deepEqual(
      packages.filter((name) => ['undici', 'sql.js'].includes(name)),
      [],
    );
    assert.ok(packages.includes('web-tree-sitter'));
  });
});
