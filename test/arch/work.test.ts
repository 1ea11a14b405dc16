import assert from 'node:assert/strict';
import { bundledFiles, packagesOf } from './bundled-files';

describe('the second stage', () => {
  it('holds neither undici nor sql.js, nor what reads pages', async () => {
    const packages = packagesOf(await bundledFiles('src/work.ts'));
    assert.deepEqual(
      packages.filter((name) => ['undici', 'sql.js', 'htmlparser2', 'css-select'].includes(name)),
      [],
    );
    assert.ok(packages.includes('web-tree-sitter'));
  });
});
