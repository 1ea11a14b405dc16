import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { crc32c } from '../../../../../src/adapters/store/worker/old-journal';

describe('crc32c', () => {
  // RFC 3720, appendix B.4.
  const known: readonly (readonly [string, Uint8Array, number])[] = [
    ['digits', Buffer.from('123456789'), 0xe3069283],
    ['32 zeros', new Uint8Array(32), 0x8a9136aa],
    ['32 ones', new Uint8Array(32).fill(0xff), 0x62a8ab43],
    ['nothing', new Uint8Array(0), 0],
  ];
  for (const [name, bytes, crc] of known) {
    it(`is the published value for ${name}`, () => assert.equal(crc32c(bytes), crc));
  }

  it('continues from a partial result', () => {
    const bytes = Buffer.from('123456789');
    assert.equal(crc32c(bytes.subarray(4), crc32c(bytes.subarray(0, 4))), crc32c(bytes));
  });
});
