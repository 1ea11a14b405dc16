import * as assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  decodeText,
  decodeUnicode,
  encodeUnicode,
  markedEncoding,
  unicodeEncodings,
  unmarkedUtf16,
} from '../../../../src/core/base/unicode-text';

describe('unicode text', () => {
  it('is restored unchanged, in each encoding, with and without byte order mark', () => {
    const wellFormed = fc.string({ unit: 'binary' }).filter((text) => !text.startsWith('\uFEFF'));
    fc.assert(
      fc.property(
        wellFormed,
        fc.constantFrom(...unicodeEncodings),
        fc.boolean(),
        (text, encoding, byteOrderMark) => {
          const { bytes, lostAt } = encodeUnicode(text, encoding, byteOrderMark);
          assert.equal(lostAt, undefined);
          const decoded = decodeUnicode(bytes, encoding);
          assert.deepEqual(decoded, { text, encoding, byteOrderMark, exact: true });
        },
      ),
      { numRuns: 30 },
    );
  });

  it('says where half a character is, which no file can hold', () => {
    assert.equal(encodeUnicode('ab\uD83D', 'utf8', false).lostAt, 2);
    assert.equal(encodeUnicode('😀\uDE00', 'utf16le', true).lostAt, 2);
  });

  it('says when bytes are no text in the encoding', () => {
    const decoded = decodeUnicode(Uint8Array.from([0x61, 0xe9, 0x62]), 'utf8');
    assert.deepEqual([decoded.text, decoded.exact], ['a\uFFFDb', false]);
    assert.equal(decodeUnicode(Uint8Array.from([0x61, 0, 0x62]), 'utf16le').exact, false);
  });

  it('knows the marks, and UTF-16 without one by its zero bytes', () => {
    for (const encoding of unicodeEncodings) {
      assert.equal(markedEncoding(encodeUnicode('x', encoding, true).bytes), encoding);
      assert.equal(markedEncoding(encodeUnicode('x', encoding, false).bytes), undefined);
    }
    assert.equal(unmarkedUtf16(encodeUnicode('plain', 'utf16le', false).bytes), 'utf16le');
    assert.equal(unmarkedUtf16(encodeUnicode('plain', 'utf16be', false).bytes), 'utf16be');
    assert.equal(unmarkedUtf16(Uint8Array.from([0x7f, 0x45, 0, 0, 1])), undefined);
    assert.equal(unmarkedUtf16(new Uint8Array(64)), undefined);
    assert.equal(unmarkedUtf16(new Uint8Array(0)), undefined);
  });
});

describe('decodeText', () => {
  it('gives back every text that was written as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('\0') && !text.startsWith('\uFEFF'));
        const decoded = decodeText(Buffer.from(text));
        assert.ok(decoded?.exact === true && decoded.text === text);
      }),
    );
  });

  it('takes the byte order mark off and remembers it', () => {
    const decoded = decodeText(Buffer.from('\uFEFFa'));
    assert.ok(decoded?.byteOrderMark === true && decoded.text === 'a');
  });

  it('reads UTF-16 with its mark', () => {
    const little = Buffer.from('\uFEFFhé', 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big]) {
      const decoded = decodeText(bytes);
      assert.ok(decoded?.text === 'hé' && decoded.exact);
    }
  });

  it('replaces bytes that are no text and says so', () => {
    const decoded = decodeText(Buffer.from([0x61, 0xff, 0x62]));
    assert.ok(decoded?.exact === false && decoded.text === 'a\uFFFDb');
  });

  it('calls a file with a NUL near its start binary', () => {
    assert.equal(decodeText(Buffer.from('ELF\0')), undefined);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void decodeText(bytes)));
  });
});
