import assert from 'node:assert/strict';
import { editedTitle } from '../../../../src/core/base/titles';

describe('the title of a chat that continues from an edited message', () => {
  const cases = [
    ['Fix it', 'Fix it (2)'],
    ['Fix it (2)', 'Fix it (3)'],
    ['Fix it (edited)', 'Fix it (2)'],
    ['Fix it (edited 2)', 'Fix it (3)'],
    ['Plan (2026)', 'Plan (2026) (2)'],
  ] as const;
  for (const [before, after] of cases) {
    it(`${before} becomes ${after}`, () => assert.equal(editedTitle(before), after));
  }
});
