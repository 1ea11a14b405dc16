import { createParser } from 'eventsource-parser';
import type { LlmEvent } from '../../ports/llm';
import type { WireDecoder } from './define-wire';

/** Characters of one server-sent event; more is no model's answer. */
const maxEventLength = 16 * 1024 * 1024;

export interface StreamReader {
  /** Takes a piece of the body, cut anywhere. Throws when an event outgrows every answer. */
  feed(piece: string): readonly LlmEvent[];
}

/** Reads server-sent events into a decoder. */
export function createStreamReader(decoder: WireDecoder): StreamReader {
  let ready: LlmEvent[] = [];
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent: ({ data, event }) => ready.push(...decoder.feed(data, event)),
  });
  return {
    feed: (piece) => {
      parser.feed(piece);
      const events = ready;
      ready = [];
      return events;
    },
  };
}

/** Reads the one JSON object of a server that does not stream; `end` gives what it says. */
export function createWholeReader(decoder: WireDecoder): StreamReader & {
  end(): readonly LlmEvent[];
} {
  const pieces: string[] = [];
  let length = 0;
  return {
    feed: (piece) => {
      length += piece.length;
      if (length > maxEventLength) throw new Error('The answer is too long.');
      pieces.push(piece);
      return [];
    },
    end: () => decoder.feed(pieces.join('')),
  };
}
