import { say } from '../../base/sentence';
import { failure, withoutLongWait } from '../../contracts/failure';
import type { Outcome } from '../call/brands';
import { isRetried, retryWait } from '../runtime/retry-limits';
import { SessionDraft } from '../runtime/sessions';
import type { AroundStage, Next, RunningCall } from './layer';
import { failedLate, failedOutcome, withAttempts } from './execute';
import { isAborted, LinkedSignal, sleep, withTimeout } from '../../base/async';

/**
 * Retries a call after a failure that may pass: rate limit, server, network, timeout (003-retry-1).
 * Only for tools that only read or are idempotent, never for a command, and only after failures of
 * the tool itself: policy denials do not get here. Delays are random, and none starts that would
 * exceed the budget (000-retry-3). What a server asks for with `Retry-After` is the least delay, also
 * above the longest one of the settings. All attempts are one call: announced once, counted once.
 */
export const retry: AroundStage = async (call, running, next, { settings, system }) => {
  const { clock, random } = system;
  const limits = settings.retry();
  const runsCommand = running.reading !== undefined;
  if (runsCommand || !isRetried(call.valid.prepared, limits)) return next(running);
  const since = clock.monotonic();
  const hasTime = (ms: number): boolean =>
    clock.monotonic() - since + ms <= limits.budgetSecs * 1000;
  for (let made = 1; ; made += 1) {
    const outcome = await tryOnce(running, next);
    const mayPass = outcome.failure?.retryable === true && !isAborted(running.stop);
    if (!mayPass || made > limits.maxAttempts) return withAttempts(outcome, made);
    const ms = Math.max(askedWait(outcome), retryWait(made - 1, limits, random.next()));
    if (!hasTime(ms)) return withAttempts(unwaited(outcome, hasTime), made);
    running.progress({ retry: { attempt: made + 1, of: limits.maxAttempts + 1 } });
    await sleep(ms, running.stop, clock);
    running.progress({ retry: null });
    if (isAborted(running.stop)) return withAttempts(stopped(outcome), made);
  }
};

/** State and output of an abandoned attempt do not reach the next one. */
async function tryOnce(running: RunningCall, next: Next): Promise<Outcome> {
  const slices = new SessionDraft(running.slices);
  const state = { isOver: false };
  const outcome = await next({
    ...running,
    slices,
    progress: (update) => {
      if (!state.isOver) running.progress(update);
    },
  });
  state.isOver = true;
  if (!outcome.failed) slices.commit();
  return outcome;
}

function askedWait({ failure: failed }: Outcome): number {
  return failed?.retryAfterMs ?? 0;
}

/** Says so if it is the wait that the server asks for which is too long. */
function unwaited(outcome: Outcome, hasTime: (ms: number) => boolean): Outcome {
  const asked = askedWait(outcome);
  const failed = outcome.failure;
  if (failed === undefined || asked === 0 || hasTime(asked)) return outcome;
  return failedLate(outcome, withoutLongWait(failed, asked));
}

function stopped({ cleared, value }: Outcome): Outcome {
  const message = say`The call was cancelled while it waited for a retry.`;
  return failedOutcome(cleared, failure('cancelled', message), value);
}

/**
 * Ends a tool that takes too long: aborts its signal and returns `timeout`, even if the tool does not
 * react. Tools with their own limits (bash) are left alone.
 */
export const timeout: AroundStage = async (call, running, next, { system }) => {
  const { tool, policy } = call.valid.bound;
  if (tool.ownsTimeout) return next(running);
  const limit = policy.limits.timeoutMs;
  const own = new LinkedSignal(running.stop);
  try {
    const done = await withTimeout(next({ ...running, stop: own }), limit, system.clock);
    if (done !== undefined) return done.value;
  } finally {
    own.dispose();
  }
  own.abort();
  const seconds = String(Math.round(limit / 1000));
  return failedOutcome(
    call,
    failure('timeout', say`The tool took longer than ${seconds} seconds.`),
  );
};

/** Time a cancelled tool has to end by itself and keep its partial output. */
const graceMs = 6000;

/**
 * Returns `cancelled` once the user stops the call. A tool that honors its signal keeps its partial
 * output; one that does not is abandoned after the grace period. A stop while files are being
 * restored comes too late: the result of the restore is returned.
 */
export const cancel: AroundStage = async (call, running, next, { system }) => {
  const cancelled = failure('cancelled', say`The call was cancelled while it ran.`);
  if (isAborted(running.stop)) return failedOutcome(call, cancelled);
  const state = { toItsEnd: false };
  const work = next({
    ...running,
    mustFinish: () => {
      state.toItsEnd = true;
    },
  });
  let stop = (): void => undefined;
  const gone = new Promise<'gone'>((settle) => {
    const onAbort = (): void => {
      const timer = system.clock.after(graceMs, () => {
        if (!state.toItsEnd) settle('gone');
      });
      stop = () => {
        timer.dispose();
      };
    };
    running.stop.addEventListener('abort', onAbort);
    stop = () => {
      running.stop.removeEventListener('abort', onAbort);
    };
  });
  try {
    const first = await Promise.race([work, gone]);
    if (first === 'gone') return failedOutcome(call, cancelled);
    return isAborted(running.stop) && !state.toItsEnd ? failedLate(first, cancelled) : first;
  } finally {
    stop();
  }
};
