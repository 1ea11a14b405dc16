import assert from 'node:assert/strict';
import { compilePathGlob } from '../../../../src/core/base/path-pattern';

function matches(pattern: string, path: string, ignoreCase = false): boolean {
  const glob = compilePathGlob(pattern, ignoreCase);
  assert.ok(glob !== undefined);
  return glob.match(path);
}

describe('compilePathGlob', () => {
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
    ['/a.ts', 'a.ts', true],
    ['/a.ts', 'src/a.ts', false],
    ['./a.ts', 'src/a.ts', false],
    ['?.ts', '\u{1F600}.ts', true],
    ['{a,b/c}', 'x/a', true],
    ['{a,b/c}', 'b/c', true],
    ['{1..12}.ts', '7.ts', true],
    ['{a,{b,c}}.ts', 'c.ts', true],
    ['+(a)', '+(a)', true],
    ['!a', 'b', false],
    ['#a', '#a', true],
    ['src/**', 'src/.git/x', true],
  ] as const) {
    it(`${glob} ${wanted ? 'matches' : 'does not match'} ${file}`, () => {
      assert.equal(matches(glob, file), wanted);
    });
  }

  it('ignores case where the file system does', () => {
    assert.equal(matches('SRC/*.TS', 'src/a.ts', true), true);
    assert.equal(matches('SRC/*.TS', 'src/a.ts'), false);
  });

  const a = 'a'.repeat(250);
  for (const [glob, file] of [
    [`${'*a'.repeat(200)}b`, 'a'.repeat(255)],
    [`${'*a'.repeat(200)}*b*c`, `${a}bd`],
    [`${'*?a'.repeat(200)}*[bc]x`, `${a}bd`],
    [`${'[!b]*'.repeat(190)}b`, `${a}c`],
    [`${'**/x/'.repeat(150)}y`, `${'x/'.repeat(1000)}z`],
    [`${'**/*/x/'.repeat(100)}*y*`, `${'x/'.repeat(1000)}z`],
    [`{${'**/*a*a,'.repeat(100)}}/${'*a'.repeat(50)}b`, `${`${a}/`.repeat(10)}c`],
    ['['.repeat(1000), a],
    ['{'.repeat(1000), a],
    [`${'{a,'.repeat(250)}${'}'.repeat(250)}`, a],
    ['\\'.repeat(999), a],
    [`${'*'.repeat(999)}b`, a],
  ] as const) {
    it(`comes to an end where an expression would backtrack: ${glob.slice(0, 20)}`, () => {
      const compiled = compilePathGlob(glob, true);
      for (let count = 0; count < 20; count += 1) assert.notEqual(compiled?.match(file), true);
    });
  }

  it('refuses a pattern that is too long or expands to too many others', () => {
    assert.equal(compilePathGlob('{a,b}'.repeat(9), false), undefined);
    const choices = Array.from({ length: 300 }, (_, index) => `x${String(index)}`).join();
    assert.equal(compilePathGlob(`{${choices}}`, false), undefined);
    assert.equal(compilePathGlob('x{1..300}', false), undefined);
    assert.equal(compilePathGlob(`{c,d}${'{a,a}'.repeat(8)}`, false), undefined);
    assert.equal(compilePathGlob('a'.repeat(1001), false), undefined);
  });
});
