import type { Usage } from '../../contracts/chat';
import type { LlmRequest } from '../../ports/llm';

/** Knows how many tokens a request takes, by estimate, and better with each answer. */
export interface ContextBudget {
  /** Estimated tokens of the request, corrected by what the provider has reported so far. */
  estimate(request: LlmRequest): number;
  /** Learns from what the provider says that this request took. */
  learn(request: LlmRequest, usage: Usage): void;
}
