import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createHeadTail } from '../../../../src/core/base/head-tail';

const noMark = (): string => '';
const utf8 = (text: string): number => Buffer.byteLength(text);

function collect(limit: number, pieces: readonly string[], mark?: (bytes: number) => string) {
  const collector = createHeadTail(limit, mark);
  for (const piece of pieces) collector.append(piece);
  return collector.read();
}

describe('head and tail', () => {
  it('keeps a text that fits exactly, and cuts nothing', () => {
    assert.deepEqual(collect(6, ['abc', 'def']), { text: 'abcdef', bytes: 6, cutBytes: 0 });
  });

  it('keeps the first half and the newest rest, and says how many bytes are missing', () => {
    assert.deepEqual(collect(6, ['abc', 'defg', 'hij']), {
      text: 'abc\n… 4 bytes cut …\nhij',
      bytes: 10,
      cutBytes: 4,
    });
  });

  it('gives the tail the room that a character leaves at the end of the head', () => {
    assert.deepEqual(collect(8, ['abc', '😀', 'd']), { text: 'abc😀d', bytes: 8, cutBytes: 0 });
  });

  it('keeps what came after an earlier reading', () => {
    const collector = createHeadTail(4, noMark);
    for (const letter of 'abcdef') {
      collector.append(letter);
      collector.read();
    }
    assert.equal(collector.read().text, 'abef');
  });

  it('keeps nothing when the limit is 0', () => {
    assert.deepEqual(collect(0, ['a'.repeat(10_000)], noMark), {
      text: '',
      bytes: 10_000,
      cutBytes: 10_000,
    });
  });

  it('joins a surrogate pair that two pieces split', () => {
    assert.equal(collect(100, ['x\ud83d', '\ude00y']).text, 'x😀y');
  });

  it('keeps memory in proportion to the limit, not to the text', () => {
    const collector = createHeadTail(1000, noMark);
    for (let round = 0; round < 200; round += 1) collector.append('0123456789'.repeat(10_000));
    const { text, cutBytes } = collector.read();
    assert.equal(text.length, 1000);
    assert.equal(cutBytes, 20_000_000 - 1000);
  });

  it('000-envelope-2: truncated exactly when cut, never over the limit, never half a character', () => {
    const text = fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 30 });
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 300 }), (pieces, limit) => {
        const whole = pieces.join('');
        const kept = collect(limit, pieces, noMark);
        assert.equal(kept.cutBytes > 0, utf8(whole) > limit);
        assert.ok(utf8(kept.text) <= limit);
        assert.equal(utf8(kept.text) + kept.cutBytes, utf8(whole));
        assert.equal(kept.bytes, utf8(whole));
        assert.doesNotMatch(kept.text, /\p{Surrogate}/u);
      }),
    );
  });

  it('keeps the same text, whatever the pieces', () => {
    const text = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (whole, size) => {
        const units = whole.match(new RegExp(`[^]{1,${String(size)}}`, 'g')) ?? [];
        assert.deepEqual(collect(50, units), collect(50, [whole]));
      }),
    );
  });
});
