import type { UsageItem } from '../../src/core/contracts/panel/state';

/** Share above which the context will soon be compressed (decision 25). */
export const nearlyFull = 0.8;

export interface UsageText {
  /** "~12.3k / 128k" */
  readonly short: string;
  /** "$0.0123" */
  readonly cost?: string;
  /** All known numbers, one per line. */
  readonly long: string;
  /** "10%"; undefined when the size of the context is unknown. */
  readonly percent?: string;
  readonly isNearlyFull: boolean;
}

export function usageText(usage: UsageItem): UsageText {
  const { usedTokens, contextTokens, inputTokens, outputTokens } = usage;
  const mark = usage.estimated ? '~' : '';
  const used = mark + formatTokens(usedTokens);
  const share = contextTokens > 0 ? usedTokens / contextTokens : undefined;
  const percent = share === undefined ? undefined : `${Math.round(share * 100)}%`;
  const cost = usage.cost === undefined ? undefined : formatCost(usage.cost);
  const lines = [
    percent === undefined
      ? `Context: ${used} tokens`
      : `Context: ${used} of ${formatTokens(contextTokens)} tokens (${percent})`,
    `Input: ${mark}${formatTokens(inputTokens)} tokens`,
    `Output: ${mark}${formatTokens(outputTokens)} tokens`,
    ...(cost === undefined ? [] : [`Cost of this chat: ${cost}`]),
    ...(usage.estimated ? ['~ is an estimate'] : []),
  ];
  return {
    short: percent === undefined ? used : `${used} / ${formatTokens(contextTokens)}`,
    long: lines.join('\n'),
    isNearlyFull: share !== undefined && share > nearlyFull,
    ...(cost !== undefined && { cost }),
    ...(percent !== undefined && { percent }),
  };
}

/** A number of tokens in at most four digits: `950`, `12.3k`, `128k`, `1.05M`. */
export function formatTokens(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 999_500) return `${shortest(count / 1000, 1)}k`;
  return `${shortest(count / 1_000_000, 2)}M`;
}

function shortest(value: number, digits: number): string {
  return String(Number(value.toFixed(value < 100 ? digits : 0)));
}

/** US dollars; small amounts in four digits, so that a single turn shows. */
export function formatCost(dollars: number): string {
  if (dollars > 0 && dollars < 0.0001) return '<$0.0001';
  return `$${dollars.toFixed(dollars === 0 || dollars >= 1 ? 2 : 4)}`;
}
