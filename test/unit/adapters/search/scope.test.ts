import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createFileFilter, globProblem } from '../../../../src/adapters/search/file-filter';
import { excludingGlobs, nameGlobs } from '../../../../src/adapters/search/ripgrep-arguments';
import { rulesFrom } from '../../../../src/adapters/search/parent-ignore-files';
import { comparePaths } from '../../../../src/adapters/search/path-order';

describe('createFileFilter', () => {
  const scope = {
    target: '/ws/src',
    targetIsFile: false,
    root: '/ws',
    excluded: [],
    ignoreCase: false,
  };

  for (const [excluded, left, kept] of [
    ['**/node_modules', '/ws/src/a/node_modules/b/c.js', '/ws/src/node_modules.js'],
    ['**/*.min.js', '/ws/src/a/b.min.js', '/ws/src/a/b.js'],
    ['src/out', '/ws/src/out/a', '/ws/src/a/out'],
    ['src/*.log', '/ws/src/a.log', '/ws/src/b/a.log'],
    ['out/', '/ws/src/never', '/ws/src/out/a'],
    ['**/{a,b}.ts', '/ws/src/b.ts', '/ws/src/c.ts'],
  ] as const) {
    it(`${excluded} excludes ${left}`, () => {
      const filter = createFileFilter({ ...scope, excluded: [excluded, '**/never'] });
      assert.equal(filter.accepts(left), false);
      assert.equal(filter.accepts(kept), true);
    });
  }

  it('includes a named file, whatever excludes it', () => {
    const filter = createFileFilter({ ...scope, excluded: ['src', '**/src'] });
    assert.equal(filter.accepts('/ws/src/a'), true);
    assert.equal(filter.accepts('/ws/src/b/src/a'), false);
  });

  it('reads a glob relative to the target, and its negation', () => {
    const takes = (glob: string, file: string, ignoreCase = false): boolean =>
      createFileFilter({ ...scope, ignoreCase, glob }).accepts(file);
    assert.equal(takes('*.ts', '/ws/src/a/b.ts'), true);
    assert.equal(takes('a/*.ts', '/ws/src/a/b.ts'), true);
    assert.equal(takes('src/**', '/ws/src/a/b.ts'), false);
    assert.equal(takes('!**/*.test.ts', '/ws/src/b.test.ts'), false);
    assert.equal(takes('!**/*.test.ts', '/ws/src/b.ts'), true);
    assert.equal(takes('*.TS', '/ws/src/b.ts'), false);
    assert.equal(takes('*.TS', '/ws/src/b.ts', true), true);
  });

  it('accepts one file when a file is named, and none whose name is not UTF-8', () => {
    const file = createFileFilter({
      ...scope,
      target: '/ws/a.ts',
      targetIsFile: true,
      glob: '*.ts',
    });
    assert.equal(file.accepts('/ws/a.ts'), true);
    assert.equal(createFileFilter(scope).accepts('/ws/src/a\uFFFD'), false);
  });
});

describe('narrowing the work of ripgrep', () => {
  for (const [glob, names] of [
    ['*.ts', ['*.ts']],
    ['src/**/*.{js,mjs}', ['*.js', '*.mjs']],
    ['{a,b}/c.ts', ['c.ts']],
    ['**', []],
    ['src/**', []],
    ['!*.ts', []],
    ['**/*[cC][aA]*', ['*[cC][aA]*']],
    ['[!a].ts', []],
    ['[a-c].ts', []],
    ['a?.ts', []],
    ['src/', []],
  ] as const) {
    it(`${glob} is ${names.length === 0 ? 'any name' : names.join(' or ')}`, () => {
      assert.deepEqual(nameGlobs(glob, false), names);
    });
  }

  it('ignores the letter case of names if the disk does', () => {
    assert.deepEqual(nameGlobs('*.Ts', true), ['*.[tT][sS]']);
    assert.deepEqual(nameGlobs('[aB].c', true), ['[abAB].[cC]']);
  });

  it('passes on the excludes that ripgrep reads as we do, relative to its folder', () => {
    const globs = ['**/node_modules', '/out/', 'a/**', '{a,b}', 'a**b', '[a]', '!x'];
    assert.deepEqual(excludingGlobs(globs, ''), ['**/node_modules', '/out', '/a/**']);
    assert.deepEqual(excludingGlobs(globs, 'ws'), ['**/node_modules', '/ws/out', '/ws/a/**']);
    assert.deepEqual(excludingGlobs(globs, undefined), ['**/node_modules']);
    assert.deepEqual(excludingGlobs(globs, 'w[s'), ['**/node_modules']);
  });

  it('passes on the rules of parent ignore files, relative to the base', () => {
    const above = [
      { folder: '/r', name: '.gitignore', text: '# note\n*.log\n/top\n!keep/\n\n' },
      { folder: '/r/a[1]', name: '.gitignore', text: 'x/y\r\nz\n' },
      { folder: '/r', name: '.rgignore', text: 'first' },
    ] as const;
    assert.deepEqual(rulesFrom({ folder: '/r', above }), [
      '/**/*.log',
      '/top',
      '!/**/keep/',
      '/a\\[1\\]/x/y',
      '/a\\[1\\]/**/z',
      '/**/first',
    ]);
  });
});

describe('comparePaths', () => {
  it('sorts like a walk: the content of a folder follows at its name', () => {
    const walked = ['/a/x', '/a-b', '/a.b/y', '/a.txt', '/b', '/\uFFFD', '/\u{1F600}'];
    assert.deepEqual(walked.toReversed().sort(comparePaths), walked);
  });

  it('is a total order', () => {
    const path = fc.string({ unit: fc.constantFrom('/', 'a', '-', '.', 'é'), maxLength: 6 });
    fc.assert(
      fc.property(path, path, path, (a, b, c) => {
        assert.equal(Math.sign(comparePaths(a, b)) + Math.sign(comparePaths(b, a)), 0);
        assert.equal(comparePaths(a, b) === 0, a === b);
        if (comparePaths(a, b) <= 0 && comparePaths(b, c) <= 0) assert.ok(comparePaths(a, c) <= 0);
      }),
    );
  });
});

describe('globProblem', () => {
  for (const glob of ['../a', 'a/../b', '/etc/*', 'C:\\a', '!/etc', '\\\\host\\a']) {
    it(`rejects ${glob}, which leaves its folder`, () => {
      assert.match(globProblem(glob, 'glob')?.message ?? '', /^glob must be relative to path/);
    });
  }

  it('rejects a glob with too many alternatives', () => {
    assert.match(globProblem('{a,b}'.repeat(9), 'pattern')?.message ?? '', /^pattern is too long/);
    assert.equal(globProblem('a..b/*.ts', 'glob'), undefined);
  });
});
