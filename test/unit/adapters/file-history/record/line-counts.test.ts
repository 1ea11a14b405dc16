import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { countLines } from '../../../../../src/adapters/file-history/record/plan-copies';

describe('line counts', () => {
  it('count the last line, with or without a line break', () => {
    assert.deepEqual(
      ['', 'a', 'a\n', 'a\nb'].map((text) => countLines(Buffer.from(text))),
      [0, 1, 1, 2],
    );
  });

  it('are skipped for binary and oversized files', () => {
    assert.equal(countLines(Buffer.from([1, 0, 2])), undefined);
    assert.equal(countLines(Buffer.alloc(1024 * 1024 + 1, 'a')), undefined);
  });
});
