import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { extractPaths } from '../../../../src/core/base/extract-paths';

function finds(cases: Readonly<Record<string, readonly string[]>>): void {
  for (const [text, paths] of Object.entries(cases)) {
    it(JSON.stringify(text), () => {
      assert.deepEqual(extractPaths(text), paths);
    });
  }
}

describe('extractPaths', () => {
  describe('000-paths-1: both absolute and relative paths are detected', () => {
    finds({
      'cat /usr/share/dict/words': ['/usr/share/dict/words'],
      'cat src/main.rs': ['src/main.rs'],
      'cat ./foo/bar ../other': ['./foo/bar', '../other'],
      'ls ../..': ['../..'],
      'cp src/a.ts src/b.ts': ['src/a.ts', 'src/b.ts'],
      'cat ~/.profile': ['~/.profile'],
      'ls docs/': ['docs/'],
      'ls .github/workflows': ['.github/workflows'],
      'type C:\\src\\a.ts D:/b.ts': ['C:\\src\\a.ts', 'D:/b.ts'],
      'type src\\core\\a.ts': ['src\\core\\a.ts'],
      'open ünï/文.ts': ['ünï/文.ts'],
    });
  });

  describe('000-paths-1: a token of a source-tree pattern is detected', () => {
    finds({
      'ls src/*.rs crates/**/*.toml': ['src/*.rs', 'crates/**/*.toml'],
      'eslint src/**/*.{ts,tsx} test': ['src/**/*.{ts,tsx}'],
      'cat src/app/[id]/page.tsx': ['src/app/[id]/page.tsx'],
      'cat src/(group)/page.tsx': ['src/(group)/page.tsx'],
    });
  });

  describe('000-paths-2: URL-shaped tokens are not treated as paths', () => {
    finds({
      'fetch http://example.com/a/b': [],
      'fetch https://example.com/a/b, please': [],
      'see (https://example.com/a/b).': [],
      'HTTPS://EXAMPLE.COM/A': [],
      'open file:///etc/passwd': [],
      'git clone ssh://git@example.com/a/b': [],
      'git clone git@example.com:a/b.git': [],
      'load //cdn.example.com/x.js': [],
      'call localhost:3000/api/users': [],
      'visit www.example.com/a': [],
      'import node:fs/promises': [],
      'src="data:image/png;base64,iVBORw0"': [],
      '--registry=https://example.com/npm': [],
      'URL=https://example.com/a': [],
      'from https://example.com/x to src/x.ts': ['src/x.ts'],
    });
  });

  describe('leaves names of options and variables out', () => {
    finds({
      'tsc --file=src/x.ts': ['src/x.ts'],
      'tsc --file="src/x.ts" -p sub/tsconfig.json': ['src/x.ts', 'sub/tsconfig.json'],
      'ROOT=src/x A=B=/y run': ['src/x', '/y'],
      'gcc -I/usr/include -I../include -Wall': ['/usr/include', '../include'],
      'PATH=/usr/bin:/opt/bin:./bin': ['/usr/bin', '/opt/bin', './bin'],
      'docker run -v ./data:/data image': ['./data', '/data'],
      'git show HEAD:src/x.ts HEAD~1:src/y.ts': ['src/x.ts', 'src/y.ts'],
      'CI=1 npm test -- --watch=false': [],
    });
  });

  describe('takes quotes, brackets, punctuation and line numbers off', () => {
    finds({
      'cat \'src/a.ts\' "src/b.ts" `src/c.ts`': ['src/a.ts', 'src/b.ts', 'src/c.ts'],
      'cat "my files/a.ts"': ['files/a.ts'],
      'cat "/home/me/My Files/a.ts"': ['/home/me/My Files/a.ts'],
      'cat my\\ files/a.ts': ['my files/a.ts'],
      "don't touch src/a.ts, it's mine": ['src/a.ts'],
      'See src/a.ts, src/b.ts; and src/c.ts.': ['src/a.ts', 'src/b.ts', 'src/c.ts'],
      '(src/a.ts) [src/b.ts] {src/c.ts}': ['src/a.ts', 'src/b.ts', 'src/c.ts'],
      'read [the page](docs/a.md), then src/b.ts!': ['docs/a.md', 'src/b.ts'],
      'src/a.ts:12:5 - error': ['src/a.ts'],
      'src/a.ts:12: warning': ['src/a.ts'],
      'src/a.ts(12,5): error': ['src/a.ts'],
      'src/a.ts#L10-L20': ['src/a.ts'],
      'src/a.ts:10-20': ['src/a.ts'],
      '{"command":"cat src/a.ts","path":"src/b.ts"}': ['src/a.ts', 'src/b.ts'],
      'git commit -m "fix src/a.ts and ./b"': ['src/a.ts', './b'],
      'cat src/a.ts|grep x>out/b.txt&&ls /tmp': ['src/a.ts', 'out/b.txt', '/tmp'],
    });
  });

  describe('finds nothing in what is no path', () => {
    finds({
      '': [],
      'npm test': [],
      'cat README.md': [],
      'a / b // c 1/2 2024/01/02': [],
      '--no-verify -x': [],
      '... !? ""': [],
    });
  });

  it('answers each path once, in the order of the text', () => {
    assert.deepEqual(extractPaths('b/x a/x b/x ./a a/x'), ['b/x', 'a/x', './a']);
  });

  it('answers at most 100 paths', () => {
    const text = Array.from({ length: 500 }, (_, index) => `a/${String(index)}x`).join(' ');
    assert.equal(extractPaths(text).length, 100);
    assert.equal(extractPaths(text)[99], 'a/99x');
  });

  it('passes over a token that is too long for a path', () => {
    assert.deepEqual(extractPaths(`${'a/'.repeat(4000)} src/a.ts`), ['src/a.ts']);
  });

  it('reads any text, and returns only parts of it', () => {
    const token = fc.constantFrom(
      'a/b',
      '/',
      '..',
      '"',
      "'",
      '`',
      '\\',
      ' ',
      '(',
      ')',
      '](',
      '{',
      '}',
      ',',
      ':',
      ':1',
      '=',
      '-',
      '~',
      'http://',
      '\n',
      '\0',
    );
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.array(token).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (given) => {
        const readable = given.replaceAll('\\ ', ' ');
        for (const path of extractPaths(given)) {
          assert.ok(readable.includes(path));
          assert.doesNotMatch(path, /^https?:\/\//i);
        }
      }),
      { numRuns: 2000 },
    );
  });

  describe('reads a megabyte of', () => {
    for (const unit of [
      '(',
      ')',
      '{',
      '"',
      "'\n",
      '](',
      '\\',
      '\\ ',
      ':1',
      '=',
      'a:',
      '-',
      './',
      'a/',
      '.',
      'a\\',
      '"\n\'\n',
      '{a,',
      'a@a',
    ]) {
      it(JSON.stringify(unit), () => {
        assert.ok(extractPaths(unit.repeat(Math.ceil(1_000_000 / unit.length))).length <= 100);
      });
    }
  });
});
