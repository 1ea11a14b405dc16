import type { UsageMeta } from '../contracts/meta';
import type { Llm } from '../ports/llm';
import { requestLimit } from './context/limits';
import { nextRequest } from './context/next-request';
import type { SessionContext, TurnContext } from './turn-context';

/** Tells the client how full the context is and what the chat has used (ACP `usage_update`). */
export function tellUsage(llm: Llm, turn: TurnContext): void {
  sendUsage(turn.budget.estimate(nextRequest(turn, llm)), llm, turn);
}

/** The same while nothing is there to be sent. */
export function tellNothingUsed(llm: Llm, session: SessionContext): void {
  sendUsage(0, llm, session);
}

function sendUsage(used: number, { facts }: Llm, { deps, outbox, spending }: SessionContext): void {
  const { cost, ...meta }: UsageMeta & { readonly cost?: number } = spending.totals();
  outbox.update({
    sessionUpdate: 'usage_update',
    used,
    size: requestLimit(facts, deps.settings.contextBudgetTokens()),
    ...(cost === undefined ? {} : { cost: { amount: cost, currency: 'USD' } }),
    _meta: { gatehouse: meta },
  });
}
