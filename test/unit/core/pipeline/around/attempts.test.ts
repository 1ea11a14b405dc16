import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  errorCategories,
  failure,
  type ErrorCategory,
} from '../../../../../src/core/contracts/failure';
import type { ToolContext, ToolResult } from '../../../../../src/core/contracts/tools/define-tool';
import { retryWait } from '../../../../../src/core/pipeline/runtime/retry-limits';
import { createWorld, deny, gate, type World, type WorldOptions } from '../fixture';

const limits = { maxAttempts: 2, baseMs: 500, maxMs: 5000, budgetSecs: 30 };
const passing: readonly ErrorCategory[] = [
  'rate_limited',
  'server_error',
  'network_error',
  'timeout',
];
const timeoutMs = 20_000;

function failing(category: ErrorCategory): ToolResult<{ said: string }> {
  return { ok: false, failure: failure('execution', 'too many requests', { category }) };
}

/** Fails as often as told, then answers. */
function failsFirst(times: number, category: ErrorCategory = 'rate_limited') {
  let runs = 0;
  return () => {
    runs += 1;
    return Promise.resolve(
      runs > times ? ({ ok: true, value: { said: 'x' } } as const) : failing(category),
    );
  };
}

interface Retried extends World {
  /** Milliseconds of each wait. */
  readonly waits: number[];
}

/** A pipeline that tries again; `onWait` runs in each wait, which by itself ends at once. */
function createRetried(options: WorldOptions, onWait?: (world: World) => void): Retried {
  const world = createWorld({
    retry: limits,
    ...options,
    policy: {
      limits: { maxCallsPerSession: 0, timeoutMs, overflowThreshold: 1000, overflowMaxBytes: 0 },
      ...options.policy,
    },
  });
  const waits: number[] = [];
  const after = world.clock.after.bind(world.clock);
  world.clock.after = (ms, callback) => {
    if (ms !== timeoutMs) {
      waits.push(ms);
      setImmediate(() => {
        if (onWait === undefined) world.clock.advance(ms);
        else onWait(world);
      });
    }
    return after(ms, callback);
  };
  return Object.assign(world, { waits });
}

function shownRetries({ events }: World) {
  return events.flatMap((event) =>
    event.type === 'progress' && event.progress.retry !== undefined ? [event.progress.retry] : [],
  );
}

