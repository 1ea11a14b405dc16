import type { TokenUsage } from '../../contracts/chat';

type Counts = { readonly [Key in keyof TokenUsage]-?: number | undefined };

/** Only what a server said: unknown is not 0. */
export function usageOf(counts: Partial<Counts>): TokenUsage {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = counts;
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}
