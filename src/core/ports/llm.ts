import type { ChatMessage, FinishReason, ToolRequest, Usage } from '../contracts/chat';
import type { Failure } from '../contracts/failure';
import type { Result } from '../contracts/result';
import type { ToolSpec } from '../contracts/tool-spec';

/** One model, ready to be asked. Implementations hold keys and addresses; the agent never does. */
export interface Llm {
  /** Streams one answer. Ends with exactly one `finish` or `error`; never throws. */
  stream(request: LlmRequest, signal: AbortSignal): AsyncIterable<LlmEvent>;
}

/** Finds the model that the person chose. */
export interface Llms {
  get(modelId: string): Promise<Result<Llm>>;
}

export interface LlmRequest {
  readonly system: string;
  readonly messages: readonly ChatMessage[];
  /** Sorted by name. */
  readonly tools: readonly ToolSpec[];
}

export type LlmEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  /** Something for the person beside the model's text: "replay: no model". */
  | { readonly type: 'notice'; readonly level: 'info' | 'warning'; readonly text: string }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      readonly calls: readonly ToolRequest[];
      readonly usage: Usage;
    }
  | { readonly type: 'error'; readonly failure: Failure };
