import assert from 'node:assert/strict';
import { bundledFiles, packagesOf } from './bundled-files';

describe('the first stage', () => {
  let files: readonly string[];
  before(async () => {
    files = await bundledFiles('src/extension.ts');
  });

  it('holds no code that runs calls, shows a view or stores anything', () => {
    const second =
      /^src\/(core\/(agent|pipeline\/(around|call|finish|stages)|shell|tools\/(?!known)|wire)|adapters\/(changes|diagnostics|http|llm|process|search|store|transaction)|host\/(panel|views))\//;
    assert.deepEqual(
      files.filter((file) => second.test(file)),
      [],
    );
  });

  it('holds the packages that settings and rules need, and no other', () => {
    assert.deepEqual(packagesOf(files), [
      '@isaacs/nonrecursive-glob-match',
      'balanced-match',
      'brace-expansion',
      'minimatch',
      'zod',
    ]);
  });
});
