import { createParser } from 'eventsource-parser';
import { failure } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/clock';
import type { HttpResponse } from '../../core/ports/http';
import type { LlmEvent } from '../../core/ports/llm';
import type { WireDecoder } from '../../core/wire/define-wire';
import { openAiChat } from '../../core/wire/openai-chat';
import { ConnectionError } from '../http/connection-error';
import { stoppedByPerson, withoutKey, type RequestContext } from './http-error';
import { nextWithin } from './next-within';

/** Characters of one server-sent event; more is no model's answer. */
const maxEventLength = 16 * 1024 * 1024;
/** Milliseconds to wait for the usage after the model has stopped: some servers never close. */
const graceMs = 3_000;

export interface Decoding extends RequestContext {
  readonly response: HttpResponse;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Yields text and thoughts of a 2xx answer; returns its one `finish` or `error`. */
export async function* decodeResponse(decoding: Decoding): AsyncGenerator<LlmEvent, LlmEvent> {
  const decoder = openAiChat.decoder();
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
  const ready: LlmEvent[] = [];
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent: ({ data, event }) => ready.push(...decoder.feed(data, event)),
  });
  const whole = isJson(response) ? createWhole(decoder) : undefined;
  const pieces = response.body[Symbol.asyncIterator]();
  try {
    while (decoder.state() !== 'done') {
      const limit = decoder.state() === 'finishing' ? graceMs : undefined;
      const next = await nextWithin(pieces, clock, limit);
      if (next === undefined || next.done === true) break;
      if (whole === undefined) parser.feed(next.value);
      else whole.add(next.value);
      yield* ready.splice(0);
    }
    yield* whole?.events() ?? [];
  } finally {
    // Settles once the connection is given up, which the caller does.
    void pieces.return?.().catch(() => undefined);
  }
}

/** Servers that do not stream send one JSON object. */
function isJson(response: HttpResponse): boolean {
  return /^application\/json\b/i.test(response.headers['content-type'] ?? '');
}

function createWhole(decoder: WireDecoder) {
  const parts: string[] = [];
  let length = 0;
  return {
    add: (part: string) => {
      length += part.length;
      if (length > maxEventLength) throw new Error('The answer is too long.');
      parts.push(part);
    },
    events: () => decoder.feed(parts.join('')),
  };
}

function brokenStream(error: unknown) {
  if (error instanceof ConnectionError) {
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
