import { costText, tokenCount, tokensText } from '../amounts';
import type { SpendingLimits } from '../deps';
import type { Spending } from '../spending';

type Totals = ReturnType<Spending['totals']>;

/** What `/cost` says: the last turn, the chat, and the limits that are set. Markdown. */
export function costReport(totals: Totals, limits: SpendingLimits): string {
  const { inputTokens, outputTokens, cacheReadTokens, turnTokens, estimated } = totals;
  if (inputTokens + outputTokens === 0) return 'Nothing has been used in this chat yet.';
  const { cost, turnCost } = totals;
  const cached =
    cacheReadTokens > 0 ? `, ${tokenCount(cacheReadTokens)} of them from the cache,` : '';
  const rows = [
    ['', 'Tokens', 'Cost'],
    ['---', '---:', '---:'],
    [
      'Last turn',
      `${tokenCount(turnTokens)}${limitSuffix(limits.tokensPerTurn, tokenCount)}`,
      `${costCell(turnCost)}${limitSuffix(limits.costPerTurn, costText)}`,
    ],
    [
      'This chat',
      `${tokenCount(inputTokens + outputTokens)}${limitSuffix(limits.tokensPerChat, tokenCount)}`,
      `${costCell(cost)}${limitSuffix(limits.costPerChat, costText)}`,
    ],
  ];
  const isPriced = cost !== undefined || turnCost !== undefined;
  return [
    rows.map((cells) => tableRow(isPriced ? cells : cells.slice(0, 2))).join('\n'),
    `Of this chat: ${tokensText(inputTokens)} in${cached} and ${tokensText(outputTokens)} out.`,
    ...(estimated ? ['Some numbers are estimates: a provider did not report its usage.'] : []),
    ...(cost === undefined ? [noPrice] : []),
  ].join('\n\n');
}

const noPrice =
  'No cost is shown: set "prices" for every model of this chat in gatehouse.models.options.';

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function costCell(cost: number | undefined): string {
  return cost === undefined ? 'unknown' : costText(cost);
}

/** What the person allows; nothing where that is not limited. */
function limitSuffix(most: number, write: (n: number) => string): string {
  return most > 0 ? ` of ${write(most)}` : '';
}
