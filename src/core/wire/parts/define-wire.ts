import type { LlmEvent, LlmRequest } from '../../ports/llm';
import type { JsonObject } from '../../contracts/tool-spec';

/** One vendor's format: pure, no HTTP (001 inv. 8, 10). */
export interface Wire {
  /** Unique among wires; providers choose by it. */
  readonly name: string;
  /** Appended to the base URL. */
  readonly path: string;
  /** The body of one streaming request. Repairs a history that lacks an answer. */
  encode(request: LlmRequest, model: string): JsonObject;
  /** A fresh decoder for each response: nothing of a broken stream is left behind. */
  decoder(): WireDecoder;
}

export interface WireDecoder {
  /**
   * Takes the `data` of one server-sent event and its event name, if it has one. Answers text and
   * thoughts only; calls are assembled until the end.
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
