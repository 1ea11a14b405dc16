import { say } from '../../core/base/sentence';
import { type Failure, failure, withMessage, saidOf } from '../../core/contracts/failure';
import type { LlmEvent } from '../../core/ports/llm';
import type { WireExchange, Framing } from '../../core/wire/codec/define-wire';
import type { WireDecoder } from '../../core/wire/codec/json-decoder';
import {
  describeHttpError,
  type HttpError,
  stoppedByUser,
  type RequestContext,
} from './request-failure';
import { wireOf } from './providers';
import type { RetryAdvice } from './retry-plan';
import { endpointOf, type ModelServer, redactKey } from './server';
import type { Clock } from '../../core/ports/system';
import type { HttpResponse } from '../../core/ports/http';
import { createStreamReader, createWholeReader } from '../../core/wire/codec/stream-reader';
import { ConnectionError, isConnectionError } from '../http/connection-error';
import { hostOf } from '../http/host-address';
import { nextWithin } from './bounded-read';
import { isAborted } from '../../core/base/async';

export interface RequestAttempt {
  readonly server: ModelServer;
  readonly model: string;
  readonly decoder: WireExchange['decoder'];
  /** JSON text. */
  readonly body: string;
}

/** The result of an attempt, and the server's retry advice. */
export interface AttemptEnd extends DecodedResponse {
  readonly advice: RetryAdvice;
  readonly refusesTools: boolean;
}

/** One request. Yields the model's output; returns the result. */
export async function* attemptRequest(
  { server, model, decoder, body }: RequestAttempt,
  signal: AbortSignal,
): AsyncGenerator<LlmEvent, AttemptEnd> {
  if (signal.aborted) return failedEnd(stoppedByUser);
  const { provider, clock, http } = server;
  const wire = wireOf(provider);
  const address = await endpointOf(server, wire.path);
  if (!address.ok) return failedEnd(address.failure);
  const { url, key } = address.value;
  const headers = {
    'content-type': 'application/json',
    accept: wire.framing === 'sse' ? 'text/event-stream' : 'application/x-ndjson',
    ...wire.headers,
    ...address.value.headers,
  };
  const connection = new AbortController();
  const either = AbortSignal.any([signal, connection.signal]);
  try {
    const answer = await http.post({ url, headers, body }, either);
    if (!answer.ok) return failedEnd(answer.failure);
    const response = answer.value;
    const context = { provider, url, model, key };
    if (response.status < 200 || response.status > 299) {
      const error = await describeHttpError(response, context, clock);
      return isAborted(signal) ? failedEnd(stoppedByUser) : refusedEnd(error);
    }
    const { framing } = wire;
    const decoding = { ...context, framing, decoder: decoder(), response, clock, signal };
    const decoded = yield* decodeResponse(decoding);
    return { ...decoded, advice: {}, refusesTools: false };
  } finally {
    connection.abort();
  }
}

function refusedEnd({ failure, advice, refusesTools, tooLong }: HttpError): AttemptEnd {
  const event = { type: 'error', failure, ...(tooLong ? { tooLong } : {}) } as const;
  return { event, spoken: false, advice, refusesTools };
}

function failedEnd(cause: Failure): AttemptEnd {
  const event = { type: 'error', failure: cause } as const;
  return { event, spoken: false, advice: {}, refusesTools: false };
}

/** Milliseconds to wait for the usage after the model has stopped: some servers never close. */
const graceMs = 3_000;

/** Characters of one response, including framing: about ten times the longest known answer. */
const maxAnswerLength = 128 * 1024 * 1024;

export interface ResponseDecoding extends RequestContext {
  readonly framing: Framing;
  readonly decoder: WireDecoder;
  readonly response: HttpResponse;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The result of a response. */
interface DecodedResponse {
  /** The final `finish` or `error`. */
  readonly event: LlmEvent;
  /** True if any output was passed on. */
  readonly spoken: boolean;
}

/** Yields text and thoughts of a 2xx response; returns the result. */
async function* decodeResponse(
  decoding: ResponseDecoding,
): AsyncGenerator<LlmEvent, DecodedResponse> {
  const { decoder, signal } = decoding;
  let spoken = false;
  const failed = (failure: Failure): DecodedResponse => ({
    event: { type: 'error', failure },
    spoken,
  });
  if (isContent(decoding.response, 'text/html')) return failed(webPage(decoding));
  try {
    for await (const event of readEvents(decoding)) {
      spoken = true;
      yield event;
    }
  } catch (error) {
    if (signal.aborted) return failed(stoppedByUser);
    // After the model has stopped, a broken connection loses nothing.
    if (decoder.state() === 'open') return failed(brokenStream(error));
  }
  if (signal.aborted) return failed(stoppedByUser);
  return { event: redactKeyInFailure(decoder.end(), decoding.key), spoken };
}

/** Text and thoughts from the decoder, until it is done. */
async function* readEvents({
  response,
  clock,
  framing,
  decoder,
  url,
}: ResponseDecoding): AsyncGenerator<LlmEvent> {
  const isWhole = framing === 'sse' && isContent(response, 'application/json');
  const reader = isWhole ? createWholeReader(decoder) : createStreamReader(framing, decoder);
  const pieces = response.body[Symbol.asyncIterator]();
  let until: number | undefined;
  let left = maxAnswerLength;
  try {
    while (decoder.state() !== 'done') {
      if (decoder.state() === 'finishing') until ??= clock.monotonic() + graceMs;
      const ms = until === undefined ? undefined : until - clock.monotonic();
      const next = await nextWithin(pieces, clock, ms);
      if (next === undefined) return;
      if (next.done === true) break;
      left -= next.value.length;
      if (left < 0) throw new ConnectionError(endless(url));
      yield* reader.feed(next.value);
    }
    yield* reader.end();
  } finally {
    // Settles once the caller closes the connection.
    void pieces.return?.().catch(() => undefined);
  }
}

/** Servers without streaming send JSON; a portal or a wrong path sends a web page. */
function isContent(response: HttpResponse, type: string): boolean {
  return (response.headers['content-type'] ?? '').toLowerCase().startsWith(type);
}

function webPage({ url, provider }: RequestContext): Failure {
  const message = say`${hostOf(url)} sent a web page instead of an answer. Correct ${provider.setting}.`;
  return failure('execution', message, { category: 'permanent_failure' });
}

/** A retry would be just as long. */
function endless(url: string): Failure {
  const message = say`${hostOf(url)} sent an answer that is too long for any model, so it was stopped.`;
  return failure('execution', message, { category: 'permanent_failure' });
}

function brokenStream(error: unknown): Failure {
  if (isConnectionError(error)) {
    const message = say`The model's answer was interrupted: ${saidOf(error.failure)}`;
    return failure('execution', message, { category: error.failure.category });
  }
  const message = say`The model's server sent an answer that cannot be read.`;
  return failure('execution', message, { category: 'server_error' });
}

function redactKeyInFailure(event: LlmEvent, key: string | undefined): LlmEvent {
  if (event.type !== 'error') return event;
  const { failure: failed } = event;
  return { ...event, failure: withMessage(failed, redactKey(failed.message, key)) };
}
