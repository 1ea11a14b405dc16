import assert from 'node:assert/strict';
import { fileOfCode, namedFiles } from '../../../../webview/text/file-names';

/** Text, and each file in it: "name|line|column|the words of the link". */
const cases: readonly (readonly [string, readonly string[]])[] = [
  ['src/cart.js:12', ['src/cart.js|12||src/cart.js:12']],
  ['src/cart.js:12:5', ['src/cart.js|12|5|src/cart.js:12:5']],
  ['src/cart.js#L12', ['src/cart.js|12||src/cart.js#L12']],
  ['src/cart.js#L12-L20 is', ['src/cart.js|12||src/cart.js#L12-L20']],
  ['src/cart.js(12,5): error TS2304', ['src/cart.js|12|5|src/cart.js(12,5)']],
  ['see cart.js:3.', ['cart.js|3||cart.js:3']],
  ['(src/cart.js:12)', ['src/cart.js|12||src/cart.js:12']],
  ['at f (/w/demo/src/cart.js:7:10)', ['/w/demo/src/cart.js|7|10|/w/demo/src/cart.js:7:10']],
  ['at file:///w/demo/a.test.js:7:10', ['/w/demo/a.test.js|7|10|/w/demo/a.test.js:7:10']],
  ['C:\\work\\src\\a.js:12:5', ['C:\\work\\src\\a.js|12|5|C:\\work\\src\\a.js:12:5']],
  ['c:/work/a.js#L4', ['c:/work/a.js|4||c:/work/a.js#L4']],
  ['src\\cart.js:12', ['src\\cart.js|12||src\\cart.js:12']],
  ['src/cart.js:12:const x = 1;', ['src/cart.js|12||src/cart.js:12']],
  ['src/cart.js:12: warning', ['src/cart.js|12||src/cart.js:12']],
  ['src/cart.js:12-20', ['src/cart.js|12||src/cart.js:12']],
  ['"src/cart.js:1", `b.ts:2`', ['src/cart.js|1||src/cart.js:1', 'b.ts|2||b.ts:2']],
  ['app/[id]/page.tsx:3', ['app/[id]/page.tsx|3||app/[id]/page.tsx:3']],
  ['./a.js:3, ../b.js:4', ['./a.js|3||./a.js:3', '../b.js|4||../b.js:4']],
  ['bin/tool:9', ['bin/tool|9||bin/tool:9']],
  ['.eslintrc.json:2', ['.eslintrc.json|2||.eslintrc.json:2']],
  ['größe/übung.py:8', ['größe/übung.py|8||größe/übung.py:8']],
  [
    'node_modules/@a/b/index.d.ts:1',
    ['node_modules/@a/b/index.d.ts|1||node_modules/@a/b/index.d.ts:1'],
  ],
  // None of these is a link.
  ['https://example.com/src/cart.js:12', []],
  ['http://localhost:3000/a.js:3', []],
  ['(https://example.com/a.js#L3)', []],
  ['vscode://file/a.js:3', []],
  ['at 12:30', []],
  ['12:30:45', []],
  ['std::vector', []],
  ['std::io.rs:3', []],
  ['v1.2.3:4', []],
  ['1.18.0:1', []],
  ['localhost:3000', []],
  ['127.0.0.1:8080', []],
  ['git@github.com:a/b.js', []],
  ['user@host:src/a.js:3', []],
  ['src/cart.js', []],
  ['src/cart.js:', []],
  ['src/cart.js:0', []],
  ['src/cart.js:12px', []],
  ['cart.js#Label', []],
  ['ratio 3:1', []],
  ['key:12', []],
  ['[::1]:80', []],
  ['a.js:12345678', []],
  ['f(1,2)', []],
  [`${'a/'.repeat(200)}b.js:1`, []],
];

describe('files that a text names', () => {
  for (const [text, expected] of cases) {
    it(`${expected.length === 0 ? 'no link' : 'link'}: ${text.slice(0, 60)}`, () => {
      const shown = namedFiles(text).map(({ start, end, name, line, column }) =>
        [name, line, column ?? '', text.slice(start, end)].join('|'),
      );
      assert.deepEqual(shown, expected);
    });
  }

  it('are at most 200, however many a text has, and found in linear time', () => {
    assert.equal(namedFiles('src/a.js:1 '.repeat(5000)).length, 200);
    for (const hostile of ['a:'.repeat(50_000), '(['.repeat(50_000), 'a.'.repeat(50_000)]) {
      assert.deepEqual(namedFiles(hostile), []);
    }
  });
});

describe('a file as inline code', () => {
  for (const code of ['src/cart.js', 'cart.js', 'src/cart.js:12:5', 'src/cart.js#L3', 'bin/tool']) {
    it(`${code} may be one`, () => {
      assert.equal(fileOfCode(code)?.end, code.length);
    });
  }
  for (const code of [
    'npm test',
    'a.b()',
    'cart',
    'std::vector',
    'https://a.dev/b.js',
    '*.js',
    'x=y.z',
    '',
  ]) {
    it(`${code || 'nothing'} is none`, () => {
      assert.equal(fileOfCode(code), undefined);
    });
  }
});
