import assert from 'node:assert/strict';
import { told } from '../../fakes/told';
import fc from 'fast-check';
import {
  readRetryAdvice,
  type RetryAdvice,
  planRetry,
} from '../../../../src/adapters/llm/retry-plan';
import { failure } from '../../../../src/core/contracts/failure';

const now = Date.UTC(2026, 0, 2, 3, 4, 5);

function advice(status: number, headers: Readonly<Record<string, string>> = {}): RetryAdvice {
  return readRetryAdvice({ status, headers, body: nothing() }, now);
}

async function* nothing(): AsyncGenerator<string> {
  yield await Promise.resolve('');
}

describe('retry advice of a server', () => {
  it('decision model-retry: 408, 409, 429 and 500 up are retried, other errors are not', () => {
    const worthwhile = Array.from({ length: 200 }, (_, index) => 400 + index).filter(
      (status) => advice(status).isWorthwhile,
    );
    const servers = Array.from({ length: 100 }, (_, index) => 500 + index);
    assert.deepEqual(worthwhile, [408, 409, 429, ...servers]);
  });

  it('decision model-retry: x-should-retry overrides the status', () => {
    assert.equal(advice(400, { 'x-should-retry': 'true' }).isWorthwhile, true);
    assert.equal(advice(503, { 'x-should-retry': 'false' }).isWorthwhile, false);
    assert.equal(advice(503, { 'x-should-retry': 'perhaps' }).isWorthwhile, true);
  });

  for (const [headers, expected] of [
    [{ 'retry-after-ms': '1500' }, 1_500],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
    [{ 'retry-after-ms': 'soon', 'retry-after': '9' }, 9_000],
    [{ 'retry-after': ' 0.5 ' }, 500],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': new Date(now + 30_000).toUTCString() }, 30_000],
    [{ 'retry-after': new Date(now - 30_000).toUTCString() }, 0],
    [{ 'retry-after': 'later' }, undefined],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': '1e9' }, undefined],
    [{ 'retry-after': 'NaN', 'retry-after-ms': '-1' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{}, undefined],
  ] as const) {
    it(`reads ${JSON.stringify(headers)}`, () => {
      assert.equal(advice(429, headers).afterMs, expected);
    });
  }
});

describe('the retry plan', () => {
  const failed = failure('execution', 'x:80 is overloaded.', { category: 'server_error' });

  function delays(said: RetryAdvice, chance: number, retries = 2): (number | undefined)[] {
    return Array.from(
      { length: retries + 1 },
      (_, index) =>
        planRetry(
          { failure: failed, attempt: index + 1, advice: said, retries },
          { next: () => chance },
        )?.delayMs,
    );
  }

  it('decision model-retry: waits half a second, doubling to eight, minus up to a quarter', () => {
    assert.deepEqual(delays({}, 0, 6), [500, 1_000, 2_000, 4_000, 8_000, 8_000, undefined]);
    assert.deepEqual(delays({}, 1, 6), [375, 750, 1_500, 3_000, 6_000, 6_000, undefined]);
  });

  it('decision model-retry: waits as long as the server asks, but at most a minute', () => {
    assert.deepEqual(delays({ afterMs: 60_000 }, 0), [60_000, 60_000, undefined]);
    assert.deepEqual(delays({ afterMs: 0 }, 0), [0, 0, undefined]);
    assert.deepEqual(delays({ afterMs: 60_001 }, 0), [500, 1_000, undefined]);
  });

  it('does not retry if the server forbids it, or no retries are left', () => {
    assert.deepEqual(delays({ isWorthwhile: false }, 0), [undefined, undefined, undefined]);
    assert.deepEqual(delays({}, 0, 0), [undefined]);
  });

  it('leaves a timeout to the user', () => {
    const late = failure('execution', 'late', { category: 'timeout' });
    const asked = { failure: late, attempt: 1, advice: {}, retries: 2 };
    assert.equal(planRetry(asked, { next: () => 0 }), undefined);
  });

  it('explains the error and names the attempt', () => {
    const asked = { failure: failed, attempt: 1, advice: {}, retries: 2 };
    const plan = planRetry(asked, { next: () => 0 });
    assert.equal(told(plan?.text), 'x:80 is overloaded. Attempt 1 of 3 failed.');
  });

  it('never waits longer than a minute, whatever a server sends', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.integer({ min: 1, max: 9 }),
        (ms, after, attempt) => {
          const said = advice(429, { 'retry-after-ms': ms, 'retry-after': after });
          const asked = { failure: failed, attempt, advice: said, retries: 9 };
          const plan = planRetry(asked, { next: () => 0.5 });
          assert.ok(plan !== undefined && plan.delayMs >= 0 && plan.delayMs <= 60_000);
        },
      ),
    );
  });
});
