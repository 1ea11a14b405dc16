import assert from 'node:assert/strict';
import { formatSize } from '../../../../src/core/base/format-size';

describe('formatSize', () => {
  for (const [bytes, text] of [
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1023 bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1048575, '1 MB'],
    [10 * 1024 * 1024, '10 MB'],
    [5 * 1024 ** 5, '5120 TB'],
  ] as const) {
    it(`${bytes} is ${text}`, () => {
      assert.equal(formatSize(bytes), text);
    });
  }
});
