import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { truncateToBytes, sliceText } from '../../../../../src/adapters/store/chats/output-text';

/** Characters of one to four bytes, so that every cut can hit the middle of one. */
const wideText = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀'), maxLength: 900 });

describe('overflow text', () => {
  it('003-overflow-5: a cut text is within the limit and splits no character', () => {
    fc.assert(
      fc.property(wideText, fc.integer({ min: 161, max: 1200 }), (text, maxBytes) => {
        const { text: kept, cut } = truncateToBytes(text, maxBytes);
        assert.ok(Buffer.byteLength(kept) <= maxBytes);
        assert.ok(!kept.includes('\uFFFD'));
        assert.equal(cut, Buffer.byteLength(text) > maxBytes);
        if (!cut) {
          assert.equal(kept, text);
          return;
        }
        const [head = '', tail = ''] = kept.split(/\n\[.*\]\n/);
        const missing = Number(/\[(\d+) characters/.exec(kept)?.[1]);
        assert.ok(text.startsWith(head) && text.endsWith(tail));
        assert.equal(head.length + missing + tail.length, text.length);
      }),
    );
  });

  it('a lone surrogate does not break the limit', () => {
    const { text } = truncateToBytes('\ud800'.repeat(2000), 1000);
    assert.ok(Buffer.byteLength(text) <= 1000);
  });

  it('a limit of 0 keeps everything', () => {
    const { text, cut } = truncateToBytes('x'.repeat(100_000), 0);
    assert.deepEqual({ length: text.length, cut }, { length: 100_000, cut: false });
  });

  it('slices join to the text, whatever the limit', () => {
    fc.assert(
      fc.property(wideText, fc.integer({ min: -1, max: 50 }), (text, limit) => {
        let joined = '';
        for (let offset: number | undefined = 0; offset !== undefined;) {
          const slice = sliceText(text, offset, limit);
          assert.doesNotThrow(() => encodeURIComponent(slice.text));
          joined += slice.text;
          offset = slice.nextOffset;
        }
        assert.equal(joined, text);
      }),
    );
  });

  it('an offset outside the text is moved to its nearest end', () => {
    assert.deepEqual(sliceText('abc', 9, 5), { text: '', totalChars: 3 });
    assert.deepEqual(sliceText('abc', -4, 2), { text: 'ab', totalChars: 3, nextOffset: 2 });
  });
});
