import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sedEffects } from '../../../../../src/core/shell/programs/sed-script';

function kinds(script: string): readonly string[] {
  return [
    ...new Set(sedEffects(script).map(({ kind, file }) => `${kind}${file ? ` ${file}` : ''}`)),
  ];
}

describe('what a sed script does beyond its output', () => {
  for (const script of [
    '',
    'p',
    '10,40p',
    '$!d',
    '1~2d',
    '/a/,/b/p',
    '/a/I,+3d',
    's/a/b/',
    's|a/e|b/w|g',
    's/a\\/e/b/2p',
    's/[a]/x/g;p',
    'y/abc/xyz/',
    '1!G;h;$!d',
    '/x/{s/a/b/;p}',
    '/x/{\ns/a/b/\np\n}',
    ':a;N;$!ba;s/\\n/ /g',
    '1i\\\nwrite this; e w',
    'a text with w and e',
    '# w out',
    '\\,a/b,d',
    '=;l 5',
    '$q5',
  ]) {
    it(`nothing: ${JSON.stringify(script)}`, () => {
      assert.deepEqual(kinds(script), []);
    });
  }

  const effects: readonly (readonly [string, readonly string[]])[] = [
    ['e', ['runs']],
    ['1e id', ['runs']],
    ['/x/e', ['runs']],
    ['s/a/b/e', ['runs']],
    ['s/a/b/gpe', ['runs']],
    ['p;e id', ['runs']],
    ['/x/{p;e\n}', ['runs']],
    ['w out', ['writes out']],
    ['1,3W out', ['writes out']],
    ['s/a/b/w out', ['writes out']],
    ['s/a/b/gw out', ['writes out']],
    ['r /etc/passwd', ['reads /etc/passwd']],
    ['R x', ['reads x']],
    ['p\nw out', ['writes out']],
    ['b x;w out', ['writes out']],
    ['i\\\ntext\ne id', ['runs']],
  ];
  for (const [script, expected] of effects) {
    it(`${JSON.stringify(script)}: ${expected.join()}`, () => {
      assert.deepEqual(kinds(script), expected);
    });
  }

  it('is unclear where it cannot be read', () => {
    for (const script of ['s/a/b', 'k', 's/a/b/Q', '/a', 'y/a', 'px']) {
      assert.ok(kinds(script).includes('unclear'), script);
    }
  });

  it('counts both readings where programs disagree on brackets', () => {
    assert.ok(kinds('s/[/]/e;p/').length > 0);
  });

  it('ends on any text', () => {
    fc.assert(
      fc.property(fc.string(), (script) => {
        assert.ok(Array.isArray(sedEffects(script)));
      }),
    );
  });
});
