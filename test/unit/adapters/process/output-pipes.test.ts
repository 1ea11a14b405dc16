import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isPlainBytes } from '../../../../src/adapters/process/output-pipes';

const plain = /^[\x20-\x7e\n\r\t\b]*$/;

describe('isPlainBytes', () => {
  it('recognizes each byte at each position of a group of words', () => {
    for (let byte = 0; byte < 256; byte += 1) {
      for (let at = 0; at < 27; at += 1) {
        const bytes = Buffer.alloc(27, 'a');
        bytes[at] = byte;
        const expected = plain.test(String.fromCharCode(byte));
        assert.equal(isPlainBytes(bytes), expected, `${String(byte)} at ${String(at)}`);
      }
    }
  });

  it('agrees with a regular expression at any alignment', () => {
    const byte = fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
      { weight: 5, arbitrary: fc.constantFrom(8, 9, 10, 13) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }) },
    );
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 40 }), fc.nat(5), (list, offset) => {
        const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(list)]).subarray(offset);
        assert.equal(isPlainBytes(bytes), plain.test(bytes.toString('latin1')));
      }),
      { numRuns: 2000 },
    );
  });
});
