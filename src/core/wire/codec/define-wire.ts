import type { ModelFacts } from '../../contracts/models';
import type { JsonObject } from '../../contracts/json';
import type { LlmRequest } from '../../ports/llm';
import type { CallIdRules } from './answered-calls';
import { JsonDecoder, type MessageReader, type WireDecoder } from './json-decoder';
import { repairHistory, type WireTurn } from './repair-history';
import { createToolNames, type ToolNames } from './tool-names';

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
  readonly model: string;
  readonly facts: ModelFacts;
  /** Tokens for thinking, if the user set a number. */
  readonly thinkingTokens?: number;
  /** Hex SHA-256, for the names that have to be shortened. */
  readonly hash: (text: string) => string;
}

export interface WireExchange {
  readonly body: JsonObject;
  /** Fresh, with the names of this request: nothing of a broken stream is left behind. */
  readonly decoder: () => WireDecoder;
}

export interface EncodedRequest extends Pick<LlmRequest, 'system' | 'tools'> {
  readonly turns: readonly WireTurn[];
  readonly names: ToolNames;
}

interface WireDefinition extends Omit<Wire, 'exchange'> {
  readonly ids: CallIdRules;
  /** Whether a kept block is content of the message rather than thinking. */
  readonly isContent?: (block: JsonObject) => boolean;
  readonly body: (request: EncodedRequest, options: WireOptions) => JsonObject;
  readonly reader: (turns: readonly WireTurn[]) => MessageReader;
}

export function defineWire({ ids, isContent, body, reader, ...wire }: WireDefinition): Wire {
  return {
    ...wire,
    exchange: (request, options) => {
      const names = createToolNames(request, options.hash);
      const { images } = options.facts;
      const rules = { wire: wire.name, ids, images, ...(isContent && { isContent }) };
      const turns = repairHistory(request.messages, rules);
      return {
        body: { model: options.model, ...body({ ...request, turns, names }, options) },
        decoder: () => new JsonDecoder(reader(turns), wire.name, names),
      };
    },
  };
}
