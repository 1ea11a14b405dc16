import assert from 'node:assert/strict';
import { createWorkGuard } from '../../../../src/adapters/system/work-guard';

describe('work with a time limit', () => {
  it('returns the result of the work', () => {
    assert.deepEqual(
      createWorkGuard(1000)(() => [1, 2]),
      [1, 2],
    );
  });

  it('is ended when a pattern backtracks without bound', () => {
    const guard = createWorkGuard(500);
    assert.equal(
      guard(() => /(a+)+$/.test(`${'a'.repeat(60)}!`)),
      undefined,
    );
    assert.equal(
      guard(() => 'next'),
      'next',
    );
  });

  it('passes on what the work throws', () => {
    const guard = createWorkGuard(1000);
    const broken = () => {
      throw new TypeError('broken');
    };
    assert.throws(() => guard(broken), new TypeError('broken'));
  });
});
