import { createParser } from 'eventsource-parser';
import type { LlmEvent } from '../../ports/llm';
import { parseJson } from '../../contracts/json';
import type { Framing } from './define-wire';
import type { WireDecoder } from './json-decoder';

/** Characters of one message of a stream; more is no model's answer. */
const maxMessageLength = 16 * 1024 * 1024;

export interface StreamReader {
  /** Takes a piece of the body, cut anywhere. Throws when a message outgrows every answer. */
  feed(piece: string): readonly LlmEvent[];
  /** The body has ended: the content of its last line, if complete. */
  end(): readonly LlmEvent[];
}

/** Cuts the body of an answer into messages and gives them to a decoder. */
export function createStreamReader(framing: Framing, decoder: WireDecoder): StreamReader {
  return framing === 'sse' ? createEventReader(decoder) : createLineReader(decoder);
}

/** Server-sent events. The standard drops an event that no blank line ends. */
function createEventReader(decoder: WireDecoder): StreamReader {
  let ready: LlmEvent[] = [];
  const parser = createParser({
    maxBufferSize: maxMessageLength,
    onEvent: ({ data, event }) => ready.push(...decoder.feed(data, event)),
  });
  return {
    feed: (piece) => {
      parser.feed(piece);
      const events = ready;
      ready = [];
      return events;
    },
    end: () => [],
  };
}

/** One JSON a line. The last needs no line break when it is whole. */
function createLineReader(decoder: WireDecoder): StreamReader {
  const rest = createBuffer();
  return {
    feed: (piece) => {
      const lines = piece.split('\n');
      const last = lines.pop() ?? '';
      const events = lines.flatMap((line) => {
        rest.add(line);
        return decoder.feed(rest.take());
      });
      rest.add(last);
      return events;
    },
    end: () => {
      const line = rest.take();
      return parseJson(line) === undefined ? [] : decoder.feed(line);
    },
  };
}

/** Reads the single JSON object of a server without streaming; `end` returns its content. */
export function createWholeReader(decoder: WireDecoder): StreamReader {
  const body = createBuffer();
  return {
    feed: (piece) => {
      body.add(piece);
      return [];
    },
    end: () => decoder.feed(body.take()),
  };
}

/** Text that arrives in pieces; joined once, so that its cost stays linear. */
function createBuffer() {
  let pieces: string[] = [];
  let length = 0;
  return {
    add: (piece: string) => {
      length += piece.length;
      if (length > maxMessageLength) throw new Error('The answer is too long.');
      if (piece !== '') pieces.push(piece);
    },
    take: () => {
      const text = pieces.join('');
      pieces = [];
      length = 0;
      return text;
    },
  };
}
