import type { Failure } from '../../core/contracts/failure';
import type { LlmEvent } from '../../core/ports/llm';
import { isAborted } from '../../core/base/is-aborted';
import type { WireExchange } from '../../core/wire/parts/define-wire';
import { decodeResponse, type DecodedResponse } from './decode-response';
import { describeHttpError, type HttpError } from './http-error';
import { wireOf } from './providers';
import type { RetryAdvice } from './retry-advice';
import { endpointOf, type ModelServer } from './server';
import { stoppedByUser } from './stopped';

export interface RequestAttempt {
  readonly server: ModelServer;
  readonly model: string;
  readonly decoder: WireExchange['decoder'];
  /** JSON text. */
  readonly body: string;
}

/** How an attempt ended, and what the server says of another. */
export interface AttemptEnd extends DecodedResponse {
  readonly advice: RetryAdvice;
  readonly refusesTools: boolean;
}

/** One request. Yields what the model says; returns how it ended. */
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
