import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const vagueWords = /(^|-)(utils?|helpers?|managers?|services?|misc|common|shared)(-|$)/;

/** True for a kebab-case name that describes the content. */
function isGoodName(name: string): boolean {
  const [stem = '', ...suffixes] = name.split('.');
  return (
    /^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem) &&
    !vagueWords.test(stem) &&
    /^((test|(long|soak)\.test|gen|config|d)\.)?(tsx?|mjs|cjs|css|js)$/.test(suffixes.join('.'))
  );
}

function codeFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file).replaceAll(path.sep, '/'))
    .filter((file) => /\.(tsx?|mjs|cjs|css)$/.test(file))
    .filter((file) => !/^test\/(fixtures|bench\/rivals|arch\/probes)\//.test(file));
}

describe('file names', () => {
  it('are kebab-case and name the content', () => {
    const files = ['src', 'webview', 'test'].flatMap(codeFiles);
    assert.deepEqual(
      files.filter((file) => !isGoodName(path.basename(file))),
      [],
    );
  });

  for (const name of ['utils.ts', 'http-helpers.ts', 'ToolCard.tsx', 'run_call.ts', 'a.b.ts']) {
    it(`may not be ${name}`, () => {
      assert.equal(isGoodName(name), false);
    });
  }

  for (const name of [
    'run-call.ts',
    'run-call.test.ts',
    'run-call.long.test.ts',
    'catalog.gen.ts',
    'main.tsx',
  ]) {
    it(`may be ${name}`, () => {
      assert.equal(isGoodName(name), true);
    });
  }
});
