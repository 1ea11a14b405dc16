import type { ModelFacts } from '../../contracts/models';
import type { JsonObject } from '../../contracts/json';
import type { LlmEvent, LlmRequest } from '../../ports/llm';

/** One vendor's format: pure, no HTTP (INV-08, INV-10). */
export interface Wire {
  /** Unique among wires; providers choose by it, and thinking blocks carry it. */
  readonly name: string;
  /** Appended to the base URL. */
  readonly path: string;
  /** How the body of an answer is cut into messages: server-sent events, or one JSON a line. */
  readonly framing: Framing;
  /** Headers of a request apart from content type and key. */
  readonly headers: Readonly<Record<string, string>>;
  /** One streaming request. Repairs a history that lacks an answer (decision 21). */
  exchange(request: LlmRequest, options: WireOptions): WireExchange;
}

export type Framing = 'sse' | 'ndjson';

export interface WireOptions {
  /** Name as the server knows it. */
  readonly model: string;
  readonly facts: ModelFacts;
  /** Tokens for thinking, if the user set a number. */
  readonly thinkingTokens?: number;
  /** Hex SHA-256, for the names that have to be shortened. */
  readonly hash: (text: string) => string;
}

export interface WireExchange {
  readonly body: JsonObject;
  /**
   * A fresh decoder that knows the names of this request: nothing of a broken stream is left
   * behind.
   */
  readonly decoder: () => WireDecoder;
}

export interface WireDecoder {
  /**
   * Takes one message of the body: the `data` of a server-sent event with its event name, if it has
   * one, or one line. Answers text and thoughts only; calls are assembled until the end.
   */
  feed(data: string, event?: string): readonly LlmEvent[];
  /**
   * open: more must come. finishing: the model has stopped, only bookkeeping may follow. done:
   * whatever follows is ignored.
   */
  state(): 'open' | 'finishing' | 'done';
  /** The one `finish` or `error` of this stream; nothing may be fed after it. */
  end(): LlmEvent;
}

/** Declares a wire. */
export function defineWire(wire: Wire): Wire {
  return wire;
}