describe('003-retry-1: automatic retry', () => {
  for (const category of errorCategories) {
    const tries = passing.includes(category) ? 3 : 1;
    it(`${category} is tried ${String(tries)} times in all`, async () => {
      const world = createRetried({ run: failsFirst(99, category) });
      const outcome = await world.call({ text: 'a' });
      assert.equal(world.runs, tries);
      assert.equal(outcome.failure?.category, category);
      assert.equal(world.entries[0]?.attempts, tries > 1 ? tries : undefined);
    });
  }

  it('a second attempt that succeeds is the answer, and the audit entry counts both', async () => {
    const world = createRetried({ run: failsFirst(1) });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.status, 'completed');
    assert.equal(outcome.text, 'x');
    assert.equal(outcome.attempts, 2);
    assert.equal(world.entries[0]?.attempts, 2);
    assert.equal(world.entries.length, 1);
  });

  it('a call that succeeds at once reports no attempts', async () => {
    const world = createRetried({});
    const outcome = await world.call({ text: 'a' });
    assert.equal('attempts' in outcome, false);
    assert.equal('attempts' in (world.entries[0] ?? {}), false);
  });

  it('a timeout of the pipeline is tried again, with a signal of its own', async () => {
    const signals: AbortSignal[] = [];
    const world = createRetried({
      run: (_text, { signal }) => {
        signals.push(signal);
        if (signals.length > 1) return Promise.resolve({ ok: true, value: { said: 'x' } });
        setImmediate(() => world.clock.advance(timeoutMs));
        return new Promise<never>(() => undefined);
      },
    });
    assert.equal((await world.call({ text: 'a' })).attempts, 2);
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, false],
    );
  });

  it('000-retry-1: a tool with a side effect is never run twice', async () => {
    for (const effect of ['state_change', 'external_side_effect'] as const) {
      const world = createRetried({ effect, run: failsFirst(99, 'network_error') });
      await world.call({ text: 'a' });
      assert.equal(world.runs, 1, effect);
    }
  });

  it('a command is never run twice, whatever its tool declares', async () => {
    const world = createRetried({ runsCommand: true, run: failsFirst(99, 'timeout') });
    await world.call({ text: 'ls' });
    assert.equal(world.runs, 1);
  });

  it('a tool that changes state, but declares that twice is once, is tried again', async () => {
    const world = createRetried({ effect: 'state_change', idempotent: true, run: failsFirst(1) });
    assert.equal((await world.call({ text: 'a' })).attempts, 2);
  });

  it('000-retry-2: what policy refuses is not tried at all', async () => {
    const late = { ...deny, errorCode: 'timeout' } as const;
    const world = createRetried({ gates: [gate('path-sandbox', () => late)] });
    const outcome = await world.call({ text: 'a' });
    assert.deepEqual([world.runs, world.waits], [0, []]);
    assert.match(outcome.text, /^retryable: false$/m);
  });

  it('000-quota-1: retries are free of it', async () => {
    const world = createRetried({
      run: failsFirst(2),
      policy: {
        limits: { maxCallsPerSession: 1, timeoutMs, overflowThreshold: 1000, overflowMaxBytes: 0 },
      },
    });
    assert.equal((await world.call({ text: 'a' })).status, 'completed');
    assert.equal((await world.call({ text: 'b' })).failure?.errorCode, 'quota_blocked');
  });

  it('is announced once, and reports the start and end of each wait', async () => {
    const world = createRetried({ run: failsFirst(2) });
    await world.call({ text: 'a' });
    const types = world.events.map(({ type }) => type);
    assert.deepEqual(
      types.filter((type) => type !== 'progress'),
      ['start', 'end'],
    );
    assert.deepEqual(shownRetries(world), [
      { attempt: 2, of: 3 },
      null,
      { attempt: 3, of: 3 },
      null,
    ]);
  });

  it('full jitter: the most that a wait may take doubles up to its limit', async () => {
    const world = createRetried({
      run: failsFirst(99),
      random: () => 0.999_999,
      retry: { ...limits, maxAttempts: 6 },
    });
    await world.call({ text: 'a' });
    assert.deepEqual(world.waits, [500, 1000, 2000, 4000, 5000, 5000]);
  });

  it('full jitter: chance decides everything from nothing to that', () => {
    fc.assert(
      fc.property(
        fc.nat(5000),
        fc.integer({ min: 1, max: 60_000 }),
        fc.integer({ min: 1, max: 600_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (index, baseMs, maxMs, chance) => {
          const ms = retryWait(index, { baseMs, maxMs }, chance);
          assert.ok(Number.isSafeInteger(ms) && ms >= 0 && ms <= maxMs);
          assert.ok(ms <= baseMs * 2 ** index);
        },
      ),
    );
    assert.equal(retryWait(0, limits, 0), 0);
  });

  it('000-retry-3: no wait is begun that would outlast the budget', async () => {
    const world = createRetried({
      run: failsFirst(99),
      random: () => 0.999_999,
      retry: { maxAttempts: 9, baseMs: 1000, maxMs: 60_000, budgetSecs: 4 },
    });
    const outcome = await world.call({ text: 'a' });
    assert.deepEqual(world.waits, [1000, 2000]);
    assert.equal(outcome.attempts, 3);
  });

  it('000-retry-3: the time of the attempts counts to the budget', async () => {
    const world = createRetried({
      run: () => {
        world.clock.advance(3000);
        return Promise.resolve(failing('network_error'));
      },
      retry: { ...limits, budgetSecs: 5 },
    });
    assert.equal((await world.call({ text: 'a' })).attempts, 2);
  });

  it('Retry-After is the least wait, also above the longest one of the settings', async () => {
    const asksFor = (retryAfterMs: number) => {
      const failed = failure('execution', 'busy', { category: 'rate_limited', retryAfterMs });
      return { run: () => Promise.resolve({ ok: false, failure: failed } as const) };
    };
    const long = createRetried({ ...asksFor(12_000), random: () => 0 });
    await long.call({ text: 'a' });
    assert.deepEqual(long.waits, [12_000, 12_000]);
    const short = createRetried({ ...asksFor(1), random: () => 0.999_999 });
    await short.call({ text: 'a' });
    assert.deepEqual(short.waits, [500, 1000]);
  });

  it('000-retry-3: a Retry-After that is longer than the budget is not waited for', async () => {
    const failed = failure('execution', 'busy', {
      category: 'server_error',
      retryAfterMs: 30_001,
    });
    const world = createRetried({ run: () => Promise.resolve({ ok: false, failure: failed }) });
    const outcome = await world.call({ text: 'a' });
    assert.deepEqual([world.runs, world.waits], [1, []]);
    assert.match(outcome.text, /^suggestion: The server asks to wait 31 seconds, which is longer/m);
    assert.match(outcome.text, /^retryable: false$/m);
    assert.equal(outcome.failure?.category, 'server_error');
  });

  it('a stop ends the wait at once, and the call is cancelled', async () => {
    const partial = { ...failing('server_error'), value: { said: 'half' } };
    const world = createRetried({ run: () => Promise.resolve(partial) }, ({ controller }) => {
      controller.abort();
    });
    const outcome = await world.call({ text: 'a' });
    assert.equal(outcome.status, 'cancelled');
    assert.match(outcome.text, /half$/);
    assert.equal(world.runs, 1);
    assert.deepEqual(shownRetries(world), [{ attempt: 2, of: 3 }, null]);
    assert.equal(world.entries[0]?.result, 'cancelled');
  });

  it('a stop that came during the attempt begins no wait', async () => {
    const world = createRetried({
      run: () => {
        world.controller.abort();
        return Promise.resolve(failing('server_error'));
      },
    });
    assert.equal((await world.call({ text: 'a' })).status, 'cancelled');
    assert.deepEqual(shownRetries(world), []);
  });

  it('W25: what an attempt that failed has set is not kept', async () => {
    const world = createRetried({
      run: (_text, { slices }) => {
        const before = slices.get('plan');
        slices.set('plan', { run: world.runs, before });
        return Promise.resolve(
          world.runs > 1 ? { ok: true, value: { said: 'x' } } : failing('server_error'),
        );
      },
    });
    await world.call({ text: 'a' });
    assert.deepEqual(world.pipeline.snapshot('s1').slices, [['plan', { run: 2 }]]);
  });

  it('what an attempt left behind still shows is not of the next one', async () => {
    let first: ToolContext | undefined;
    const world = createRetried({
      run: (_text, context) => {
        if (first !== undefined) {
          first.progress({ append: 'late\n' });
          first.slices.set('plan', 'late');
          return Promise.resolve({ ok: true, value: { said: 'x' } });
        }
        first = context;
        return Promise.resolve(failing('server_error'));
      },
    });
    await world.call({ text: 'a' });
    assert.equal(JSON.stringify(world.events).includes('late'), false);
    assert.deepEqual(world.pipeline.snapshot('s1').slices, []);
  });
});

