import type { ModelFacts } from '../../contracts/model-facts';
import type { Llm } from '../../ports/llm';
import { tokenCount } from '../amounts';
import type { TurnContext } from '../turn-context';
import { requestLimit } from './limits';
import { nextRequest } from './next-request';
import { contextShares } from './parts';

/** What `/context` says: what fills the context, and how much of it there is. Markdown. */
export function contextReport(turn: TurnContext, llm: Llm): string {
  const budgetTokens = turn.deps.settings.contextBudgetTokens();
  const limit = requestLimit(llm.facts, budgetTokens);
  const total = turn.budget.estimate(nextRequest(turn, llm));
  const rows = contextShares(turn, llm).map(({ name, tokens }) => row(name, tokens, limit));
  return [
    `**Context of ${escaped(llm.facts.label)}**: about ${tokenCount(total)} of ${tokenCount(limit)} tokens`,
    '',
    '| What fills it | Tokens | Share |',
    '|---|---:|---:|',
    ...rows,
    row('Free', Math.max(0, limit - total), limit),
    '',
    limitText(llm.facts, limit, budgetTokens),
    'Numbers are estimates, corrected by what the provider reports. At 80 % old tool results make room, then older messages are put into a summary.',
  ].join('\n');
}

function row(name: string, tokens: number, limit: number): string {
  const share = limit > 0 ? Math.round((tokens / limit) * 100) : 100;
  return `| ${escaped(name)} | ${tokenCount(tokens)} | ${tokens > 0 && share === 0 ? '< 1' : String(share)} % |`;
}

const sources: Readonly<Record<ModelFacts['contextSource'], string>> = {
  settings: 'as set in gatehouse.models.options',
  provider: 'as its provider says',
  assumed: 'assumed, because nobody says: set contextTokens in gatehouse.models.options',
};

function limitText(facts: ModelFacts, limit: number, budgetTokens: number): string {
  const size = `The model takes ${tokenCount(facts.contextTokens)} tokens (${sources[facts.contextSource]})`;
  if (budgetTokens > 0 && limit === budgetTokens) {
    return `${size}; gatehouse.agent.contextBudgetTokens limits a request to ${tokenCount(limit)}.`;
  }
  return `${size}; ${tokenCount(facts.contextTokens - limit)} of them are kept for the answer.`;
}

/** A name of a file or model as plain text in a table. */
function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\|`*_<>[\]]/g, '\\$&');
}
