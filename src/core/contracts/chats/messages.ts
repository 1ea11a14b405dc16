import type { JsonObject } from '../json';

/** One tool call as a wire decoder assembled it (INV-08). */
export interface ToolRequest {
  /** The provider's own id, echoed on the wire; may be empty or repeated. */
  readonly wireId: string;
  readonly name: string;
  /** JSON text as received. */
  readonly argsText: string;
}

/** A tool request with our own id, which the loop assigned (decision 36). */
export interface AssistantCall extends ToolRequest {
  readonly toolCallId: string;
}

export interface ImagePart {
  readonly mediaType: string;
  /** Base64, without a `data:` prefix. */
  readonly data: string;
}

export interface UserMessage {
  readonly role: 'user';
  /** Id by which the client names the message when it is edited. */
  readonly id?: string;
  readonly text: string;
  readonly images?: readonly ImagePart[];
  /** Ids of the typed calls, and of those that read attached context, whose results are in the text. */
  readonly ranByHand?: readonly string[];
}

/** What a model thought, as its provider wants it back: kept whole and never read. */
export interface ThinkingBlock {
  /** Name of the wire that made it; no other wire sends it. */
  readonly wire: string;
  readonly block: JsonObject;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly text: string;
  readonly calls: readonly AssistantCall[];
  readonly thinking?: readonly ThinkingBlock[];
}

/** The answer to one call: exactly one per call id (decision 21). */
export interface ToolMessage {
  readonly role: 'tool';
  readonly toolCallId: string;
  /** Id of the call that ran in its place, edited or corrected. */
  readonly ranAs?: string;
  readonly wireId: string;
  readonly name: string;
  readonly text: string;
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly exitCode?: number;
}

export type ChatMessage = UserMessage | AssistantMessage | ToolMessage;

/** Only `tool_calls` may start execution; `paused`: send it back (decision model-finish). */
export type FinishReason = 'tool_calls' | 'stop' | 'length' | 'filtered' | 'paused';

/** Tokens of one answer; undefined if the server did not report them. */
export interface TokenUsage {
  /** All input tokens, cached or not. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Of `inputTokens`: read from the provider's cache. */
  readonly cacheReadTokens?: number;
  /** Of `inputTokens`: written to the provider's cache. */
  readonly cacheWriteTokens?: number;
  /** Part of `outputTokens` that was thinking. */
  readonly reasoningTokens?: number;
}