describe('003-retry-3: what the model reads of a failure that may pass', () => {
  it('is the block of the example where the system tries again, and how often it did', async () => {
    const world = createRetried({ run: failsFirst(99) });
    const { text, warnings } = await world.call({ text: 'a' });
    assert.equal(
      text,
      [
        '[tool_error]',
        'category: rate_limited',
        'error: too many requests',
        'suggestion: Rate limit exceeded. The system will retry if possible.',
        'retryable: true',
        '[warning] The call was tried 3 times; every attempt failed.',
      ].join('\n'),
    );
    assert.equal(warnings.length, 1);
  });

  it('promises no retry of a tool with a side effect, nor where retries are off', async () => {
    const effect = 'external_side_effect';
    for (const category of passing) {
      const run = failsFirst(99, category);
      for (const options of [
        { effect, run } as const,
        { run, retry: { ...limits, maxAttempts: 0 } },
      ]) {
        const outcome = await createRetried(options).call({ text: 'a' });
        assert.match(outcome.text, /^retryable: false$/m, category);
        assert.doesNotMatch(outcome.text, /will retry/);
        assert.equal(outcome.failure?.retryable, false);
        assert.equal(outcome.failure.category, category);
      }
    }
  });

  it('keeps what a tool suggests by itself', async () => {
    const suggestion = 'Ask the user for another server.';
    const failed = failure('execution', 'down', { category: 'network_error', suggestion });
    const run = () => Promise.resolve({ ok: false, failure: failed } as const);
    const outcome = await createRetried({ run, effect: 'state_change' }).call({ text: 'a' });
    assert.equal(outcome.failure?.suggestion, suggestion);
  });
});
