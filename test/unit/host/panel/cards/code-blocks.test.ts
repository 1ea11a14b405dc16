import assert from 'node:assert/strict';
import fc from 'fast-check';
import { codeBlocks, pathIn } from '../../../../../src/host/panel/cards/code-blocks';
import { countsBefore, createMarkdown } from '../../../../../webview/transcript/markdown';

describe('codeBlocks', () => {
  it('finds fenced and indented code, also inside lists and quotes', () => {
    const text =
      '```js src/a.js\nlet a\n```\n\n- x\n\n  ~~~\n  b\n  ~~~\n\n> ```\n> c\n> ```\n\n    d\n';
    assert.deepEqual(codeBlocks(text), [
      { code: 'let a\n', info: 'js src/a.js' },
      { code: 'b\n', info: '' },
      { code: 'c\n', info: '' },
      { code: 'd\n', info: '' },
    ]);
  });

  it('counts the blocks of any text as the panel does', () => {
    const lines = fc.constantFrom(
      ...['a', '```', '```js', '~~~', '    x', '- y', '  ```', '> ```', '', '<pre>', '`<pre>`'],
    );
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 25 }), (parts) => {
        const text = parts.join('\n');
        const html = createMarkdown()(text);
        const shown = [...html.join('').matchAll(/<pre>/g)].length;
        assert.equal(codeBlocks(text).length, shown);
        assert.equal(countsBefore([...html, '']).at(-1), shown);
      }),
    );
  });
});

describe('pathIn', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['js src/cart.js', 'src/cart.js'],
    ['src/cart.js', 'src/cart.js'],
    ['js title="src/cart.js"', 'src/cart.js'],
    ['ts:src/cart.ts', 'src/cart.ts'],
    ['js', undefined],
    ['', undefined],
    ['js /etc/passwd.conf', undefined],
  ];
  for (const [info, expected] of cases) {
    it(`of "${info}" is ${expected ?? 'none'}`, () => {
      assert.equal(pathIn(info), expected);
    });
  }
});
