import assert from 'node:assert/strict';
import { addedRedactionMark } from '../../../../../src/core/base/redact/redaction-marks';

describe('addedRedactionMark', () => {
  for (const [before, after, mark] of [
    ['key=abc', 'key=[REDACTED:secret]', '[REDACTED:secret]'],
    ['', 'x [REDACTED:jwt] y', '[REDACTED:jwt]'],
    ['a [REDACTED:jwt]', 'b [REDACTED:jwt]', undefined],
    ['a [REDACTED:jwt]', '[REDACTED:jwt] [REDACTED:jwt]', '[REDACTED:jwt]'],
    ['a [REDACTED:jwt]', '[REDACTED:aws-key]', '[REDACTED:aws-key]'],
    ['', 'cut [REDACTED:', '[REDACTED:'],
    ['', 'REDACTED: no mark', undefined],
  ] as const) {
    it(`finds ${mark ?? 'nothing'} when ${JSON.stringify(before)} becomes ${JSON.stringify(after)}`, () => {
      assert.equal(addedRedactionMark(before, after), mark);
    });
  }
});
