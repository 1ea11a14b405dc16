import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { minimatch } from 'minimatch';
import { compilePathGlob } from '../../../../src/core/base/glob-path';

function matches(pattern: string, path: string, ignoreCase = false): boolean {
  const glob = compilePathGlob(pattern, { ignoreCase });
  assert.ok(glob !== undefined);
  return glob.matches(path);
}

const name = fc.stringMatching(/^[ab.]{1,4}$/).filter((text) => !/^\.{1,2}$/.test(text));
const segment = fc
  .array(fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '[!a]', '{a,bb}', '{a,{b,.}}'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(''))
  .filter((text) => !/^\.+$/.test(text) && !text.includes('**'));
const pattern = fc
  .array(fc.oneof(segment, fc.constant('**')), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

describe('compilePathGlob', () => {
  it('agrees with minimatch', () => {
    fc.assert(
      fc.property(pattern, path, (glob, file) => {
        // A bare dot from a brace is a folder to minimatch; a file has none in its path.
        fc.pre(!/(?:^|\/)\.+(?:$|\/)/.test(minimatch.braceExpand(glob).join('/')));
        fc.pre(compilePathGlob(glob, { ignoreCase: false }) !== undefined);
        const wanted = minimatch(file, glob, { dot: true, matchBase: true, noext: true });
        assert.equal(matches(glob, file), wanted, `${glob} on ${file}`);
      }),
      { numRuns: 5000 },
    );
  });

  for (const [glob, file, wanted] of [
    ['*.ts', 'src/deep/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**', 'src', false],
    ['**', '.github/workflows/x.yml', true],
    ['.env*', 'a/.env.local', true],
    ['*.{ts,tsx}', 'a.tsx', true],
    ['{a,b', '{a,b', true],
    ['{a}', '{a}', true],
    ['\\*', '*', true],
    ['\\*', 'x', false],
    ['[]a]', ']', true],
    ['[a', '[a', true],
    ['./src/a.ts', 'src/a.ts', true],
    ['?.ts', '\u{1F600}.ts', true],
  ] as const) {
    it(`${glob} ${wanted ? 'matches' : 'does not match'} ${file}`, () => {
      assert.equal(matches(glob, file), wanted);
    });
  }

  it('ignores case where the file system does', () => {
    assert.equal(matches('SRC/*.TS', 'src/a.ts', true), true);
    assert.equal(matches('SRC/*.TS', 'src/a.ts'), false);
  });

  it('takes steps in proportion to pattern and name, where an expression would backtrack', () => {
    const hostile = `${'*a'.repeat(200)}b`;
    const deep = `${'**/x/'.repeat(100)}y`;
    assert.equal(matches(hostile, 'a'.repeat(255)), false);
    assert.equal(matches(deep, 'x/'.repeat(1000) + 'z'), false);
  });

  it('refuses braces that stand for too many patterns', () => {
    assert.equal(compilePathGlob('{a,b}'.repeat(9), { ignoreCase: false }), undefined);
    assert.equal(compilePathGlob('{'.repeat(900), { ignoreCase: false }), undefined);
  });
});
