import assert from 'node:assert/strict';
import { cutTexts } from '../../../../webview/cards/page';
import { formatBytes } from '../../../../webview/text/format';

describe('the page on a card', () => {
  it('says what the model did not get', () => {
    assert.deepEqual(cutTexts({ cut: { bytes: 1_048_576, characters: 1 } }), [
      'only the first 1 MB were read',
      '1 character left out',
    ]);
    assert.deepEqual(cutTexts({ removed: 2, unknownCharset: 'x-none' }), [
      '2 invisible characters removed',
      'unknown charset x-none, read as UTF-8',
    ]);
    assert.deepEqual(cutTexts({ undecoded: 'PDF document' }), [
      'PDF document: the model cannot read it',
    ]);
    assert.deepEqual(cutTexts({}), []);
  });

  const sizes: readonly (readonly [bytes: number, text: string])[] = [
    [0, '0 kB'],
    [420, '0.4 kB'],
    [34_400, '34 kB'],
    [1_250_000, '1.3 MB'],
  ];
  for (const [bytes, text] of sizes) {
    it(`shows ${String(bytes)} bytes as ${text}`, () => {
      assert.equal(formatBytes(bytes), text);
    });
  }
});
