// breaks: INV-06 model
import type { Llm, LlmRequest } from '../../../../src/core/ports/llm';

export const ask = (llm: Llm, request: LlmRequest, signal: AbortSignal) =>
  llm.stream(request, signal);
