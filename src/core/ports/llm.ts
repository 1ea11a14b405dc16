import type { Sentence } from '../base/sentence';
import type {
  ChatMessage,
  FinishReason,
  ThinkingBlock,
  ToolRequest,
  TokenUsage,
} from '../contracts/chats/messages';
import type { Failure, Result } from '../contracts/failure';
import type { ModelFacts, HttpProvider } from '../contracts/models';
import type { ToolSpec } from '../contracts/tool-spec';

/** One model, ready to be asked. Implementations hold keys and addresses; the agent never does. */
export interface Llm {
  readonly facts: ModelFacts;
  /** Streams one answer. Ends with exactly one `finish` or `error`; never throws. */
  stream(request: LlmRequest, signal: AbortSignal): AsyncIterable<LlmEvent>;
}

/** Finds the model that the user chose. */
export interface ModelRegistry {
  /** Aborting `signal` stops asking the server for the model's capabilities. */
  get(modelId: string, signal: AbortSignal): Promise<Result<Llm>>;
}

export interface LlmRequest {
  /** The most stable first: a provider's prefix cache keeps what comes before a change. */
  readonly system: readonly string[];
  readonly messages: readonly ChatMessage[];
  /** Sorted by name. */
  readonly tools: readonly ToolSpec[];
  /** Random word of the chat, which marks the blocks of a model that calls by fences (decision 74). */
  readonly callWord?: string;
}

export type LlmEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  /** A notice for the user in addition to the model's text. */
  | { readonly type: 'notice'; readonly level: 'info' | 'warning'; readonly text: Sentence }
  /** Nothing was said yet; the same request is sent again at `untilMs` (epoch) unless aborted. */
  | { readonly type: 'wait'; readonly text: Sentence; readonly untilMs: number }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      readonly calls: readonly ToolRequest[];
      readonly usage: TokenUsage;
      readonly thinking?: readonly ThinkingBlock[];
    }
  | {
      readonly type: 'error';
      readonly failure: Failure;
      readonly usage?: TokenUsage;
      /** The request exceeds the model's context: a smaller one may be accepted. */
      readonly tooLong?: true;
    };

export interface ListedModel {
  readonly name: string;
  readonly contextTokens?: number;
  readonly tools?: boolean;
  readonly images?: boolean;
  readonly reasoning?: boolean;
  /** "7.6B · Q4_K_M" */
  readonly detail?: string;
}

/** A server's answer to a test question. */
export interface ConnectionReport {
  readonly url: string;
  /** Milliseconds to the first word. */
  readonly firstTokenMs: number;
  readonly answer: string;
  readonly usage: boolean;
}

/** Asks servers for their models. Failures name the location and the fix and contain no key. */
export interface ModelLists {
  /** `/models`, `/v1/models`, `/api/tags`. */
  list(provider: HttpProvider, signal: AbortSignal): Promise<Result<readonly ListedModel[]>>;
  /** Asks the model for one short word. */
  test(modelId: string, signal: AbortSignal): Promise<Result<ConnectionReport>>;
}
