import { costText, tokenCount, tokensText } from '../amounts';
import type { SpendingLimits } from '../deps';
import type { Spending } from '../spending';

/** What `/cost` says: the chat, its last turn, and the limits that are set. */
export function costReport(totals: ReturnType<Spending['totals']>, limits: SpendingLimits): string {
  const { inputTokens, outputTokens, cacheReadTokens, turnTokens, estimated } = totals;
  if (inputTokens + outputTokens === 0) return 'Nothing has been used in this chat yet.';
  const cached =
    cacheReadTokens > 0 ? `, ${tokenCount(cacheReadTokens)} of them from the cache` : '';
  return [
    `This chat: ${tokensText(inputTokens)} in${cached}, ${tokensText(outputTokens)} out${price(totals.cost)}`,
    `Last turn: ${tokensText(turnTokens)}${price(totals.turnCost)}`,
    ...limitLines(limits),
    ...(estimated ? ['Some numbers are estimates: a provider did not report its usage.'] : []),
    ...(totals.cost === undefined ? [noPrice] : []),
  ].join('\n');
}

const noPrice =
  'No cost is shown: set "prices" for every model of this chat in gatehouse.models.options.';

function price(cost: number | undefined): string {
  return cost === undefined ? '' : `, ${costText(cost)}`;
}

function limitLines(limits: SpendingLimits): readonly string[] {
  const set = [
    ...amounts(limits.tokensPerTurn, tokensText, 'a turn'),
    ...amounts(limits.costPerTurn, costText, 'a turn'),
    ...amounts(limits.tokensPerChat, tokensText, 'a chat'),
    ...amounts(limits.costPerChat, costText, 'a chat'),
  ];
  return set.length === 0 ? [] : [`Limits: ${set.join(', ')}`];
}

function amounts(limit: number, write: (n: number) => string, of: string): readonly string[] {
  return limit > 0 ? [`${write(limit)} ${of}`] : [];
}
