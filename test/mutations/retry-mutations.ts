import type { Mutation } from './mutation';

const retry = 'src/core/pipeline/around/attempts.ts';
const limits = 'src/core/pipeline/runtime/retry-limits.ts';
const sessions = 'src/core/pipeline/runtime/sessions.ts';
const ofRetry = 'test/unit/core/pipeline/around/attempts.test.ts';
const ofSessions = 'test/unit/core/pipeline/runtime/sessions.test.ts';

/** Automatic retry, and files whose reads have left the context. */
export const retryMutations: readonly Mutation[] = [
  {
    rule: '000-retry-1',
    does: 'a side effect happens twice',
    file: 'src/core/contracts/tools/bind-tool.ts',
    find: "retryable: ofCall === 'read_only' || definition.idempotent === true,",
    replace: 'retryable: true,',
    tests: [ofRetry],
  },
  {
    rule: '003-retry-1',
    does: 'a command runs twice',
    file: retry,
    find: 'const runsCommand = running.reading !== undefined;',
    replace: 'const runsCommand = false;',
    tests: [ofRetry],
  },
  {
    rule: '003-retry-1',
    does: 'permanent failures are retried',
    file: retry,
    find: 'outcome.failure?.retryable === true &&',
    replace: 'outcome.failure !== undefined &&',
    tests: [ofRetry],
  },
  {
    rule: '003-retry-1',
    does: 'there is one retry more than configured',
    file: retry,
    find: '|| made > limits.maxAttempts)',
    replace: '|| made > limits.maxAttempts + 1)',
    tests: [ofRetry],
  },
  {
    rule: '000-retry-3',
    does: 'the retry budget is ignored',
    file: retry,
    find: 'if (!hasTime(ms)) return withAttempts(outcome, made);',
    replace: '',
    tests: [ofRetry],
  },
  {
    rule: '000-retry-3',
    does: 'only the delay counts toward the budget',
    file: retry,
    find: 'clock.monotonic() - since + ms <= limits.budgetSecs * 1000;',
    replace: 'ms <= limits.budgetSecs * 1000;',
    tests: [ofRetry],
  },
  {
    rule: '003-retry-1',
    does: 'all clients retry at the same moment',
    file: limits,
    find: 'return Math.floor(chance * (',
    replace: 'return Math.floor(0 * chance + (',
    tests: [ofRetry],
  },
  {
    rule: '003-retry-1',
    does: 'delays grow without a limit',
    file: limits,
    find: 'Math.min(maxMs, baseMs * 2 ** index)',
    replace: 'baseMs * 2 ** index',
    tests: [ofRetry],
  },
  {
    rule: '003-retry-1',
    does: 'stopping does not end the delay',
    file: 'src/core/base/async.ts',
    find: "else signal.addEventListener('abort', finish);",
    replace: '',
    tests: [ofRetry],
  },
  {
    rule: '003-retry-1',
    does: 'a stopped call is retried',
    file: retry,
    find: 'if (isAborted(running.stop)) return withAttempts(stopped(outcome), made);',
    replace: '',
    tests: [ofRetry],
  },
  {
    rule: '003-retry-1',
    does: 'the card waits forever',
    file: retry,
    find: 'running.progress({ retry: null });',
    replace: '',
    tests: [ofRetry],
  },
  {
    rule: '003-retry-3',
    does: 'the card announces a retry that does not happen',
    file: 'src/core/pipeline/finish/redact.ts',
    find: 'const honest = isRetried ? failed : withoutRetry(failed);',
    replace: 'const honest = failed;',
    tests: [ofRetry],
  },
  {
    rule: '003-retry-1',
    does: 'the number of attempts is not recorded',
    file: 'src/core/pipeline/stages/audit.ts',
    find: 'attempts: outcome.attempts,',
    replace: '',
    tests: [ofRetry],
  },
  {
    rule: 'decision 44',
    does: 'a file whose read has left the context may be overwritten',
    file: sessions,
    find: 'if (calls.length === 0) marks.delete(path);',
    replace: 'if (false) marks.delete(path);',
    tests: [ofSessions, 'test/unit/invariants/tool-policies.test.ts'],
  },
  {
    rule: 'decision 44',
    does: 'a file shown by several calls counts for the last one only',
    file: sessions,
    find: 'const calls = before?.stamp === stamp ? before.calls : [];',
    replace: 'const calls = before?.calls.slice(0, 0) ?? [];',
    tests: [ofSessions],
  },
  {
    rule: 'decision 44',
    does: 'a read of old content counts for the new content',
    file: sessions,
    find: 'const calls = before?.stamp === stamp ? before.calls : [];',
    replace: 'const calls = before?.calls ?? [];',
    tests: [ofSessions],
  },
];
