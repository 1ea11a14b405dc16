import type { ToolRequest, TokenUsage } from '../contracts/chat';
import { estimateTokens } from '../base/estimate-tokens';
import type { Llm, LlmRequest } from '../ports/llm';
import type { SessionContext } from './turn-context';

/** An answer that was paid for, however it ended. */
export interface PaidAnswer {
  readonly llm: Llm;
  readonly request: LlmRequest;
  /** All that the model wrote, thoughts too. */
  readonly said: string;
  readonly calls?: readonly ToolRequest[];
  readonly usage: TokenUsage;
}

/** Adds an answer to what the chat has used; what the provider does not say is estimated. */
export function countAnswer(
  { llm, request, said, calls = [], usage }: PaidAnswer,
  { budget, spending }: SessionContext,
): void {
  const written = calls.reduce((all, call) => all + call.name + call.argsText, said);
  spending.add(llm.facts, usage, {
    inputTokens: budget.estimate(request),
    outputTokens: estimateTokens(written),
  });
}
