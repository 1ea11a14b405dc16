import type { UsageItem } from '../../src/core/contracts/panel/state';
import { t } from '../l10n/l10n';
import { language } from '../l10n/language';

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
  const amount = (tokens: number) => {
    const number = formatTokens(tokens);
    return usage.estimated ? t('unit.estimate', { number }) : number;
  };
  const used = amount(usedTokens);
  const size = formatTokens(contextTokens);
  const share = contextTokens > 0 ? usedTokens / contextTokens : undefined;
  const percent = share === undefined ? undefined : formatPercent(share);
  const cost = usage.cost === undefined ? undefined : formatCost(usage.cost);
  const lines = [
    percent === undefined
      ? t('usage.contextUnknown', { used })
      : t('usage.context', { used, size, percent }),
    ...reservedLines(usage),
    t('usage.input', { count: amount(inputTokens) }),
    t('usage.output', { count: amount(outputTokens) }),
    ...(cost === undefined ? [] : [t('usage.cost', { cost })]),
    ...(usage.estimated ? [t('usage.estimated')] : []),
  ];
  return {
    short: percent === undefined ? used : `${used} / ${size}`,
    long: lines.join('\n'),
    isNearlyFull: share !== undefined && share > nearlyFull,
    ...(cost !== undefined && { cost }),
    ...(percent !== undefined && { percent }),
  };
}

/** Why a model of 32k has 24.6k for the context. */
function reservedLines({ contextTokens, reservedTokens }: UsageItem): readonly string[] {
  if (reservedTokens === undefined) return [];
  const whole = formatTokens(contextTokens + reservedTokens);
  return [t('usage.reserved', { reserved: formatTokens(reservedTokens), whole })];
}

/** A number of tokens in at most four digits: `950`, `12.3k`, `128k`, `1.05M`. */
export function formatTokens(count: number): string {
  if (count < 1000) return shortest(count, 0);
  if (count < 999_500) return t('unit.thousands', { number: shortest(count / 1000, 1) });
  return t('unit.millions', { number: shortest(count / 1_000_000, 2) });
}

function shortest(value: number, digits: number): string {
  const maximumFractionDigits = value < 100 ? digits : 0;
  return new Intl.NumberFormat(language, { maximumFractionDigits }).format(value);
}

function formatPercent(share: number): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share);
}

/** US dollars; small amounts in four digits, so that a single turn shows. */
export function formatCost(dollars: number): string {
  const least = 0.0001;
  if (dollars > 0 && dollars < least) {
    return t('unit.lessThan', { amount: inDollars(least, 4) });
  }
  return inDollars(dollars, dollars === 0 || dollars >= 1 ? 2 : 4);
}

/** In a list, cents are enough. */
export function roundCost(dollars: number): string {
  return dollars < 0.01 ? formatCost(dollars) : inDollars(dollars, 2);
}

function inDollars(value: number, digits: number): string {
  const money = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  return new Intl.NumberFormat(language, {
    ...money,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}
