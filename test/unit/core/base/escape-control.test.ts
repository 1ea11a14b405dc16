import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  escapeControl,
  escapeControlInJson,
  escapeControlInline,
} from '../../../../src/core/base/escape-control';

const unseen =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

describe('escapeControl', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['a carriage return that would overwrite the line', 'rm -rf /\recho hi', 'rm -rf /\\recho hi'],
    ['an escape sequence', '\u001b[2Kok', '\\e[2Kok'],
    ['a bidi override', 'a\u202eb', 'a\\u202eb'],
    ['a zero-width space', 'a\u200bb', 'a\\u200bb'],
    ['a no-break space', 'a\u00a0b', 'a\\u00a0b'],
    ['a tag character beyond the first plane', 'a\u{e0041}b', 'a\\u{e0041}b'],
    ['a hangul filler', 'a\u3164b', 'a\\u3164b'],
    ['a braille blank', 'a\u2800b', 'a\\u2800b'],
    ['a lone surrogate', 'a\ud800b', 'a\\ud800b'],
    ['a tab', 'a\tb', 'a\\tb'],
    ['a nul', 'a\0b', 'a\\0b'],
  ];
  for (const [what, text, shown] of cases) {
    it(`shows ${what}`, () => {
      assert.equal(escapeControl(text), shown);
    });
  }

  it('keeps plain text, emoji and other scripts', () => {
    const text = 'git commit -m "größer 🎉 日本語"';
    assert.equal(escapeControl(text), text);
  });

  it('keeps line breaks and indentation', () => {
    assert.equal(escapeControl('if x\n    y\n\nz'), 'if x\n    y\n\nz');
  });

  it('counts a run of blanks that would push text out of sight', () => {
    assert.equal(escapeControl(`ls${' '.repeat(400)}; rm x`), 'ls⟨400 × ␣⟩; rm x');
  });

  it('counts a run of line breaks that would push text out of sight', () => {
    assert.equal(escapeControl(`ls${'\n'.repeat(60)}rm x`), 'ls\n⟨60 × ↵⟩\nrm x');
  });

  it('leaves nothing invisible, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.doesNotMatch(escapeControl(text).replaceAll('\n', ''), unseen);
      }),
    );
  });
});

describe('escapeControlInline', () => {
  it('puts everything on one line', () => {
    assert.equal(escapeControlInline('a\nb\r\nc'), 'a\\nb\\r\\nc');
  });

  it('leaves nothing invisible and no line break, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.doesNotMatch(escapeControlInline(text), unseen);
      }),
    );
  });
});

describe('escapeControlInJson', () => {
  it('keeps the value and leaves nothing unseen but the layout', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite' }), (text) => {
        const value = { text: `${text}\u202e\u{e0041}` };
        const json = escapeControlInJson(JSON.stringify(value, null, 2));
        assert.deepEqual(JSON.parse(json), value);
        assert.doesNotMatch(json.replaceAll('\n', ''), unseen);
      }),
    );
  });
});
