import { failure, type Failure } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/clock';
import type { HttpResponse } from '../../core/ports/http';
import type { LlmEvent } from '../../core/ports/llm';
import type { Wire, WireDecoder } from '../../core/wire/parts/define-wire';
import { createStreamReader, createWholeReader } from '../../core/wire/parts/stream-reader';
import { isConnectionError } from '../http/connection-error';
import { hostOf } from '../http/host-of';
import { stoppedByPerson, withoutKey, type RequestContext } from './http-error';
import { nextWithin } from './next-within';

/** Milliseconds to wait for the usage after the model has stopped: some servers never close. */
const graceMs = 3_000;

export interface Decoding extends RequestContext {
  readonly wire: Wire;
  readonly response: HttpResponse;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Yields text and thoughts of a 2xx answer; returns its one `finish` or `error`. */
export async function* decodeResponse(decoding: Decoding): AsyncGenerator<LlmEvent, LlmEvent> {
  if (isContent(decoding.response, 'text/html')) {
    return { type: 'error', failure: webPage(hostOf(decoding.url)) };
  }
  const decoder = decoding.wire.decoder();
  const events = sseEvents(decoding, decoder);
  try {
    for await (const event of events) yield event;
  } catch (error) {
    if (decoding.signal.aborted) return { type: 'error', failure: stoppedByPerson };
    // What follows the model's stop is bookkeeping: a break there loses nothing.
    if (decoder.state() === 'open') return { type: 'error', failure: brokenStream(error) };
  }
  if (decoding.signal.aborted) return { type: 'error', failure: stoppedByPerson };
  return withoutKeyInFailure(decoder.end(), decoding.key);
}

/** The decoder's text and thoughts, until it needs no more. */
async function* sseEvents(
  { response, clock }: Decoding,
  decoder: WireDecoder,
): AsyncGenerator<LlmEvent> {
  const whole = isContent(response, 'application/json') ? createWholeReader(decoder) : undefined;
  const reader = whole ?? createStreamReader(decoder);
  const pieces = response.body[Symbol.asyncIterator]();
  try {
    while (decoder.state() !== 'done') {
      const limit = decoder.state() === 'finishing' ? graceMs : undefined;
      const next = await nextWithin(pieces, clock, limit);
      if (next === undefined || next.done === true) break;
      yield* reader.feed(next.value);
    }
    yield* whole?.end() ?? [];
  } finally {
    // Settles once the connection is given up, which the caller does.
    void pieces.return?.().catch(() => undefined);
  }
}

/** Servers that do not stream send JSON; a portal or a wrong path sends a page. */
function isContent(response: HttpResponse, type: string): boolean {
  return (response.headers['content-type'] ?? '').toLowerCase().startsWith(type);
}

function webPage(host: string): Failure {
  const message = `${host} sent a web page instead of an answer. Correct gatehouse.openai.baseUrl.`;
  return failure('execution', message, { category: 'permanent_failure' });
}

function brokenStream(error: unknown): Failure {
  if (isConnectionError(error)) {
    const message = `The model's answer broke off: ${error.failure.message}`;
    return failure('execution', message, { category: error.failure.category });
  }
  const message = "The model's server sent an answer that cannot be read.";
  return failure('execution', message, { category: 'server_error' });
}

function withoutKeyInFailure(event: LlmEvent, key: string | undefined): LlmEvent {
  if (event.type !== 'error') return event;
  const { failure: failed } = event;
  return { type: 'error', failure: { ...failed, message: withoutKey(failed.message, key) } };
}
