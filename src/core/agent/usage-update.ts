import type { UsageMeta } from '../contracts/meta';
import type { Llm } from '../ports/llm';
import { requestLimit } from './context/limits';
import { nextRequest } from './context/next-request';
import type { SessionContext, TurnContext } from './turn-context';

/** Tells the client how full the context is and what the chat has used (ACP `usage_update`). */
export function reportUsage(llm: Llm, turn: TurnContext): void {
  sendUsage(turn.budget.estimate(nextRequest(turn, llm)), sizeFor(llm, turn), turn);
}

/** A chat, and what is known of the model it asks. */
interface UsageContext extends SessionContext {
  readonly llm: Llm | undefined;
  /** What the model takes, as the client was told last. */
  readonly contextSize: number | undefined;
}

/** The same while nothing is there to be sent. */
export function reportNoUsage(chat: UsageContext): void {
  const size = chat.llm === undefined ? chat.contextSize : sizeFor(chat.llm, chat);
  if (size !== undefined) sendUsage(0, size, chat);
}

function sizeFor({ facts }: Llm, { deps }: SessionContext): number {
  return requestLimit(facts, deps.settings.contextBudgetTokens());
}

function sendUsage(used: number, size: number, { outbox, spending }: SessionContext): void {
  const { cost, ...meta }: UsageMeta & { readonly cost?: number } = spending.totals();
  outbox.update({
    sessionUpdate: 'usage_update',
    used,
    size,
    ...(cost === undefined ? {} : { cost: { amount: cost, currency: 'USD' } }),
    _meta: { gatehouse: meta },
  });
}
