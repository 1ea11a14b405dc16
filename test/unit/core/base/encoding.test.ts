import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { decodeText } from '../../../../src/core/base/encoding';

describe('decodeText', () => {
  it('gives back every text that was written as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('\0') && !text.startsWith('\uFEFF'));
        const decoded = decodeText(Buffer.from(text));
        assert.ok(decoded.kind === 'text' && decoded.exact && decoded.text === text);
      }),
    );
  });

  it('takes the byte order mark off and remembers it', () => {
    const decoded = decodeText(Buffer.from('\uFEFFa'));
    assert.ok(decoded.kind === 'text' && decoded.byteOrderMark && decoded.text === 'a');
  });

  it('reads UTF-16 with its mark', () => {
    const little = Buffer.from('\uFEFFhé', 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big]) {
      const decoded = decodeText(bytes);
      assert.ok(decoded.kind === 'text' && decoded.text === 'hé' && decoded.exact);
    }
  });

  it('replaces bytes that are no text and says so', () => {
    const decoded = decodeText(Buffer.from([0x61, 0xff, 0x62]));
    assert.ok(decoded.kind === 'text' && !decoded.exact && decoded.text === 'a\uFFFDb');
  });

  it('calls a file with a NUL near its start binary', () => {
    assert.equal(decodeText(Buffer.from('ELF\0')).kind, 'binary');
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void decodeText(bytes)));
  });
});
