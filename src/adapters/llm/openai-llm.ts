import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import type { Http } from '../../core/ports/http';
import type { Llm, LlmEvent, LlmRequest } from '../../core/ports/llm';
import { isAborted } from '../../core/base/is-aborted';
import type { Wire } from '../../core/wire/parts/define-wire';
import { wait } from '../../core/wire/parts/wait';
import { decodeResponse } from './decode-response';
import { describeHttpError, stoppedByPerson } from './http-error';
import { keyProblem, requestHeaders } from './request-headers';
import { endpointUrl } from './endpoint-url';
import { planRetry } from './retry-plan';

export interface OpenAiLlmOptions {
  readonly http: Http;
  readonly clock: Clock;
  /** The format that the server speaks. */
  readonly wire: Wire;
  /** `http://127.0.0.1:8080/v1` */
  readonly baseUrl: string;
  readonly model: string;
  /** Asked before each request and never kept; undefined for servers without keys. */
  readonly key: () => Promise<string | undefined>;
}

/** An attempt's last event, and how long the server asks to wait before another. */
interface AttemptEnd {
  readonly event: LlmEvent;
  readonly retryAfterMs?: number | undefined;
}

/**
 * A model of any OpenAI-compatible server. Tries again at most twice, only while nothing has been
 * streamed, and says so each time. Failures never hold the key.
 */
export function createOpenAiLlm(options: OpenAiLlmOptions): Llm {
  return { stream: (request, signal) => streamAnswer(options, request, signal) };
}

async function* streamAnswer(
  options: OpenAiLlmOptions,
  request: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<LlmEvent> {
  const body = JSON.stringify(options.wire.encode(request, options.model));
  for (let attempt = 1; ; attempt += 1) {
    let spoken = false;
    const events = attemptOnce(options, body, signal);
    let step = await events.next();
    while (step.done !== true) {
      spoken = true;
      yield step.value;
      step = await events.next();
    }
    const { event, retryAfterMs } = step.value;
    const retry =
      event.type === 'error' && !spoken && !signal.aborted
        ? planRetry(event.failure, attempt, retryAfterMs)
        : undefined;
    if (retry === undefined) {
      yield event;
      return;
    }
    yield { type: 'notice', level: 'warning', text: retry.notice };
    await wait(options.clock, retry.delayMs, signal);
  }
}

/** One request. Yields what the model says; returns how it ended. */
async function* attemptOnce(
  options: OpenAiLlmOptions,
  body: string,
  signal: AbortSignal,
): AsyncGenerator<LlmEvent, AttemptEnd> {
  if (signal.aborted) return failed(stoppedByPerson);
  const url = endpointUrl(options.baseUrl, options.wire.path);
  if (!url.ok) return failed(url.failure);
  const key = await readKey(options);
  if (!key.ok) return failed(key.failure);
  const connection = new AbortController();
  const either = AbortSignal.any([signal, connection.signal]);
  try {
    const headers = requestHeaders(key.value);
    const answer = await options.http.post({ url: url.value, headers, body }, either);
    if (!answer.ok) return failed(answer.failure);
    const { clock, model, wire } = options;
    const context = { url: url.value, model, key: key.value };
    if (answer.value.status < 200 || answer.value.status > 299) {
      const error = await describeHttpError(answer.value, context, clock.now());
      const cause = isAborted(signal) ? stoppedByPerson : error.failure;
      return { ...failed(cause), retryAfterMs: error.retryAfterMs };
    }
    return {
      event: yield* decodeResponse({ wire, response: answer.value, clock, signal, ...context }),
    };
  } finally {
    connection.abort();
  }
}

async function readKey({ key }: OpenAiLlmOptions): Promise<Result<string | undefined>> {
  try {
    const stored = (await key())?.trim();
    const problem = keyProblem(stored);
    return problem === undefined ? succeed(stored) : fail(problem);
  } catch {
    // The store's own message may say more than a log should hold.
    const message =
      'The stored key cannot be read: the key store of this machine did not open. Run "Gatehouse: Set API Key".';
    return fail(failure('unavailable', message, { category: 'permanent_failure' }));
  }
}

function failed(cause: Failure): AttemptEnd {
  return { event: { type: 'error', failure: cause } };
}
