import type { Usage } from '../contracts/chat';
import type { UsageMeta } from '../contracts/meta';
import type { ModelFacts } from '../contracts/model-facts';
import type { SpendingLimits } from './deps';

/** What a chat has used since its start; compressions and corrections count too. */
export interface Spending {
  /** A turn begins: its own counters start at zero. */
  beginTurn(): void;
  /** Adds one answer; `estimate` stands in for numbers that the provider did not give. */
  add(
    facts: ModelFacts,
    usage: Usage,
    estimate: Required<Pick<Usage, 'inputTokens' | 'outputTokens'>>,
  ): void;
  /** Words for the limit that is reached, undefined while none is. */
  reached(limits: SpendingLimits): string | undefined;
  /** The person chose to go on: each limit that is reached holds for as much again. */
  allowMore(limits: SpendingLimits): void;
  totals(): UsageMeta & { readonly cost?: number };
  clear(): void;
}
