import type { TokenUsage } from '../../contracts/chat';
import { readCount } from '../../base/json-read';
import { usageOf } from './read-usage';

/** Figures of one stream: the later replace the earlier, and are never added (cogni-wink 5.2). */
export interface UsageCollector {
  readonly add: (usage: unknown) => void;
  readonly usage: () => TokenUsage;
}

const usageKeys = [
  'input_tokens',
  'output_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
] as const;

export function createUsageCollector(): UsageCollector {
  const counts = new Map<string, number>();
  const of = (key: (typeof usageKeys)[number]) => counts.get(key);
  return {
    add: (usage) => {
      for (const key of usageKeys) {
        const count = readCount(usage, key);
        if (count !== undefined) counts.set(key, count);
      }
    },
    usage: () => {
      const fresh = of('input_tokens');
      const cacheReadTokens = of('cache_read_input_tokens');
      const cacheWriteTokens = of('cache_creation_input_tokens');
      return usageOf({
        // The vendor leaves out what was cached.
        inputTokens:
          fresh === undefined
            ? undefined
            : fresh + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0),
        outputTokens: of('output_tokens'),
        cacheReadTokens,
        cacheWriteTokens,
      });
    },
  };
}
