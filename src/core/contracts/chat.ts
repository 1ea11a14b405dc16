/** One tool call as a wire decoder assembled it (001 inv. 8). */
export interface ToolRequest {
  /** The provider's own id, echoed on the wire; may be empty or repeated. */
  readonly wireId: string;
  readonly name: string;
  /** JSON text as received. */
  readonly argsText: string;
}

/** A tool request that the loop has given our own id (DESIGN decision 36). */
export interface AssistantCall extends ToolRequest {
  readonly toolCallId: string;
}

export interface UserMessage {
  readonly role: 'user';
  readonly text: string;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly text: string;
  readonly calls: readonly AssistantCall[];
}

/** The answer to one call: exactly one per call id (DESIGN decision 21). */
export interface ToolMessage {
  readonly role: 'tool';
  readonly toolCallId: string;
  readonly wireId: string;
  readonly name: string;
  readonly text: string;
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly exitCode?: number;
}

export type ChatMessage = UserMessage | AssistantMessage | ToolMessage;

/** Why a model stopped (cogni-wink 5.5). Only `tool_calls` may start execution. */
export type FinishReason = 'tool_calls' | 'stop' | 'length' | 'filtered';

export interface Usage {
  /** undefined = the server did not say. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}
