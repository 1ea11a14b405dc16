import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import type { Llm, LlmEvent, LlmRequest } from '../../core/ports/llm';
import type { ConnectionReport } from '../../core/ports/model-lists';
import { isAborted } from '../../core/base/is-aborted';
import { redactKey } from './key-problem';
import { stoppedByUser } from './stopped';

/** Milliseconds; a local model may have to load first. */
const testMs = 120_000;
const maxSaid = 80;

const question: LlmRequest = {
  system: ['You are asked whether you can be reached. Answer with the one word asked for.'],
  messages: [{ role: 'user', text: 'Say: ready' }],
  tools: [],
};

export interface ConnectionTest {
  readonly llm: Llm;
  /** Where it is, for the report. */
  readonly url: string;
  readonly clock: Clock;
  /** The key that it was asked with: a report is made to be shown to others. */
  readonly key: string | undefined;
}

/** Asks a model for one word, and tells how that went. */
export async function runConnectionTest(
  { llm, url, clock, key }: ConnectionTest,
  signal: AbortSignal,
): Promise<Result<ConnectionReport>> {
  const late = new AbortController();
  const timer = clock.after(testMs, () => {
    late.abort();
  });
  const begun = clock.monotonic();
  let firstTokenMs: number | undefined;
  let said = '';
  try {
    for await (const event of llm.stream(question, AbortSignal.any([signal, late.signal]))) {
      if (event.type === 'text' || event.type === 'thought') {
        firstTokenMs ??= clock.monotonic() - begun;
      }
      if (event.type === 'text') said = (said + event.text).slice(0, maxSaid);
      if (event.type === 'error') return fail(testFailureOf(event, signal, late.signal));
      if (event.type !== 'finish') continue;
      const report = { url, firstTokenMs: firstTokenMs ?? clock.monotonic() - begun };
      return succeed({
        ...report,
        answer: redactKey(said.trim(), key),
        usage: Object.keys(event.usage).length > 0,
      });
    }
    return fail(failure('execution', 'The model ended without an answer.'));
  } finally {
    timer.dispose();
  }
}

function testFailureOf(
  event: LlmEvent & { readonly type: 'error' },
  signal: AbortSignal,
  late: AbortSignal,
) {
  if (isAborted(signal)) return stoppedByUser;
  if (!late.aborted) return event.failure;
  const message = `The model did not answer within ${String(testMs / 1000)} s.`;
  return failure('execution', message, { category: 'timeout' });
}
